package dev.sinew.model;

import dev.sinew.run.RefusedException;

/**
 * Which bones move a vertex and how much: up to K influences per vertex, non-negative, summing to one. Immutable;
 * accessors return the arrays themselves, which callers must not modify.
 *
 * <p>Influence k of vertex i stands at {@code i·K + k}, the largest weight first; unused places hold bone 0 with
 * weight 0.
 */
public final class SkinWeights {
    /** Sums further from one than this are refused rather than repaired. */
    public static final double SUM_TOLERANCE = 0.01;

    private final int vertexCount;
    private final int influences;
    private final int[] bones;
    private final double[] weights;

    private SkinWeights(int vertexCount, int influences, int[] bones, double[] weights) {
        this.vertexCount = vertexCount;
        this.influences = influences;
        this.bones = bones;
        this.weights = weights;
    }

    /**
     * Sorts the influences of every vertex by weight and scales them to sum to one.
     *
     * @param influences places a vertex, K
     * @param bones N·K bone indices, not modified
     * @param weights N·K weights, not modified
     */
    public static SkinWeights of(int influences, int[] bones, double[] weights) {
        if (influences < 1 || bones.length != weights.length || bones.length % influences != 0) {
            throw new IllegalArgumentException(bones.length + " bones and " + weights.length + " weights for "
                    + influences + " influences per vertex");
        }
        int n = bones.length / influences;
        SkinWeights copy = new SkinWeights(n, influences, bones.clone(), weights.clone());
        for (int i = 0; i < n; i++) {
            copy.normalise(i);
        }
        return copy;
    }

    private void normalise(int i) {
        int from = i * influences;
        double sum = 0;
        for (int k = from; k < from + influences; k++) {
            if (!(weights[k] >= 0)) {
                throw new RefusedException("vertex " + i + " has the weight " + weights[k] + ", weights must be ≥ 0");
            }
            if (weights[k] == 0) {
                bones[k] = 0;
            }
            sum += weights[k];
        }
        if (Math.abs(sum - 1) > SUM_TOLERANCE) {
            throw new RefusedException(
                    "the weights of vertex " + i + " sum to " + sum + ", they must sum to 1 within " + SUM_TOLERANCE);
        }
        sortByWeight(from);
        for (int k = from; k < from + influences; k++) {
            weights[k] /= sum;
        }
    }

    /** Insertion sort, largest first; equal weights by bone, so that the order never depends on the solver. */
    private void sortByWeight(int from) {
        for (int k = from + 1; k < from + influences; k++) {
            double w = weights[k];
            int b = bones[k];
            int at = k;
            while (at > from && (weights[at - 1] < w || (weights[at - 1] == w && bones[at - 1] > b))) {
                weights[at] = weights[at - 1];
                bones[at] = bones[at - 1];
                at--;
            }
            weights[at] = w;
            bones[at] = b;
        }
    }

    /** The rows of some vertices, in their order; a vertex may occur more than once. @param vertices not modified */
    public SkinWeights rows(int[] vertices) {
        int[] someBones = new int[influences * vertices.length];
        double[] some = new double[someBones.length];
        for (int i = 0; i < vertices.length; i++) {
            System.arraycopy(bones, influences * vertices[i], someBones, influences * i, influences);
            System.arraycopy(weights, influences * vertices[i], some, influences * i, influences);
        }
        return of(influences, someBones, some);
    }

    /** The K largest weights of each vertex, scaled to sum to one. */
    public SkinWeights largest(int most) {
        int places = Math.min(most, influences);
        int[] someBones = new int[vertexCount * places];
        double[] kept = new double[vertexCount * places];
        for (int i = 0; i < vertexCount; i++) {
            double sum = 0;
            for (int k = 0; k < places; k++) {
                someBones[i * places + k] = bones[i * influences + k];
                sum += weights[i * influences + k];
            }
            for (int k = 0; k < places; k++) {
                kept[i * places + k] = weights[i * influences + k] / sum;
            }
        }
        return of(places, someBones, kept);
    }

    public int vertexCount() {
        return vertexCount;
    }

    /** Places a vertex, K. */
    public int influences() {
        return influences;
    }

    /** N·K bone indices. */
    public int[] bones() {
        return bones;
    }

    /** N·K weights. */
    public double[] weights() {
        return weights;
    }

    /** Σ_i w_ij: how much each bone moves. */
    public double[] totals(int boneCount) {
        double[] totals = new double[boneCount];
        for (int at = 0; at < bones.length; at++) {
            totals[bones[at]] += weights[at];
        }
        return totals;
    }

    /**
     * The weighted middle of what each bone moves.
     *
     * @param rest 3N positions, not modified
     * @param otherwise 3B places of bones that move nothing, not modified
     * @return 3B
     */
    public double[] middles(float[] rest, double[] otherwise) {
        double[] totals = totals(otherwise.length / 3);
        double[] middles = new double[otherwise.length];
        for (int at = 0; at < bones.length; at++) {
            int i = at / influences;
            for (int x = 0; x < 3; x++) {
                middles[3 * bones[at] + x] += weights[at] * rest[3 * i + x];
            }
        }
        for (int k = 0; k < middles.length; k++) {
            middles[k] = totals[k / 3] > 0 ? middles[k] / totals[k / 3] : otherwise[k];
        }
        return middles;
    }

    /** Weights above zero of vertex i. */
    public int influencesOf(int i) {
        int count = 0;
        while (count < influences && weights[i * influences + count] > 0) {
            count++;
        }
        return count;
    }

    /** The largest number of weights above zero any vertex has. */
    public int maxInfluences() {
        int max = 0;
        for (int i = 0; i < vertexCount; i++) {
            max = Math.max(max, influencesOf(i));
        }
        return max;
    }

    /** The mean number of weights above zero. */
    public double meanInfluences() {
        long sum = 0;
        for (int i = 0; i < vertexCount; i++) {
            sum += influencesOf(i);
        }
        return vertexCount == 0 ? 0 : (double) sum / vertexCount;
    }
}
