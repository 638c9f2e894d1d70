package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.small.SmallNumbers;
import dev.sinew.io.parts.Storage;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import tools.jackson.databind.node.ObjectNode;

/**
 * JOINTS_n and WEIGHTS_n, four influences a set. Weights are floats that sum to one as the stored floats do, or bytes that sum to 255; a bone that
 * a vertex names twice is named once, and a place without weight names joint 0, as glTF wants it.
 */
final class WeightWriter {
    private static final int SET = 4;
    private static final int BYTE_BONES = 256;
    private static final int SHORT_BONES = 65536;
    /** What a fallback skin has of a vertex beside another: its own shares of that are as exact as any floats. */
    private static final double SLIVER = 0x1p-12;

    private final BinaryBuilder binary;
    private final Storage storage;
    private final VertexSplit split;
    private final boolean inBytes;
    private final int places;
    /** N·places, the largest weight of a vertex first. */
    private final int[] joints;

    private final float[] values;

    private WeightWriter(
            BinaryBuilder binary, VertexSplit split, Storage storage, int vertices, int places, boolean inBytes) {
        this.binary = binary;
        this.storage = storage;
        this.split = split;
        this.places = places;
        this.inBytes = inBytes;
        this.joints = new int[Math.multiplyExact(vertices, places)];
        this.values = new float[joints.length];
    }

    /** @param weights whole 255ths where the storage is fitted */
    static WeightWriter of(BinaryBuilder binary, SkinWeights weights, VertexSplit split, Storage storage) {
        int places = placesOf(weights);
        WeightWriter writer =
                new WeightWriter(binary, split, storage, weights.vertexCount(), places, storage.isFitted());
        writer.takeAll(new Part(weights, 0, 0, 1));
        return writer;
    }

    /** Two skins: the fallback's weights in the first set, a sliver of the sum that bytes could not hold, the model's own in the others. */
    static WeightWriter of(BinaryBuilder binary, GltfWriter.TwoSkins skins, VertexSplit split, Storage storage) {
        SkinWeights own = skins.own();
        WeightWriter writer = new WeightWriter(binary, split, storage, own.vertexCount(), SET + placesOf(own), false);
        writer.takeAll(new Part(skins.fallback(), 0, skins.ownBones(), SLIVER));
        writer.takeAll(new Part(own, SET, 0, 1 - SLIVER));
        return writer;
    }

    private static int placesOf(SkinWeights weights) {
        return Math.max(1, (weights.maxInfluences() + SET - 1) / SET) * SET;
    }

    /**
     * Weights that go into some of the sets.
     *
     * @param place of a vertex, where they begin
     * @param firstBone what their bones are counted from
     * @param share of a vertex that they sum to
     */
    private record Part(SkinWeights weights, int place, int firstBone, double share) {}

    private void takeAll(Part part) {
        int width = placesOf(part.weights);
        for (int i = 0; i < part.weights.vertexCount(); i++) {
            take(part, i);
            if (storage.isPacked() && i > 0) {
                likeBefore(i * places + part.place, width);
            }
        }
    }

    /** Puts bones into the places they have for the vertex before: fewer bytes differ. Which comes first means nothing. */
    private void likeBefore(int from, int width) {
        for (int at = from; at < from + width; at++) {
            for (int wanted = from; wanted < from + width; wanted++) {
                boolean same = values[at] > 0 && joints[at] == joints[wanted - places] && values[wanted - places] > 0;
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
        int from = i * places + part.place;
        int used = 0;
        int k = weights.influences();
        for (int at = i * k; at < (i + 1) * k && weights.weights()[at] > 0; at++) {
            float value = (float) (part.share * weights.weights()[at]);
            int bone = part.firstBone + weights.bones()[at];
            int place = placeOf(from, used, bone);
            if (value > 0) {
                joints[place] = bone;
                values[place] += value;
                used = Math.max(used, place + 1 - from);
            }
        }
        sumTo(part.share, from, used);
    }

    private int placeOf(int from, int used, int bone) {
        for (int at = from; at < from + used; at++) {
            if (joints[at] == bone) {
                return at;
            }
        }
        return from + used;
    }

    /** Gives what rounding left over to the largest. */
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
            throw new RefusedException("the model has " + bones + " bones, glTF counts up to " + SHORT_BONES);
        }
        for (int set = 0; set < places / SET; set++) {
            attributes.put("JOINTS_" + set, bones <= BYTE_BONES ? byteJoints(set) : shortJoints(set));
            attributes.put("WEIGHTS_" + set, weights(set));
        }
    }

    private int byteJoints(int set) {
        ByteBuffer data = BinaryBuilder.littleEndian((long) SET * split.count());
        for (int i = 0; i < split.count(); i++) {
            for (int k = 0; k < SET; k++) {
                data.put((byte) joints[split.source(i) * places + set * SET + k]);
            }
        }
        return attribute(data, ComponentType.UNSIGNED_BYTE);
    }

    private int shortJoints(int set) {
        ByteBuffer data = BinaryBuilder.littleEndian(2L * SET * split.count());
        for (int i = 0; i < split.count(); i++) {
            for (int k = 0; k < SET; k++) {
                data.putShort((short) joints[split.source(i) * places + set * SET + k]);
            }
        }
        return attribute(data, ComponentType.UNSIGNED_SHORT);
    }

    private int weights(int set) {
        float[] own = new float[Math.multiplyExact(SET, split.count())];
        for (int i = 0; i < split.count(); i++) {
            System.arraycopy(values, split.source(i) * places + set * SET, own, SET * i, SET);
        }
        return inBytes ? new SmallNumbers(binary).weights(own) : binary.vertexFloats(own, SET);
    }

    private int attribute(ByteBuffer data, ComponentType type) {
        int view = storage.isPacked()
                ? binary.strided(data.array(), SET * type.bytes(), BinaryBuilder.Target.VERTICES)
                : binary.view(data.array(), data.capacity(), BinaryBuilder.Target.VERTICES);
        binary.accessor(view, 0, type, split.count(), "VEC4");
        return binary.lastAccessor();
    }
}
