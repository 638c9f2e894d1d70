package dev.sinew.rig;

import dev.sinew.model.SkinWeights;
import dev.sinew.solve.SkinState;
import java.util.Arrays;

/** Weights whose bones get other numbers, several of them the same. */
final class MergedWeights {
    private MergedWeights() {}

    /** @param names the new number of every bone, not modified */
    static SkinWeights of(SkinState state, int[] names) {
        return ofInfluences(
                state, Arrays.stream(state.bones()).map(j -> names[j]).toArray());
    }

    /** @param bones of every influence, N·K, not modified; what a vertex has twice becomes one */
    static SkinWeights ofInfluences(SkinState state, int[] bones) {
        int k = state.influences();
        int[] newBones = new int[bones.length];
        double[] weights = new double[bones.length];
        for (int i = 0; i < state.vertexCount(); i++) {
            int end = i * k;
            for (int from = i * k; from < (i + 1) * k && state.weights()[from] > 0; from++) {
                int to = i * k;
                while (to < end && newBones[to] != bones[from]) {
                    to++;
                }
                end = Math.max(end, to + 1);
                newBones[to] = bones[from];
                weights[to] += state.weights()[from];
            }
        }
        return SkinWeights.of(k, newBones, weights);
    }
}
