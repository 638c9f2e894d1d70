package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.read.Primitive;
import dev.sinew.io.gltf.read.RigFile;
import dev.sinew.io.gltf.read.VertexBlocks;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinWeights;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** The weights of a rigged file replaced by those of a linearised model. */
final class BlendWeights {
    private static final int PLACES = 4;
    private static final int BYTE_JOINTS = 256;

    private final RigFile rig;
    private final LinearizedModel model;
    private final GltfEdit edit;
    private final List<Set<Integer>> skinsOf;

    BlendWeights(RigFile rig, LinearizedModel model, GltfEdit edit, List<Set<Integer>> skinsOf) {
        this.rig = rig;
        this.model = model;
        this.edit = edit;
        this.skinsOf = skinsOf;
    }

    /** Takes the old weights of all primitives of triangles away. */
    void remove() {
        for (Primitive primitive : rig.primitives) {
            ObjectNode attributes = attributes(primitive);
            for (int set = 0; set < primitive.joints().size(); set++) {
                attributes.remove("JOINTS_" + set);
                attributes.remove("WEIGHTS_" + set);
            }
        }
    }

    private static ObjectNode attributes(Primitive primitive) {
        return (ObjectNode) primitive.place().get("attributes").node();
    }

    /** Gives all primitives of triangles their new weights. */
    void put() {
        Map<VertexBlocks.Block, int[]> known = new HashMap<>();
        for (Primitive primitive : rig.primitives) {
            VertexBlocks.Block block = rig.blocks.block(primitive);
            int[] accessors = known.computeIfAbsent(block, this::write);
            attributes(primitive).put("JOINTS_0", accessors[0]).put("WEIGHTS_0", accessors[1]);
        }
    }

    private int[] write(VertexBlocks.Block block) {
        int skin = block.primitive().skin();
        int[] jointOf = jointOf(skin);
        int count = block.toModel().length;
        int joints = BlendSkins.jointCount(rig, skinsOf, skin);
        int bytes = joints <= BYTE_JOINTS ? 1 : 2;
        ByteBuffer named = BinaryBuilder.littleEndian((long) PLACES * bytes * count);
        ByteBuffer weights = BinaryBuilder.littleEndian(4L * PLACES * count);
        for (int v = 0; v < count; v++) {
            put(block.toModel()[v], jointOf, bytes, named, weights);
        }
        ComponentType type = bytes == 1 ? ComponentType.UNSIGNED_BYTE : ComponentType.UNSIGNED_SHORT;
        int namedView = edit.view(named.array(), BinaryBuilder.Target.VERTICES);
        int weightView = edit.view(weights.array(), BinaryBuilder.Target.VERTICES);
        return new int[] {
            edit.accessor(namedView, 0, type, count, "VEC4"),
            edit.accessor(weightView, 0, ComponentType.FLOAT, count, "VEC4")
        };
    }

    /** Joint of every bone in a skin; bones of other skins have none and are not asked for. */
    private int[] jointOf(int skin) {
        int[] jointOf = new int[model.model().boneCount()];
        int[] bones = rig.bones.bonesOf(skin);
        for (int joint = bones.length - 1; joint >= 0; joint--) {
            jointOf[bones[joint]] = joint;
        }
        int next = bones.length;
        for (int k = 0; k < skinsOf.size(); k++) {
            if (skinsOf.get(k).contains(skin)) {
                jointOf[model.masterCount() + k] = next++;
            }
        }
        return jointOf;
    }

    private void put(int i, int[] jointOf, int bytes, ByteBuffer named, ByteBuffer weights) {
        SkinWeights w = model.model().weights();
        int from = i * w.influences();
        int used = w.influencesOf(i);
        double rest = 1;
        for (int k = 1; k < used; k++) {
            rest -= (float) w.weights()[from + k];
        }
        for (int k = 0; k < PLACES; k++) {
            // The largest takes what rounding leaves over.
            float weight = k == 0 ? (float) rest : k < used ? (float) w.weights()[from + k] : 0;
            int joint = weight > 0 ? jointOf[w.bones()[from + k]] : 0;
            weights.putFloat(weight);
            if (bytes == 1) {
                named.put((byte) joint);
            } else {
                named.putShort((short) joint);
            }
        }
    }
}
