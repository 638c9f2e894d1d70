package dev.sinew.reduce;

import dev.sinew.model.SkinWeights;

/** The K largest weights of each vertex, scaled to sum to one. */
public final class LargestWeights {
    private LargestWeights() {}

    public static SkinWeights of(SkinWeights weights, int influences) {
        int from = weights.influences();
        int places = Math.min(influences, from);
        int n = weights.vertexCount();
        int[] bones = new int[n * places];
        double[] kept = new double[n * places];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            // They stand largest first.
            for (int k = 0; k < places; k++) {
                bones[i * places + k] = weights.bones()[i * from + k];
                sum += weights.weights()[i * from + k];
            }
            for (int k = 0; k < places; k++) {
                kept[i * places + k] = weights.weights()[i * from + k] / sum;
            }
        }
        return SkinWeights.of(places, bones, kept);
    }
}
