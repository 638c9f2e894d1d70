package dev.sinew.show.view;

import dev.sinew.model.TwoLayerWeights;
import tools.jackson.databind.node.ObjectNode;

/** Virtual bones and what vertices take of them, for the viewer. */
final class TwoLayerPart {
    private TwoLayerPart() {}

    static void write(TwoLayerWeights layers, String prefix, Buffers buffers, ObjectNode header) {
        header.put("virtualBones", layers.virtualBoneCount());
        header.put("atomInfluences", layers.atomInfluences());
        buffers.integers(prefix + "atomBones", layers.atomBones(), layers.masterBoneCount());
        buffers.floats(prefix + "atomWeights", floats(layers.atomWeights(), 1));
        // First virtual bones of all vertices, then the second ones: neighbours stand side by side.
        int n = layers.vertexCount();
        int[] virtual = new int[2 * n];
        for (int i = 0; i < n; i++) {
            virtual[i] = layers.vertexVirtual()[2 * i];
            virtual[n + i] = layers.vertexVirtual()[2 * i + 1];
        }
        buffers.integers(prefix + "virtual", virtual, layers.virtualBoneCount());
        // The second coefficient is what the first leaves to one.
        buffers.floats(prefix + "coefficients", floats(layers.vertexCoefficients(), 2));
    }

    /** Every {@code step}-th number, the first one included. */
    private static float[] floats(double[] values, int step) {
        float[] out = new float[values.length / step];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) values[k * step];
        }
        return out;
    }
}
