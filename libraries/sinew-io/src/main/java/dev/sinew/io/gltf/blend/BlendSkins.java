package dev.sinew.io.gltf.blend;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.BlendBonesExtension;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.read.Primitive;
import dev.sinew.io.gltf.read.RigFile;
import dev.sinew.io.gltf.read.VertexBlocks;
import dev.sinew.math.Affine3;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinWeights;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Adds blend bones as joints to the skins of a rigged file, and their drivers in {@code SINEW_blend_bones}. */
final class BlendSkins {
    private final RigFile rig;
    private final LinearizedModel model;
    private final GltfEdit edit;
    private final List<Set<Integer>> skinsOf;

    BlendSkins(RigFile rig, LinearizedModel model, GltfEdit edit, List<Set<Integer>> skinsOf) {
        this.rig = rig;
        this.model = model;
        this.edit = edit;
        this.skinsOf = skinsOf;
    }

    /** Joints of a skin after blend bones were added. */
    static int jointCount(RigFile rig, List<Set<Integer>> skinsOf, int skin) {
        return rig.joints(skin).size()
                + (int) skinsOf.stream().filter(skins -> skins.contains(skin)).count();
    }

    private int[] blendBones(int skin) {
        return IntStream.range(0, skinsOf.size())
                .filter(k -> skinsOf.get(k).contains(skin))
                .toArray();
    }

    private ObjectNode node(int skin) {
        return (ObjectNode) edit.list("skins").get(skin);
    }

    /** Removes the old inverse bind matrices of skins that get more joints. */
    void remove() {
        for (int skin : rig.skins()) {
            if (blendBones(skin).length > 0) {
                node(skin).remove("inverseBindMatrices");
            }
        }
    }

    /**
     * @param joints joint node of every blend bone
     * @param outers the node of each that carries the joint, or the joint itself
     * @param binds 3×4 from the joint of each to the model's rest pose, in the bind pose
     */
    void put(int[] joints, int[] outers, List<double[]> binds) {
        for (int skin : rig.skins()) {
            int[] own = blendBones(skin);
            if (own.length > 0) {
                ArrayNode named = (ArrayNode) node(skin).get("joints");
                int first = named.size();
                for (int k : own) {
                    named.add(joints[k]);
                }
                putBinds(skin, own, binds);
                putSkeleton(skin, own, outers);
                putExtension(skin, own, first);
            }
        }
    }

    private void putBinds(int skin, int[] own, List<double[]> binds) {
        int old = rig.joints(skin).size();
        float[] matrices = new float[16 * (old + own.length)];
        for (int j = 0; j < old; j++) {
            put(rig.bones.storedBind(rig.bones.bonesOf(skin)[j]), matrices, 16 * j);
        }
        double[] inverse = new double[Affine3.STRIDE];
        double[] bind = new double[Affine3.STRIDE];
        for (int n = 0; n < own.length; n++) {
            Affine3.invert(binds.get(own[n]), 0, inverse, 0);
            Affine3.multiply(inverse, 0, rig.bones.meshSpace(), 0, bind, 0);
            put(bind, matrices, 16 * (old + n));
        }
        int view = edit.view(matrices, BinaryBuilder.Target.OTHER);
        int count = old + own.length;
        node(skin).put("inverseBindMatrices", edit.accessor(view, 0, ComponentType.FLOAT, count, "MAT4"));
    }

    /** A 3×4 matrix by rows as a 4×4 by columns. */
    private static void put(double[] matrix, float[] out, int to) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                // + 0: no negative zeros
                out[to + 4 * c + r] = (float) matrix[4 * r + c] + 0f;
            }
        }
        out[to + 15] = 1;
    }

    /** If the skin names its root, that node must be above the blend bones as well. */
    private void putSkeleton(int skin, int[] own, int[] outers) {
        if (!node(skin).has("skeleton")) {
            return;
        }
        int named = node(skin).get("skeleton").asInt(0);
        for (int k : own) {
            Optional<Integer> parent = parent(outers[k]);
            boolean above = parent.isPresent()
                    && (parent.get() == named
                            || parent.get() < rig.tree.count()
                                    && rig.above(parent.get()).contains(named));
            if (parent.isPresent() && !above) {
                node(skin).put("skeleton", parent.get());
                named = parent.get();
            }
        }
    }

    private Optional<Integer> parent(int node) {
        ArrayNode nodes = edit.list("nodes");
        return IntStream.range(0, nodes.size())
                .filter(n -> IntStream.range(0, nodes.get(n).path("children").size())
                        .anyMatch(c -> nodes.get(n).path("children").get(c).asInt(-1) == node))
                .boxed()
                .findFirst();
    }

    private void putExtension(int skin, int[] own, int first) {
        int[] masters = rig.bones.bonesOf(skin);
        BlendBonesExtension.write(
                node(skin),
                model.blendBones(),
                own,
                first,
                bone -> IntStream.range(0, masters.length)
                        .filter(j -> masters[j] == bone)
                        .findFirst()
                        .orElse(-1));
    }

    /** Replaces the weights of a rigged file by those of a model with blend bones. */
    static final class BlendWeights {
        private static final int SLOTS = 4;
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

        /** Removes the old weights of all triangle primitives. */
        void remove() {
            for (Primitive primitive : skinned()) {
                ObjectNode attributes = attributes(primitive);
                for (int set = 0; set < primitive.joints().size(); set++) {
                    attributes.remove("JOINTS_" + set);
                    attributes.remove("WEIGHTS_" + set);
                }
            }
        }

        private List<Primitive> skinned() {
            return rig.primitives.stream().filter(p -> !p.joints().isEmpty()).toList();
        }

        private static ObjectNode attributes(Primitive primitive) {
            return (ObjectNode) primitive.location().get("attributes").node();
        }

        /** Gives all triangle primitives their new weights. */
        void put() {
            Map<VertexBlocks.Block, int[]> known = new HashMap<>();
            for (Primitive primitive : skinned()) {
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
            ByteBuffer named = BinaryBuilder.littleEndian((long) SLOTS * bytes * count);
            ByteBuffer weights = BinaryBuilder.littleEndian(4L * SLOTS * count);
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

        /** Joint of every bone in a skin; unused for bones of other skins. */
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
            for (int k = 0; k < SLOTS; k++) {
                // The largest weight takes the rounding error.
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
}
