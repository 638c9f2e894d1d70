package dev.sinew.solve;

import dev.sinew.model.SkinWeights;

/**
 * Skinning weights as a dense N×B matrix.
 *
 * @param boneCount B
 * @param values N·B, weight of bone j on vertex i at {@code i·B + j}
 */
public record DenseWeights(int boneCount, double[] values) {
    public static DenseWeights of(SkinWeights weights, int boneCount) {
        int k = weights.influences();
        double[] values = new double[Math.multiplyExact(weights.vertexCount(), boneCount)];
        for (int at = 0; at < weights.weights().length; at++) {
            values[at / k * boneCount + weights.bones()[at]] += weights.weights()[at];
        }
        return new DenseWeights(boneCount, values);
    }

    public int vertexCount() {
        return values.length / boneCount;
    }

    /** The weights above zero, with as many influences per vertex as needed. */
    public SkinWeights sparse() {
        return sparse(0);
    }

    /** The weights above a bound, with as many influences per vertex as the vertex with most needs. */
    public SkinWeights sparse(double bound) {
        int n = vertexCount();
        int places = 1;
        for (int i = 0; i < n; i++) {
            places = Math.max(places, influencesOf(i, bound));
        }
        int[] bones = new int[n * places];
        double[] weights = new double[n * places];
        for (int i = 0; i < n; i++) {
            int at = i * places;
            for (int j = 0; j < boneCount; j++) {
                if (values[i * boneCount + j] > bound) {
                    bones[at] = j;
                    weights[at++] = values[i * boneCount + j];
                }
            }
        }
        return SkinWeights.of(places, bones, weights);
    }

    /** Number of weights of vertex i above zero. */
    public int influencesOf(int i) {
        return influencesOf(i, 0);
    }

    private int influencesOf(int i, double bound) {
        int count = 0;
        for (int j = i * boneCount; j < (i + 1) * boneCount; j++) {
            count += values[j] > bound ? 1 : 0;
        }
        return count;
    }
}
