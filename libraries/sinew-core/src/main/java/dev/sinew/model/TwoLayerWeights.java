package dev.sinew.model;

import dev.sinew.run.InvalidInputException;
import java.util.Arrays;

/**
 * Skinning weights W ≈ D·A in two sparse layers (LD13 §3.1): m virtual bones are blends of up to c of the k master bones, and every one of
 * the n vertices is a blend of two virtual bones. Immutable; accessors return the arrays themselves, which callers must not modify.
 *
 * <p>Both layers are affine: the weights of an atom (a column of D, k×m) and the two coefficients of a vertex (a column of A, m×n) each sum
 * to one. LD13 requires no more: eq. 6 has only the affinity constraint, and eq. 5 may give an atom negative elements. So <em>negative
 * numbers are allowed in both</em>. They extrapolate between atoms; the products D·A stay close to the convex weights they approximate.
 *
 * <p>Unused entries have index 0 and weight 0.
 */
public final class TwoLayerWeights {
    /** Virtual bones per vertex; LD13 eq. 1b. */
    public static final int VIRTUAL_PER_VERTEX = 2;

    private final int masterBoneCount;
    private final int atomInfluences;
    private final int[] atomBones;
    private final double[] atomWeights;
    private final int[] vertexVirtual;
    private final double[] vertexCoefficients;

    private TwoLayerWeights(
            int masterBoneCount,
            int atomInfluences,
            int[] atomBones,
            double[] atomWeights,
            int[] vertexVirtual,
            double[] vertexCoefficients) {
        this.masterBoneCount = masterBoneCount;
        this.atomInfluences = atomInfluences;
        this.atomBones = atomBones;
        this.atomWeights = atomWeights;
        this.vertexVirtual = vertexVirtual;
        this.vertexCoefficients = vertexCoefficients;
    }

    /**
     * Checks indices and sums; sums that differ from one by up to {@link SkinWeights#SUM_TOLERANCE} are normalised. Keeps the order of
     * entries.
     *
     * @param masterBoneCount k
     * @param atomInfluences entries per virtual bone, c
     * @param atomBones m·c master bones, not modified
     * @param atomWeights m·c weights, finite, not modified
     * @param vertexVirtual 2n virtual bones, not modified
     * @param vertexCoefficients 2n coefficients, finite, not modified
     */
    public static TwoLayerWeights of(
            int masterBoneCount,
            int atomInfluences,
            int[] atomBones,
            double[] atomWeights,
            int[] vertexVirtual,
            double[] vertexCoefficients) {
        checkShape("virtual bones", atomInfluences, atomBones.length, atomWeights.length);
        checkShape("vertices", VIRTUAL_PER_VERTEX, vertexVirtual.length, vertexCoefficients.length);
        TwoLayerWeights copy = new TwoLayerWeights(
                masterBoneCount,
                atomInfluences,
                atomBones.clone(),
                atomWeights.clone(),
                vertexVirtual.clone(),
                vertexCoefficients.clone());
        normalise("virtual bone", atomInfluences, copy.atomBones, copy.atomWeights, "bone", masterBoneCount);
        normalise(
                "vertex",
                VIRTUAL_PER_VERTEX,
                copy.vertexVirtual,
                copy.vertexCoefficients,
                "virtual bone",
                copy.virtualBoneCount());
        return copy;
    }

    private static void checkShape(String rows, int places, int indices, int weights) {
        if (places < 1 || indices != weights || indices % places != 0) {
            throw new IllegalArgumentException(
                    indices + " indices and " + weights + " weights for " + rows + " with " + places + " entries each");
        }
    }

    private static void normalise(String row, int places, int[] indices, double[] weights, String what, int bound) {
        for (int r = 0; r < indices.length / places; r++) {
            double sum = 0;
            for (int at = r * places; at < (r + 1) * places; at++) {
                indices[at] = weights[at] == 0 ? 0 : indices[at];
                if (indices[at] < 0 || indices[at] >= bound) {
                    throw new InvalidInputException(
                            row + " " + r + " names " + what + " " + indices[at] + " of " + bound);
                }
                sum += weights[at];
            }
            // Written so that NaN is rejected too.
            if (!(Math.abs(sum - 1) <= SkinWeights.SUM_TOLERANCE)) {
                throw new InvalidInputException("the weights of " + row + " " + r + " sum to " + sum
                        + "; the sum must be 1 within " + SkinWeights.SUM_TOLERANCE);
            }
            for (int at = r * places; at < (r + 1) * places; at++) {
                weights[at] /= sum;
            }
        }
    }

    /** The same with another number of bones; rejected if that removes a bone in use. */
    public TwoLayerWeights withMasterBones(int count) {
        return of(count, atomInfluences, atomBones, atomWeights, vertexVirtual, vertexCoefficients);
    }

    /** n */
    public int vertexCount() {
        return vertexVirtual.length / VIRTUAL_PER_VERTEX;
    }

    /** k */
    public int masterBoneCount() {
        return masterBoneCount;
    }

    /** m */
    public int virtualBoneCount() {
        return atomBones.length / atomInfluences;
    }

    /** Entries per virtual bone, c. */
    public int atomInfluences() {
        return atomInfluences;
    }

    /** m·c master bones: entry a of virtual bone j at {@code j·c + a}. */
    public int[] atomBones() {
        return atomBones;
    }

    /** m·c weights of the master bones in the virtual ones; may be negative, each c sum to one. */
    public double[] atomWeights() {
        return atomWeights;
    }

    /** 2n virtual bones, those of vertex i at {@code 2i} and {@code 2i + 1}. */
    public int[] vertexVirtual() {
        return vertexVirtual;
    }

    /** 2n coefficients of the virtual bones; may be negative, each two sum to one. */
    public double[] vertexCoefficients() {
        return vertexCoefficients;
    }

    /** Blend operations per vertex, m·c/n + 2 (LD13 §4); 0 without vertices. */
    public double bonesPerVertex() {
        return vertexCount() == 0 ? 0 : (double) atomBones.length / vertexCount() + VIRTUAL_PER_VERTEX;
    }

    /**
     * The weights of vertex i over the master bones, D·α_i.
     *
     * @param w k numbers, modified
     */
    public void weightsOf(int i, double[] w) {
        Arrays.fill(w, 0, masterBoneCount, 0);
        for (int v = VIRTUAL_PER_VERTEX * i; v < VIRTUAL_PER_VERTEX * (i + 1); v++) {
            int atom = vertexVirtual[v] * atomInfluences;
            for (int a = atom; a < atom + atomInfluences; a++) {
                w[atomBones[a]] += vertexCoefficients[v] * atomWeights[a];
            }
        }
    }
}
