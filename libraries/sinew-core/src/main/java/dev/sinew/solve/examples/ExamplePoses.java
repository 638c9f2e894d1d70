package dev.sinew.solve.examples;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import dev.sinew.solve.DenseWeights;
import dev.sinew.solve.Momentum;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.sequence.NormalSequence;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.transform.AffineTransforms;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.BoneTransforms;
import dev.sinew.solve.transform.TransformEquations;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Example poses and the bones that should reproduce them: computes the cost of any weights x of a vertex. With Θ_ij = T_j·ũ_i, the
 * trajectory that bone j alone gives vertex i, it is xᵀG_i·x − 2h_iᵀx + ‖y_i‖² with G_i(j,l) = Θ_ij·Θ_il and h_i(j) = Θ_ij·y_i. The cost of
 * an entry does not depend on the number of frames: ten products for G_i, four for h_i. Units are those of {@link NormalisedSequence}.
 * Threads may work on different vertices.
 */
public final class ExamplePoses {
    /** Numbers per vertex that {@link #monomials} returns. */
    public static final int MONOMIALS = BoneForms.FORM;

    /** Maximum number of bones considered for a vertex or a virtual bone. */
    public static final int CANDIDATES = 64;

    private static final int CHUNK = 256;
    /** Vertices between two progress reports. */
    private static final int REPORT_INTERVAL = 8 * CHUNK;

    /** Keeps bones that the poses do not determine where they were, as in {@link AffineTransforms}. */
    private static final double RIDGE = 1e-9;

    private final NormalisedSequence sequence;
    private BoneForms forms;
    /** T_jᵀ·y_i, four numbers per bone, N·4B: all that is needed of the frames. */
    private final double[] ty;

    private final double[] squaredNorms;
    /** 3N current rest positions. */
    private final double[] rest;

    private Optional<ExampleNormals> normals = Optional.empty();

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

    /**
     * Adds normals; they have no effect until {@link #weighNormals} sets their weight.
     *
     * @param given the examples with all vertices, on the model's mesh
     * @param pointOf the welded point of every vertex, not modified
     */
    public ExamplePoses withNormals(MeshSequence given, int[] pointOf, Workers workers) {
        NormalSequence truth = new NormalSequence(given, pointOf, workers);
        normals = truth.truth().count() == 0 ? Optional.empty() : Optional.of(new ExampleNormals(truth, boneCount()));
        normals.ifPresent(
                n -> workers.forChunks(vertexCount(), CHUNK, (chunk, from, to) -> n.dotWithBones(from, to, forms)));
        return this;
    }

    /**
     * Sets the weight of normals relative to the errors of these weights; returns false without normals.
     *
     * @param strength 1 by default
     */
    public boolean weighNormals(WeightsOf weights, IntToDoubleFunction counts, double strength, Workers workers) {
        if (normals.isEmpty()) {
            return false;
        }
        ExampleErrors errors = new ExampleErrors(this, normals);
        double[] both = {errors.squared(weights, counts, 1, workers), errors.squared(weights, counts, 0, workers)};
        normals.get().weigh(Shading.lambda(strength, both[1], both[0] - both[1], dimensions() / 3, vertexCount()));
        return true;
    }

    /** Squared error of the positions alone. */
    public double squaredError(WeightsOf weights, Workers workers) {
        return new ExampleErrors(this, normals).squared(weights, i -> 1, 0, workers);
    }

    private void dotWithBones(int from, int to) {
        normals.ifPresent(n -> n.dotWithBones(from, to, forms));
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
        if (normals.isPresent()) {
            normals.get().addTo(i, h);
        }
    }

    /** Rest positions in the units of {@link #sequence}, 3N, not to be modified. */
    public double[] rest() {
        return rest;
    }

    /**
     * The given mesh with the current rest positions, and with the best normals for these weights if normals have a weight.
     *
     * @param pointOf the welded point of every vertex, not modified
     */
    public Mesh restMesh(Mesh given, int[] pointOf, WeightsOf weights, Workers workers) {
        double[] all = new double[3 * pointOf.length];
        for (int i = 0; i < pointOf.length; i++) {
            System.arraycopy(rest, 3 * pointOf[i], all, 3 * i, 3);
        }
        Mesh mesh = sequence.restMesh(given, all);
        return normals.map(n -> n.fitted(weights, forms, workers))
                .map(n -> mesh.withSurface(mesh.surface().withNormals(Optional.of(n))))
                .orElse(mesh);
    }

    /**
     * The membrane that smooths the rest pose of these poses.
     *
     * @param mesh the welded rest pose
     */
    public RestMembrane membrane(Mesh mesh, Workers workers) {
        return RestMembrane.of(RestMode.SOLVE, mesh, sequence, workers).orElseThrow();
    }

