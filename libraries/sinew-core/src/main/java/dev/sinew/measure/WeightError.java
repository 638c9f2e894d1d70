package dev.sinew.measure;

import dev.sinew.model.SkinWeights;
import dev.sinew.model.TwoLayerWeights;
import java.util.Arrays;

/** Difference between weights: 1000·‖W′−W‖_F/√(kn), LD13 eq. 1a. */
public final class WeightError {
    private WeightError() {}

    public static double of(TwoLayerWeights layers, SkinWeights weights) {
        int k = layers.masterBoneCount();
        double[] w = new double[k];
        double sum = 0;
        for (int i = 0; i < layers.vertexCount(); i++) {
            layers.weightsOf(i, w);
            subtract(weights, i, w);
            sum += squared(w);
        }
        return 1000 * Math.sqrt(sum / ((double) k * layers.vertexCount()));
    }

    /** @param bones k, master bones of both */
    public static double of(SkinWeights reduced, SkinWeights weights, int bones) {
        double[] w = new double[bones];
        double sum = 0;
        for (int i = 0; i < weights.vertexCount(); i++) {
            Arrays.fill(w, 0);
            subtract(reduced, i, w);
            for (int z = 0; z < bones; z++) {
                w[z] = -w[z];
            }
            subtract(weights, i, w);
            sum += squared(w);
        }
        return 1000 * Math.sqrt(sum / ((double) bones * weights.vertexCount()));
    }

    private static void subtract(SkinWeights weights, int i, double[] w) {
        int places = weights.influences();
        for (int at = i * places; at < (i + 1) * places; at++) {
            w[weights.bones()[at]] -= weights.weights()[at];
        }
    }

    private static double squared(double[] w) {
        double sum = 0;
        for (double x : w) {
            sum += x * x;
        }
        return sum;
    }
}
