package dev.sinew.model;

import dev.sinew.run.InvalidInputException;

/**
 * The bones that influence each vertex, and their weights: up to K influences per vertex, non-negative, summing to one. Immutable;
 * accessors return the arrays themselves, which callers must not modify.
 *
 * <p>Influence k of vertex i is at {@code i·K + k}, the largest weight first; unused entries have bone 0 and weight 0.
 */
public final class SkinWeights {
    /** Sums that differ more from one are rejected instead of normalised. */
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
     * Sorts the influences of every vertex by weight and normalises their sum to one.
     *
     * @param influences entries per vertex, K
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
                throw new InvalidInputException(
                        "vertex " + i + " has the weight " + weights[k] + "; weights must be ≥ 0");
            }
            if (weights[k] == 0) {
                bones[k] = 0;
            }
            sum += weights[k];
        }
        if (Math.abs(sum - 1) > SUM_TOLERANCE) {
            throw new InvalidInputException(
                    "the weights of vertex " + i + " sum to " + sum + "; the sum must be 1 within " + SUM_TOLERANCE);
        }
        sortByWeight(from);
        for (int k = from; k < from + influences; k++) {
            weights[k] /= sum;
        }
    }

    /** Insertion sort, largest first; equal weights by bone index, so that the order does not depend on the solver. */
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

    /**
     * The rows of some vertices, in their order; a vertex may occur more than once.
     *
     * @param vertices not modified
     */
    public SkinWeights rows(int[] vertices) {
        int[] someBones = new int[influences * vertices.length];
        double[] some = new double[someBones.length];
        for (int i = 0; i < vertices.length; i++) {
            System.arraycopy(bones, influences * vertices[i], someBones, influences * i, influences);
            System.arraycopy(weights, influences * vertices[i], some, influences * i, influences);
        }
        return of(influences, someBones, some);
    }

    /** The K largest weights of each vertex, normalised to sum to one. */
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

    /** Entries per vertex, K. */
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

    /** Σ_i w_ij of each bone. */
    public double[] totals(int boneCount) {
        double[] totals = new double[boneCount];
        for (int at = 0; at < bones.length; at++) {
            totals[bones[at]] += weights[at];
        }
        return totals;
    }

    /**
     * The weighted centroid of each bone's vertices.
     *
     * @param rest 3N positions, not modified
     * @param otherwise 3B positions for bones without vertices, not modified
     * @return 3B
     */
    public double[] centroids(float[] rest, double[] otherwise) {
        double[] totals = totals(otherwise.length / 3);
        double[] centroids = new double[otherwise.length];
        for (int at = 0; at < bones.length; at++) {
            int i = at / influences;
            for (int x = 0; x < 3; x++) {
                centroids[3 * bones[at] + x] += weights[at] * rest[3 * i + x];
            }
        }
        for (int k = 0; k < centroids.length; k++) {
            centroids[k] = totals[k / 3] > 0 ? centroids[k] / totals[k / 3] : otherwise[k];
        }
        return centroids;
    }

    /** Number of weights of vertex i above zero. */
    public int influencesOf(int i) {
        int count = 0;
        while (count < influences && weights[i * influences + count] > 0) {
            count++;
        }
        return count;
    }

    /** Maximum number of weights above zero of any vertex. */
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
