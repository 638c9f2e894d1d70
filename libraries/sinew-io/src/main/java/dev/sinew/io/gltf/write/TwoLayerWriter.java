package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.model.TwoLayerWeights;
import java.nio.ByteBuffer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The extension {@code SINEW_two_layer}: virtual bones in the skin, two of them a vertex in every primitive. */
final class TwoLayerWriter {
    private static final int SHORT_VALUES = 65536;

    private final BinaryBuilder binary;
    private final TwoLayerWeights layers;
    private final VertexSplit split;

    TwoLayerWriter(BinaryBuilder binary, TwoLayerWeights layers, VertexSplit split) {
        this.binary = binary;
        this.layers = layers;
        this.split = split;
    }

    /** @param root modified: the one skin, the primitives of the one mesh, and what the file says it uses */
    void write(ObjectNode root) {
        root.withArray("extensionsUsed").add(Vocabulary.TWO_LAYER);
        ObjectNode ofSkin = extension((ObjectNode) root.get("skins").get(0));
        ofSkin.put("version", Vocabulary.TWO_LAYER_VERSION);
        ofSkin.put(Vocabulary.ATOM_INFLUENCES, layers.atomInfluences());
        ofSkin.put(Vocabulary.ATOM_JOINTS, integers(layers.atomBones(), 1, layers.masterBoneCount()));
        ofSkin.put(Vocabulary.ATOM_WEIGHTS, floats(layers.atomWeights(), 1));
        int virtual = integers(perVertex(layers.vertexVirtual()), 2, layers.virtualBoneCount());
        int coefficients = floats(perVertex(layers.vertexCoefficients()), 2);
        for (JsonNode primitive : root.get("meshes").get(0).get("primitives")) {
            extension((ObjectNode) primitive)
                    .put(Vocabulary.VIRTUAL_BONES, virtual)
                    .put(Vocabulary.COEFFICIENTS, coefficients);
        }
    }

    private static ObjectNode extension(ObjectNode owner) {
        return owner.putObject("extensions").putObject(Vocabulary.TWO_LAYER);
    }

    private int[] perVertex(int[] pairs) {
        int[] out = new int[2 * split.count()];
        for (int i = 0; i < split.count(); i++) {
            System.arraycopy(pairs, 2 * split.source(i), out, 2 * i, 2);
        }
        return out;
    }

    private double[] perVertex(double[] pairs) {
        double[] out = new double[2 * split.count()];
        for (int i = 0; i < split.count(); i++) {
            System.arraycopy(pairs, 2 * split.source(i), out, 2 * i, 2);
        }
        return out;
    }

    private int integers(int[] values, int width, int bound) {
        ComponentType type = bound <= SHORT_VALUES ? ComponentType.UNSIGNED_SHORT : ComponentType.UNSIGNED_INT;
        ByteBuffer data = BinaryBuilder.littleEndian((long) values.length * type.bytes());
        for (int value : values) {
            if (type == ComponentType.UNSIGNED_SHORT) {
                data.putShort((short) value);
            } else {
                data.putInt(value);
            }
        }
        int view = binary.view(data.array(), values.length * type.bytes(), BinaryBuilder.Target.OTHER);
        return accessor(view, type, values.length, width);
    }

    private int floats(double[] values, int width) {
        ByteBuffer data = BinaryBuilder.littleEndian(4L * values.length);
        for (double value : values) {
            data.putFloat((float) value);
        }
        int view = binary.view(data.array(), data.capacity(), BinaryBuilder.Target.OTHER);
        return accessor(view, ComponentType.FLOAT, values.length, width);
    }

    private int accessor(int view, ComponentType type, int values, int width) {
        binary.accessor(view, 0, type, values / width, width == 1 ? "SCALAR" : "VEC" + width);
        return binary.lastAccessor();
    }
}
