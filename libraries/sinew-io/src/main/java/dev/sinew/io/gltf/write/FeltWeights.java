package dev.sinew.io.gltf.write;

import dev.sinew.model.SkinWeights;
import dev.sinew.model.TwoLayerWeights;

/** Where bones are felt that two layers use, too: half of a vertex' weights are those of the fallback, half what the layers come to. */
final class FeltWeights {
    private FeltWeights() {}

    static SkinWeights of(SkinWeights fallback, TwoLayerWeights layers) {
        int own = fallback.influences();
        int bones = layers.masterBoneCount();
        int places = own + bones;
        int[] boneOf = new int[Math.multiplyExact(fallback.vertexCount(), places)];
        double[] weights = new double[boneOf.length];
        double[] w = new double[bones];
        for (int i = 0; i < fallback.vertexCount(); i++) {
            for (int k = 0; k < own; k++) {
                boneOf[i * places + k] = fallback.bones()[i * own + k];
                weights[i * places + k] = fallback.weights()[i * own + k] / 2;
            }
            layers.weightsOf(i, w);
            double sum = 0;
            for (double x : w) {
                // Layers may have weights below zero, which move a vertex as far.
                sum += Math.abs(x);
            }
            for (int j = 0; j < bones; j++) {
                boneOf[i * places + own + j] = j;
                weights[i * places + own + j] = Math.abs(w[j]) / sum / 2;
            }
        }
        return SkinWeights.of(places, boneOf, weights);
    }
}
