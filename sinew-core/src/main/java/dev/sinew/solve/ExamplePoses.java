package dev.sinew.solve;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Workers;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import java.util.Arrays;

/**
 * Poses a mesh should take, with the bones that move it: what any weights x of a vertex cost there. With Θ_ij = T_j·ũ_i
 * the trajectory that bone j alone would give vertex i, that is xᵀG_i·x − 2h_iᵀx + ‖y_i‖² with G_i(j,l) = Θ_ij·Θ_il and
 * h_i(j) = Θ_ij·y_i. G_i costs ten products an entry whatever the number of frames; h_i is made once. Units are those of
 * {@link NormalisedSequence}. Safe for several threads.
 */
public final class ExamplePoses {
    /** Numbers a vertex that {@link #monomials} gives. */
    public static final int MONOMIALS = BoneForms.FORM;

    private static final int CHUNK = 256;

    private final NormalisedSequence sequence;
    private final BoneForms forms;
    /** N·B */
    private final double[] h;

    private final double[] squaredNorms;

    private ExamplePoses(NormalisedSequence sequence, BoneForms forms, Workers workers) {
        this.sequence = sequence;
        this.forms = forms;
        h = new double[Math.multiplyExact(sequence.vertexCount(), forms.boneCount())];
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
        double[] ty = new double[columns];
        sequence.rows(from, to, rows, norms);
        for (int i = from; i < to; i++) {
            Arrays.fill(ty, 0);
            for (int k = 0; k < d; k++) {
                double y = rows[(i - from) * d + k];
                for (int c = 0; c < columns; c++) {
                    ty[c] += y * forms.t()[k * columns + c];
                }
            }
            double[] u = sequence.rest();
            for (int j = 0; j < boneCount(); j++) {
                h[i * boneCount() + j] = ty[4 * j] * u[3 * i]
                        + ty[4 * j + 1] * u[3 * i + 1]
                        + ty[4 * j + 2] * u[3 * i + 2]
                        + ty[4 * j + 3];
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

    /** h of all vertices, N·B, not to be modified. */
    public double[] h() {
        return h;
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
     * The ten monomials of ũ_i. G is linear in them: Σ_i a_i·G_i is the form of Σ_i a_i times these.
     *
     * @param m ten numbers, modified
     */
    public void monomials(int i, double[] m) {
        double[] u = sequence.rest();
        BoneForms.monomials(u[3 * i], u[3 * i + 1], u[3 * i + 2], m);
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

    /** Weights over all bones that follow the poses best, each vertex ≥ 0 and summing to one (LD13 W*). */
    public DenseWeights bestConvexWeights(Workers workers) {
        int b = boneCount();
        double[] best = new double[h.length];
        workers.forChunks(vertexCount(), CHUNK, (chunk, from, to) -> {
            SimplexQuadratic simplex = new SimplexQuadratic(b);
            for (int i = from; i < to; i++) {
                gram(i, simplex.g());
                System.arraycopy(h, i * b, simplex.b(), 0, b);
                simplex.minimise(b);
                System.arraycopy(simplex.x(), 0, best, i * b, b);
            }
        });
        return new DenseWeights(b, best);
    }
}