    /**
     * Passes the rest position that the weights of a vertex prefer to the membrane.
     *
     * @param x its weights, B, not modified
     * @param count weight of the vertex
     */
    public void addRestEquations(int i, double[] x, double count, RestMembrane membrane) {
        double[] q = new double[MONOMIALS];
        forms.addForm(x, q);
        double[] right = {-q[3] / 2, -q[6] / 2, -q[8] / 2};
        for (int j = 0; j < boneCount(); j++) {
            for (int c = 0; c < 3; c++) {
                right[c] += x[j] * ty[(i * boneCount() + j) * 4 + c];
            }
        }
        double[] a = {q[0], q[1] / 2, q[2] / 2, q[4], q[5] / 2, q[7]};
        for (int c = 0; c < a.length; c++) {
            a[c] *= count;
        }
        for (int c = 0; c < right.length; c++) {
            right[c] *= count;
        }
        membrane.addRestEquations(i, a, right);
    }

    /** Moves the rest pose towards the preferred positions, as far as the membrane allows. */
    public void moveRest(RestMembrane membrane) {
        membrane.move(rest);
    }

    /** Restores faces that the membrane has flipped. */
    public void unfold(RestMembrane membrane, int[] triangles) {
        membrane.unfold(triangles, rest);
    }

    /**
     * Sets the stored normal of a vertex to the one its weights reproduce best.
     *
     * @param x its weights, B, not modified
     */
    public void moveNormal(int i, double[] x) {
        if (normals.isPresent() && normals.get().lambda() > 0) {
            double[] q = new double[MONOMIALS];
            forms.addForm(x, q);
            normals.get().move(i, x, q);
        }
    }

    /** Provides the weights of a vertex. */
    public interface WeightsOf {
        /** @param x B numbers of any sign, modified */
        void get(int i, double[] x);
    }

    /**
     * Moves the bones to the optimum for the weights and the current rest pose: free affine maps, KSO10 §4.2.
     *
     * @param counts weight of each vertex
     * @param momentum extrapolates the result
     */
    public void moveBones(WeightsOf weights, IntToDoubleFunction counts, Momentum momentum, Workers workers) {
        TransformEquations sum = new ExampleEquations(this, normals, counts).sumUp(weights, workers);
        double[] t = momentum.extrapolate(sum.solve(RIDGE, forms.transforms(), new BitSet(), workers));
        setBones(BoneForms.of(boneCount(), dimensions(), t), workers);
    }

    public void setBones(BoneForms bones, Workers workers) {
        forms = bones;
        workers.forChunks(vertexCount(), CHUNK, (chunk, from, to) -> dotWithBones(from, to));
    }

    /** The current motion of the bones in the model's units. */
    public BoneMotion motion() {
        return BoneTransforms.inModelUnits(forms.transforms(), boneCount(), sequence);
    }

    /** ‖y_i‖² */
    public double squaredNorm(int i) {
        return squaredNorms[i] + (normals.isPresent() ? normals.get().squaredNorm(i) : 0);
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
        if (normals.isPresent()) {
            normals.get().addMonomials(i, m);
        }
    }

    /**
     * The optimal convex weights for the poses (LD13 W*). With at most {@link #CANDIDATES} bones, over all of them; otherwise over the
     * vertex's own bones and those that reproduce its poses best alone.
     */
    public DenseWeights bestConvexWeights(SkinWeights given, Progress progress, Workers workers) {
        int b = boneCount();
        double[] best = new double[Math.multiplyExact(vertexCount(), b)];
        for (int first = 0; first < vertexCount(); first += REPORT_INTERVAL) {
            int start = first;
            progress.update("best weights", first, vertexCount());
            workers.forChunks(Math.min(REPORT_INTERVAL, vertexCount() - first), CHUNK, (chunk, from, to) -> {
                CandidateWeights candidates = new CandidateWeights(this);
                for (int i = start + from; i < start + to; i++) {
                    candidates.weights(i, given, best);
                }
            });
        }
        return new DenseWeights(b, best);
    }

    /**
     * The candidate bones of one vertex and its best weights over them. Not thread-safe: holds scratch memory; use one instance per thread.
     */
    private static final class CandidateWeights {
        private final ExamplePoses poses;
        private final int[] bones;
        private final double[] h;
        private final double[] alone;
        private final double[] m = new double[ExamplePoses.MONOMIALS];
        private final SimplexQuadratic simplex;

        CandidateWeights(ExamplePoses poses) {
            int all = poses.boneCount();
            int most = Math.min(all, ExamplePoses.CANDIDATES);
            this.poses = poses;
            bones = new int[most];
            h = new double[all];
            alone = new double[all];
            simplex = new SimplexQuadratic(most);
        }

