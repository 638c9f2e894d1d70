package dev.sinew.solve;

import dev.sinew.linalg.Cholesky;
import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Workers;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.Progress;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Poses a mesh should take, with the bones that move it: what any weights x of a vertex cost there. With Θ_ij = T_j·ũ_i
 * the trajectory that bone j alone would give vertex i, that is xᵀG_i·x − 2h_iᵀx + ‖y_i‖² with G_i(j,l) = Θ_ij·Θ_il and
 * h_i(j) = Θ_ij·y_i. Neither costs more with more frames: G_i ten products an
 * entry, h_i four. Units are those of
 * {@link NormalisedSequence}. Threads may work on different vertices.
 */
public final class ExamplePoses {
    /** Numbers a vertex that {@link #monomials} gives. */
    public static final int MONOMIALS = BoneForms.FORM;

    /** Bones that one vertex, or one virtual bone, may be made of; as many as there are where those are fewer. */
    public static final int CANDIDATES = 64;

    private static final int CHUNK = 256;
    /** Vertices between two reports. */
    private static final int SAID = 8 * CHUNK;

    /** Sums of the transform step that are kept apart, for as many threads. */
    private static final int SUMS = 8;

    /** Holds bones that the poses leave open where they were; as in {@link AffineTransforms}. */
    private static final double RIDGE = 1e-9;

    private final NormalisedSequence sequence;
    private BoneForms forms;
    /** T_jᵀ·y_i, four numbers per bone, N·4B: all that is left of the frames. */
    private final double[] ty;

    private final double[] squaredNorms;
    /** 3N, where the vertices rest now. */
    private final double[] rest;

    private ExamplePoses(NormalisedSequence sequence, BoneForms forms, Workers workers) {
        this.sequence = sequence;
        this.forms = forms;
        this.rest = sequence.rest().clone();
        ty = new double[Math.multiplyExact(sequence.vertexCount(), 4 * forms.boneCount())];
        squaredNorms = new double[sequence.vertexCount()];
        workers.forChunks(sequence.vertexCount(), CHUNK, (chunk, from, to) -> dotWithBones(from, to));
    }

    /**
     * @param rest the model's rest pose, with the vertices of the examples
     * @param motion frame k belongs to pose k
     */
    public static ExamplePoses of(Mesh rest, BoneMotion motion, MeshSequence examples, Workers workers) {
        NormalisedSequence sequence = new NormalisedSequence(examples.withRest(rest));
        double[] t = BoneTransforms.normalised(motion, sequence.scale(), sequence.centre());
        return new ExamplePoses(sequence, BoneForms.of(motion.boneCount(), sequence.dimensions(), t), workers);
    }

    private void dotWithBones(int from, int to) {
        int d = sequence.dimensions();
        int columns = 4 * boneCount();
        double[] rows = new double[(to - from) * d];
        double[] norms = new double[to - from];
        sequence.rows(from, to, rows, norms);
        for (int i = from; i < to; i++) {
            int at = i * columns;
            Arrays.fill(ty, at, at + columns, 0);
            for (int k = 0; k < d; k++) {
                double y = rows[(i - from) * d + k];
                for (int c = 0; c < columns; c++) {
                    ty[at + c] += y * forms.transforms()[k * columns + c];
                }
            }
            squaredNorms[i] = norms[i - from];
        }
    }

    public int vertexCount() {
        return sequence.vertexCount();
    }

    public int boneCount() {
        return forms.boneCount();
    }

    /** 3F */
    public int dimensions() {
        return sequence.dimensions();
    }

    public NormalisedSequence sequence() {
        return sequence;
    }

    public BoneForms bones() {
        return forms;
    }

    /**
     * h_i.
     *
     * @param h B, modified
     */
    public void h(int i, double[] h) {
        int at = i * 4 * boneCount();
        for (int j = 0; j < boneCount(); j++, at += 4) {
            h[j] = ty[at] * rest[3 * i] + ty[at + 1] * rest[3 * i + 1] + ty[at + 2] * rest[3 * i + 2] + ty[at + 3];
        }
    }

    /** Rest positions in the units of {@link #sequence}, 3N, not to be modified. */
    public double[] rest() {
        return rest;
    }

    /** The given mesh where the vertices rest now, with normals that fit. */
    public Mesh restMesh(Mesh given) {
        return sequence.restMesh(given, rest);
    }

    /**
     * Moves the rest position of a vertex to where its weights follow the poses best.
     *
     * @param x its weights, B, not modified
     * @param pull weight of staying near the given rest position; a vertex under rotations weighs F
     */
    public void moveRest(int i, double[] x, double pull) {
        double[] q = new double[MONOMIALS];
        double[] right = new double[3];
        for (int j = 0; j < boneCount(); j++) {
            for (int c = 0; c < 3; c++) {
                right[c] += x[j] * ty[(i * boneCount() + j) * 4 + c];
            }
        }
        forms.addForm(x, q);
        double[] given = sequence.rest();
        double[] a = {
            q[0] + pull, 0, 0, q[1] / 2, q[4] + pull, 0, q[2] / 2, q[5] / 2, q[7] + pull,
        };
        right[0] += pull * given[3 * i] - q[3] / 2;
        right[1] += pull * given[3 * i + 1] - q[6] / 2;
        right[2] += pull * given[3 * i + 2] - q[8] / 2;
        Cholesky.of(a, 3).solve(right, 1, 0, 1);
        System.arraycopy(right, 0, rest, 3 * i, 3);
    }

    /** Fills in the weights of a vertex. */
    public interface WeightsOf {
        /** @param x B numbers of any sign, modified */
        void get(int i, double[] x);
    }

