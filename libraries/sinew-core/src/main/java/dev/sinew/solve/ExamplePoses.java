package dev.sinew.solve;

import dev.sinew.math.Workers;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Weld;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;

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

    /** Holds bones that the poses leave open where they were; as in {@link AffineTransforms}. */
    private static final double RIDGE = 1e-9;

    private final NormalisedSequence sequence;
    private BoneForms forms;
    /** T_jᵀ·y_i, four numbers per bone, N·4B: all that is left of the frames. */
    private final double[] ty;

    private final double[] squaredNorms;
    /** 3N, where the vertices rest now. */
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
     * Normals stand by from now on; they count when {@link #weighNormals} says how much.
     *
     * @param given the examples with all vertices, on the model's own mesh
     * @param weld those of them that are one here
     */
    public ExamplePoses withNormals(MeshSequence given, Weld weld, Workers workers) {
        NormalSequence truth = new NormalSequence(given, weld, workers);
        normals = truth.truth().count() == 0 ? Optional.empty() : Optional.of(new ExampleNormals(truth, boneCount()));
        normals.ifPresent(
                n -> workers.forChunks(vertexCount(), CHUNK, (chunk, from, to) -> n.dotWithBones(from, to, forms)));
        return this;
    }

    /** How much normals count beside what these weights reach. @param strength 1 as usual; false where there are none */
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
     * The given mesh where the vertices rest now, with normals that these weights turn best where normals count.
     *
     * @param weld which of its vertices are one here
     */
    public Mesh restMesh(Mesh given, Weld weld, WeightsOf weights, Workers workers) {
        double[] all = new double[3 * weld.weldedOf().length];
        for (int i = 0; i < weld.weldedOf().length; i++) {
            System.arraycopy(rest, 3 * weld.weldedOf()[i], all, 3 * i, 3);
        }
        Mesh mesh = sequence.restMesh(given, all);
        return normals.map(n -> n.fitted(weights, forms, workers))
                .map(n -> mesh.withSurface(mesh.surface().withNormals(Optional.of(n))))
                .orElse(mesh);
    }

    /** What moves the rest pose of these poses as one soft sheet. @param mesh of the rest pose, every place once */
    public RestSheet sheet(Mesh mesh, Workers workers) {
        return RestSheet.of(RestMode.SOLVE, mesh, sequence, workers).orElseThrow();
    }

    /**
     * Tells the sheet where the weights of a vertex want it to rest.
     *
     * @param x its weights, B, not modified
     * @param count how much the vertex counts
     */
    public void askForRest(int i, double[] x, double count, RestSheet sheet) {
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
        sheet.ask(i, a, right);
    }

    /** Moves the rest pose to where all asked, as far as the sheet goes with it. */
    public void moveRest(RestSheet sheet) {
        sheet.move(rest);
    }

    /** Takes back faces that the sheet has turned over. */
    public void unfold(RestSheet sheet, int[] triangles) {
        sheet.unfold(triangles, rest);
    }

    /** Turns the stored normal of a vertex to where its weights follow the poses best. @param x its weights, B, not modified */
    public void moveNormal(int i, double[] x) {
        if (normals.isPresent() && normals.get().lambda() > 0) {
            double[] q = new double[MONOMIALS];
            forms.addForm(x, q);
            normals.get().move(i, x, q);
        }
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
        TransformEquations sum = new ExampleEquations(this, normals, counts).sumUp(weights, workers);
        double[] t = momentum.extrapolate(sum.solve(RIDGE, forms.transforms(), new BitSet(), workers));
        setBones(BoneForms.of(boneCount(), dimensions(), t), workers);
    }

    void setBones(BoneForms bones, Workers workers) {
        forms = bones;
        workers.forChunks(vertexCount(), CHUNK, (chunk, from, to) -> dotWithBones(from, to));
    }

    /** The bones as they move now, in the units of the model. */
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
                CandidateWeights candidates = new CandidateWeights(this);
                for (int i = start + from; i < start + to; i++) {
                    candidates.weights(i, given, best);
                }
            });
        }
        return new DenseWeights(b, best);
    }
}
