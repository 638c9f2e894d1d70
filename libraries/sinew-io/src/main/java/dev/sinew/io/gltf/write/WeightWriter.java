package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.quantize.QuantizedAttributes;
import dev.sinew.io.parts.Storage;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes JOINTS_n and WEIGHTS_n, four influences per set. Weights are floats whose stored values sum to one, or bytes that
 * sum to 255. Each bone occurs once per vertex, and unused slots have joint 0, as glTF requires.
 */
final class WeightWriter {
    private static final int SET = 4;
    private static final int BYTE_BONES = 256;
    private static final int SHORT_BONES = 65536;
    /**
     * The share of a fallback skin in a vertex's weights when combined with another skin; a power of two, so it costs no
     * precision.
     */
    private static final double FALLBACK_SHARE = 0x1p-12;

    private final BinaryBuilder binary;
    private final Storage storage;
    private final VertexSplit split;
    private final boolean inBytes;
    private final int slots;
    /** N·slots, the largest weight of a vertex first. */
    private final int[] joints;

    private final float[] values;

    private WeightWriter(
            BinaryBuilder binary, VertexSplit split, Storage storage, int vertices, int slots, boolean inBytes) {
        this.binary = binary;
        this.storage = storage;
        this.split = split;
        this.slots = slots;
        this.inBytes = inBytes;
        this.joints = new int[Math.multiplyExact(vertices, slots)];
        this.values = new float[joints.length];
    }

    /** @param weights multiples of 1/255 if the storage is quantized */
    static WeightWriter of(BinaryBuilder binary, SkinWeights weights, VertexSplit split, Storage storage) {
        int slots = slotsOf(weights);
        WeightWriter writer =
                new WeightWriter(binary, split, storage, weights.vertexCount(), slots, storage.isQuantized());
        writer.takeAll(new Part(weights, 0, 0, 1));
        return writer;
    }

    /**
     * Two skins: the fallback's weights in the first set, with a share too small for bytes, and the model's weights from the third set
     * on. The second set is zero, because some programs read eight weights.
     */
    static WeightWriter of(BinaryBuilder binary, GltfWriter.TwoSkins skins, VertexSplit split, Storage storage) {
        SkinWeights own = skins.own();
        WeightWriter writer =
                new WeightWriter(binary, split, storage, own.vertexCount(), 2 * SET + slotsOf(own), false);
        writer.takeAll(new Part(skins.fallback(), 0, skins.ownBones(), FALLBACK_SHARE));
        writer.takeAll(new Part(own, 2 * SET, 0, 1 - FALLBACK_SHARE));
        return writer;
    }

    private static int slotsOf(SkinWeights weights) {
        return Math.max(1, (weights.maxInfluences() + SET - 1) / SET) * SET;
    }

    /**
     * Weights that fill some of the sets.
     *
     * @param slot first slot of a vertex
     * @param firstBone index that their bones start at
     * @param share sum of the weights per vertex
     */
    private record Part(SkinWeights weights, int slot, int firstBone, double share) {}

    private void takeAll(Part part) {
        int width = slotsOf(part.weights);
        for (int i = 0; i < part.weights.vertexCount(); i++) {
            take(part, i);
            if (storage.isPacked() && i > 0) {
                alignWithPrevious(i * slots + part.slot, width);
            }
        }
    }

    /** Moves bones to the slots they have for the previous vertex, so that fewer bytes differ. The order has no meaning. */
    private void alignWithPrevious(int from, int width) {
        for (int at = from; at < from + width; at++) {
            for (int wanted = from; wanted < from + width; wanted++) {
                boolean same = values[at] > 0 && joints[at] == joints[wanted - slots] && values[wanted - slots] > 0;
                if (same && joints[wanted] != joints[at]) {
                    swap(at, wanted);
                    at = from - 1;
                    break;
                }
            }
        }
    }

    private void swap(int a, int b) {
        int joint = joints[a];
        joints[a] = joints[b];
        joints[b] = joint;
        float value = values[a];
        values[a] = values[b];
        values[b] = value;
    }

    private void take(Part part, int i) {
        SkinWeights weights = part.weights;
        int from = i * slots + part.slot;
        int used = 0;
        int k = weights.influences();
        for (int at = i * k; at < (i + 1) * k && weights.weights()[at] > 0; at++) {
            float value = (float) (part.share * weights.weights()[at]);
            int bone = part.firstBone + weights.bones()[at];
            int slot = slotOf(from, used, bone);
            if (value > 0) {
                joints[slot] = bone;
                values[slot] += value;
                used = Math.max(used, slot + 1 - from);
            }
        }
        sumTo(part.share, from, used);
    }

    private int slotOf(int from, int used, int bone) {
        for (int at = from; at < from + used; at++) {
            if (joints[at] == bone) {
                return at;
            }
        }
        return from + used;
    }

    /** Adds the rounding error to the largest weight. */
    private void sumTo(double share, int from, int used) {
        double rest = share;
        for (int at = from + used - 1; at > from; at--) {
            rest -= values[at];
        }
        values[from] = (float) rest;
    }

    /** @param attributes modified */
    void write(ObjectNode attributes, int bones) {
        if (bones > SHORT_BONES) {
            throw new InvalidInputException("the model has " + bones + " bones; glTF supports at most " + SHORT_BONES);
        }
        for (int set = 0; set < slots / SET; set++) {
            attributes.put("JOINTS_" + set, bones <= BYTE_BONES ? byteJoints(set) : shortJoints(set));
            attributes.put("WEIGHTS_" + set, weights(set));
        }
    }

    private int byteJoints(int set) {
        ByteBuffer data = BinaryBuilder.littleEndian((long) SET * split.count());
        for (int i = 0; i < split.count(); i++) {
            for (int k = 0; k < SET; k++) {
                data.put((byte) joints[split.source(i) * slots + set * SET + k]);
            }
        }
        return attribute(data, ComponentType.UNSIGNED_BYTE);
    }

    private int shortJoints(int set) {
        ByteBuffer data = BinaryBuilder.littleEndian(2L * SET * split.count());
        for (int i = 0; i < split.count(); i++) {
            for (int k = 0; k < SET; k++) {
                data.putShort((short) joints[split.source(i) * slots + set * SET + k]);
            }
        }
        return attribute(data, ComponentType.UNSIGNED_SHORT);
    }

    private int weights(int set) {
        float[] own = new float[Math.multiplyExact(SET, split.count())];
        for (int i = 0; i < split.count(); i++) {
            System.arraycopy(values, split.source(i) * slots + set * SET, own, SET * i, SET);
        }
        return inBytes ? new QuantizedAttributes(binary).weights(own) : binary.vertexFloats(own, SET);
    }

    private int attribute(ByteBuffer data, ComponentType type) {
        int view = storage.isPacked()
                ? binary.strided(data.array(), SET * type.bytes(), BinaryBuilder.Target.VERTICES)
                : binary.view(data.array(), data.capacity(), BinaryBuilder.Target.VERTICES);
        binary.accessor(view, 0, type, split.count(), "VEC4");
        return binary.lastAccessor();
    }
}
