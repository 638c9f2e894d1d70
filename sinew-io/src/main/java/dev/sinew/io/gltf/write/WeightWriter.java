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

    private final BinaryBuilder binary;
    private final Storage storage;
    private final VertexSplit split;
    private final int places;
    /** N·places, the largest weight of a vertex first. */
    private final int[] joints;

    private final float[] values;

    /** @param weights whole 255ths where the storage is fitted */
    WeightWriter(BinaryBuilder binary, SkinWeights weights, VertexSplit split, Storage storage) {
        this.binary = binary;
        this.storage = storage;
        this.split = split;
        this.places = Math.max(1, (weights.maxInfluences() + SET - 1) / SET) * SET;
        this.joints = new int[Math.multiplyExact(weights.vertexCount(), places)];
        this.values = new float[joints.length];
        for (int i = 0; i < weights.vertexCount(); i++) {
            take(weights, i);
            if (storage.isPacked() && i > 0) {
                likeBefore(i * places);
            }
        }
    }

    /** Puts bones into the places they have for the vertex before: fewer bytes differ. Which comes first means nothing. */
    private void likeBefore(int from) {
        for (int at = from; at < from + places; at++) {
            for (int wanted = from; wanted < from + places; wanted++) {
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

    private void take(SkinWeights weights, int i) {
        int from = i * places;
        int used = 0;
        int k = weights.influences();
        for (int at = i * k; at < (i + 1) * k && weights.weights()[at] > 0; at++) {
            float value = (float) weights.weights()[at];
            int place = placeOf(from, used, weights.bones()[at]);
            if (value > 0) {
                joints[place] = weights.bones()[at];
                values[place] += value;
                used = Math.max(used, place + 1 - from);
            }
        }
        sumToOne(from, used);
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
    private void sumToOne(int from, int used) {
        double rest = 1;
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
        return storage.isFitted() ? new SmallNumbers(binary).weights(own) : binary.vertexFloats(own, SET);
    }

    private int attribute(ByteBuffer data, ComponentType type) {
        int view = storage.isPacked()
                ? binary.strided(data.array(), SET * type.bytes(), BinaryBuilder.Target.VERTICES)
                : binary.view(data.array(), data.capacity(), BinaryBuilder.Target.VERTICES);
        binary.accessor(view, 0, type, split.count(), "VEC4");
        return binary.lastAccessor();
    }
}
