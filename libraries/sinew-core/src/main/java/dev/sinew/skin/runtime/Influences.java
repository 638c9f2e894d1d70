package dev.sinew.skin.runtime;

import dev.sinew.model.SkinWeights;

/**
 * Weights in single precision beside where in the palette they point, the same number of places for every vertex.
 *
 * @param places a vertex
 * @param offsets N·places, bone times floats per bone
 * @param weights N·places, 0 where a place is not used
 */
record Influences(int places, int[] offsets, float[] weights) {
    static Influences of(SkinWeights from, int places, int stride) {
        int n = from.vertexCount();
        int[] offsets = new int[Math.multiplyExact(n, places)];
        float[] weights = new float[offsets.length];
        int given = Math.min(places, from.influences());
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < given; k++) {
                offsets[i * places + k] = stride * from.bones()[i * from.influences() + k];
                weights[i * places + k] = (float) from.weights()[i * from.influences() + k];
            }
        }
        return new Influences(places, offsets, weights);
    }
}