    /**
     * Moves the bones to where the weights follow the poses best, the rest pose as it is now: free affine maps, KSO10
     * §4.2.
     *
     * @param counts how much each vertex counts
     * @param momentum how far beyond that they go
     */
    public void moveBones(WeightsOf weights, IntToDoubleFunction counts, Momentum momentum, Workers workers) {
        int n = vertexCount();
        int size = (n + SUMS - 1) / SUMS;
        TransformEquations[] sums = new TransformEquations[Workers.chunks(n, size)];
        workers.forChunks(n, size, (chunk, from, to) -> {
            sums[chunk] = new TransformEquations(boneCount(), dimensions());
            for (int i = from; i < to; i += CHUNK) {
                sumUp(weights, counts, i, Math.min(to, i + CHUNK), sums[chunk]);
            }
        });
        for (int chunk = 1; chunk < sums.length; chunk++) {
            sums[0].add(sums[chunk]);
        }
        double[] t = momentum.extrapolate(sums[0].solve(RIDGE, forms.transforms(), new BitSet(), workers));
        forms = BoneForms.of(boneCount(), dimensions(), t);
        workers.forChunks(n, CHUNK, (chunk, from, to) -> dotWithBones(from, to));
    }

    private void sumUp(WeightsOf weights, IntToDoubleFunction counts, int from, int to, TransformEquations sum) {
        int d = dimensions();
        double[] rows = new double[(to - from) * d];
        double[] x = new double[boneCount()];
        sequence.rows(from, to, rows, new double[to - from]);
        for (int i = from; i < to; i++) {
            weights.get(i, x);
            sum.add(counts.applyAsDouble(i), x, rest, 3 * i, rows, (i - from) * d);
        }
    }

    /** The bones as they move now, in the units of the model. */
    public BoneMotion motion() {
        return BoneTransforms.inModelUnits(forms.transforms(), boneCount(), sequence);
    }

    /** ‖y_i‖² */
    public double squaredNorm(int i) {
        return squaredNorms[i];
    }

    /**
     * G_i.
     *
     * @param g B×B, modified
     */
    public void gram(int i, double[] g) {
        double[] m = new double[MONOMIALS];
        monomials(i, m);
        forms.gram(m, g);
    }

    /**
     * One number of Σ_i a_i·G_i.
     *
     * @param m Σ_i a_i times the monomials of ũ_i, not modified
     */
    public double gramOf(double[] m, int j, int l) {
        return forms.product(j, l, m);
    }

    /**
     * The ten monomials of ũ_i. G is linear in them: Σ_i a_i·G_i is the form of Σ_i a_i times these.
     *
     * @param m ten numbers, modified
     */
    public void monomials(int i, double[] m) {
        BoneForms.monomials(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2], m);
    }

    /**
     * Σ_i a_i·G_i.
     *
     * @param m Σ_i a_i times the monomials of ũ_i, not modified
     * @param g B×B, modified
     */
    public void gramOf(double[] m, double[] g) {
        forms.gram(m, g);
    }

    /**
     * Weights that follow the poses best, each vertex ≥ 0 and summing to one (LD13 W*): over all bones, or where there are
     * more than {@link #CANDIDATES}, over those that the vertex has and those that follow its poses best alone.
     */
    public DenseWeights bestConvexWeights(SkinWeights given, Progress progress, Workers workers) {
        int b = boneCount();
        double[] best = new double[Math.multiplyExact(vertexCount(), b)];
        for (int first = 0; first < vertexCount(); first += SAID) {
            int start = first;
            progress.say("best weights", first, vertexCount());
            workers.forChunks(Math.min(SAID, vertexCount() - first), CHUNK, (chunk, from, to) -> {
                Candidates candidates = new Candidates(b, Math.min(b, CANDIDATES));
                for (int i = start + from; i < start + to; i++) {
                    candidates.weights(i, given, best);
                }
            });
        }
        return new DenseWeights(b, best);
    }

    /** The bones that one vertex may have, and its best weights over them. Scratch memory inside: one object a thread. */
    private final class Candidates {
        private final int[] bones;
        private final double[] h;
        private final double[] alone;
        private final double[] m = new double[MONOMIALS];
        private final SimplexQuadratic simplex;

        Candidates(int all, int most) {
            bones = new int[most];
            h = new double[all];
            alone = new double[all];
            simplex = new SimplexQuadratic(most);
        }

        void weights(int i, SkinWeights given, double[] best) {
            monomials(i, m);
            h(i, h);
            pick(i, given);
            for (int a = 0; a < bones.length; a++) {
                for (int c = 0; c <= a; c++) {
                    double product = forms.product(bones[a], bones[c], m);
                    simplex.g()[a * bones.length + c] = product;
                    simplex.g()[c * bones.length + a] = product;
                }
                simplex.b()[a] = h[bones[a]];
            }
            simplex.minimise(bones.length);
            for (int a = 0; a < bones.length; a++) {
                best[i * h.length + bones[a]] = simplex.x()[a];
            }
        }

        private void pick(int i, SkinWeights given) {
            if (bones.length == h.length) {
                Arrays.setAll(bones, j -> j);
                return;
            }
            for (int j = 0; j < h.length; j++) {
                alone[j] = forms.product(j, j, m) - 2 * h[j];
            }
            for (int k = i * given.influences(); k < (i + 1) * given.influences(); k++) {
                if (given.weights()[k] > 0) {
                    alone[given.bones()[k]] = Double.NEGATIVE_INFINITY;
                }
            }
            int[] order = IntStream.range(0, h.length)
                    .boxed()
                    .sorted(Comparator.comparingDouble(j -> alone[j]))
                    .mapToInt(Integer::intValue)
                    .toArray();
            System.arraycopy(order, 0, bones, 0, bones.length);
            Arrays.sort(bones);
        }
    }
}