        void weights(int i, SkinWeights given, double[] best) {
            poses.monomials(i, m);
            poses.h(i, h);
            pick(i, given);
            for (int a = 0; a < bones.length; a++) {
                for (int c = 0; c <= a; c++) {
                    double product = poses.gramOf(m, bones[a], bones[c]);
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
                alone[j] = poses.gramOf(m, j, j) - 2 * h[j];
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

    /** The normal equations of the bones for given weights, from {@link ExamplePoses} and, if they have a weight, its normals. */
    private static final class ExampleEquations {
        private static final int CHUNK = 256;

        /** Number of separate sums, for as many threads. */
        private static final int SUM_COUNT = 8;

        private final ExamplePoses poses;
        private final Optional<ExampleNormals> normals;
        private final IntToDoubleFunction counts;
        private final double lambda;

        /** @param counts weight of each vertex */
        ExampleEquations(ExamplePoses poses, Optional<ExampleNormals> normals, IntToDoubleFunction counts) {
            this.poses = poses;
            this.normals = normals;
            this.counts = counts;
            this.lambda = normals.map(ExampleNormals::lambda).orElse(0.0);
        }

        TransformEquations sumUp(ExamplePoses.WeightsOf weights, Workers workers) {
            int n = poses.vertexCount();
            int size = (n + SUM_COUNT - 1) / SUM_COUNT;
            TransformEquations[] sums = new TransformEquations[Workers.chunks(n, size)];
            workers.forChunks(n, size, (chunk, from, to) -> {
                sums[chunk] = new TransformEquations(poses.boneCount(), poses.dimensions());
                for (int i = from; i < to; i += CHUNK) {
                    add(weights, i, Math.min(to, i + CHUNK), sums[chunk]);
                }
            });
            for (int chunk = 1; chunk < sums.length; chunk++) {
                sums[0].add(sums[chunk]);
            }
            return sums[0];
        }

        private void add(ExamplePoses.WeightsOf weights, int from, int to, TransformEquations sum) {
            int d = poses.dimensions();
            double[] y = new double[(to - from) * d];
            double[] z = new double[lambda > 0 ? y.length : 0];
            double[] x = new double[poses.boneCount()];
            poses.sequence().rows(from, to, y, new double[to - from]);
            if (lambda > 0) {
                normals.orElseThrow().rows(from, to, z);
            }
            for (int i = from; i < to; i++) {
                weights.get(i, x);
                double count = counts.applyAsDouble(i);
                sum.add(count, x, poses.rest(), 3 * i, y, (i - from) * d);
                if (lambda > 0) {
                    sum.addNormal(x, count * lambda, normals.orElseThrow().normals(), 3 * i, z, (i - from) * d);
                }
            }
        }
    }

    /** The error of weights in {@link ExamplePoses}, separately for positions and normals. */
    private static final class ExampleErrors {
        private static final int CHUNK = 256;

        private final ExamplePoses poses;
        private final Optional<ExampleNormals> normals;

        ExampleErrors(ExamplePoses poses, Optional<ExampleNormals> normals) {
            this.poses = poses;
            this.normals = normals;
        }

        /**
         * Squared error of positions plus {@code lambda} times that of normals.
         *
         * @param counts weight of each vertex
         */
        double squared(ExamplePoses.WeightsOf weights, IntToDoubleFunction counts, double lambda, Workers workers) {
            double before = normals.map(ExampleNormals::lambda).orElse(0.0);
            normals.ifPresent(n -> n.weigh(lambda));
            double[] errors = new double[poses.vertexCount()];
            workers.forChunks(errors.length, CHUNK, (chunk, from, to) -> {
                double[] x = new double[poses.boneCount()];
                double[] h = new double[poses.boneCount()];
                double[] m = new double[ExamplePoses.MONOMIALS];
                for (int i = from; i < to; i++) {
                    weights.get(i, x);
                    poses.monomials(i, m);
                    poses.h(i, h);
                    errors[i] = counts.applyAsDouble(i) * Math.max(0, error(i, x, m, h));
                }
            });
            normals.ifPresent(n -> n.weigh(before));
            return Arrays.stream(errors).sum();
        }

        /** xᵀG_i·x − 2h_iᵀx + ‖y_i‖² */
        private double error(int i, double[] x, double[] m, double[] h) {
            double sum = poses.squaredNorm(i);
            for (int j = 0; j < x.length; j++) {
                for (int l = 0; l <= j && x[j] != 0; l++) {
                    sum += x[l] == 0 ? 0 : (l == j ? 1 : 2) * x[j] * x[l] * poses.gramOf(m, j, l);
                }
                sum -= 2 * x[j] * h[j];
            }
            return sum;
        }
    }
}
