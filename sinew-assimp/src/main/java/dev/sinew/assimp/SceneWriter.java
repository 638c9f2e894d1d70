package dev.sinew.assimp;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.lwjgl.assimp.AIAnimation;
import org.lwjgl.assimp.AIMaterial;
import org.lwjgl.assimp.AIMetaData;
import org.lwjgl.assimp.AIMetaDataEntry;
import org.lwjgl.assimp.AINode;
import org.lwjgl.assimp.AINodeAnim;
import org.lwjgl.assimp.AIQuatKey;
import org.lwjgl.assimp.AIScene;
import org.lwjgl.assimp.AIString;
import org.lwjgl.assimp.AIVectorKey;
import org.lwjgl.assimp.Assimp;

/**
 * A model as a scene of Assimp's: a node that shows each mesh, a tree of nodes for the bones, and a key a frame for each bone,
 * so that nothing is left to how a program goes from key to key.
 */
final class SceneWriter {
    private final SkinnedModel model;
    private final NativeArena arena;
    /** Units of the file a metre. */
    private final double scale;

    SceneWriter(SkinnedModel model, NativeArena arena, double scale) {
        this.model = model;
        this.arena = arena;
        this.scale = scale;
    }

    /** @param unitFactor centimetres a unit, as FBX counts */
    AIScene scene(double unitFactor) {
        List<AIMaterial> materials = new ArrayList<>();
        Materials names = new Materials(arena);
        if (model.rest().surface().materials().isEmpty()) {
            materials.add(names.plain("default"));
        }
        model.rest().surface().materials().forEach(m -> materials.add(names.of(m)));
        AIScene scene = arena.keep(AIScene.calloc());
        scene.mMeshes(arena.pointers(new MeshParts(model, arena, scale).all()));
        scene.mMaterials(arena.pointers(materials));
        scene.mRootNode(nodes(scene.mNumMeshes()));
        List<AIAnimation> animations = new ArrayList<>();
        model.clips().forEach(clip -> animations.add(animation(clip)));
        if (!animations.isEmpty()) {
            scene.mAnimations(arena.pointers(animations));
        }
        scene.mMetaData(unit(unitFactor));
        return scene;
    }

    private AIMetaData unit(double factor) {
        AIString.Buffer keys = arena.keepAll(AIString.calloc(1));
        arena.name(keys.get(0), "UnitScaleFactor");
        ByteBuffer value = arena.bytes(8).putDouble(0, factor);
        AIMetaDataEntry.Buffer values = arena.keepAll(AIMetaDataEntry.calloc(1));
        values.get(0).mType(Assimp.AI_DOUBLE).mData(value);
        return arena.keep(AIMetaData.calloc()).mNumProperties(1).mKeys(keys).mValues(values);
    }

    private AINode nodes(int meshes) {
        int count = model.boneCount();
        List<AINode> bones = new ArrayList<>();
        for (int j = 0; j < count; j++) {
            AINode node = node(model.skeleton().names().get(j));
            double[] rest = restOf(j);
            node.mTransformation()
                    .set(1, 0, 0, (float) rest[0], 0, 1, 0, (float) rest[1], 0, 0, 1, (float) rest[2], 0, 0, 0, 1);
            bones.add(node);
        }
        AINode root = node("RootNode");
        List<AINode> tops = new ArrayList<>();
        for (int m = 0; m < meshes; m++) {
            // A node each: of several meshes below one node Assimp keeps the weights of one only.
            AINode shape = node(shapeName(m));
            shape.mMeshes(arena.ints(m)).mParent(root);
            tops.add(shape);
        }
        for (int j = 0; j < count; j++) {
            int parent = model.skeleton().parents()[j];
            bones.get(j).mParent(parent == Skeleton.ROOT ? root : bones.get(parent));
            if (parent == Skeleton.ROOT) {
                tops.add(bones.get(j));
            }
            int self = j;
            List<AINode> children = new ArrayList<>();
            for (int k = 0; k < count; k++) {
                if (model.skeleton().parents()[k] == self) {
                    children.add(bones.get(k));
                }
            }
            if (!children.isEmpty()) {
                bones.get(j).mChildren(arena.pointers(children));
            }
        }
        root.mChildren(arena.pointers(tops));
        return root;
    }

    private String shapeName(int number) {
        String name = number == 0 ? "mesh" : "mesh_" + number;
        while (model.skeleton().names().contains(name)) {
            name += "_";
        }
        return name;
    }

    private AINode node(String name) {
        AINode node = arena.keep(AINode.calloc());
        arena.name(node.mName(), name);
        node.mTransformation().set(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
        return node;
    }

    /** Where bone j stands at rest, seen from its parent. */
    private double[] restOf(int j) {
        int parent = model.skeleton().parents()[j];
        double[] place = new double[3];
        for (int x = 0; x < 3; x++) {
            double above = parent == Skeleton.ROOT ? 0 : model.skeleton().pivots()[3 * parent + x];
            place[x] = scale * (model.skeleton().pivots()[3 * j + x] - above);
        }
        return place;
    }

    private AIAnimation animation(Clip clip) {
        AIAnimation animation = arena.keep(AIAnimation.calloc());
        arena.name(animation.mName(), clip.name());
        animation.mTicksPerSecond(clip.framesPerSecond());
        animation.mDuration(clip.motion().frameCount() - 1);
        List<AINodeAnim> channels = new ArrayList<>();
        for (int j = 0; j < model.boneCount(); j++) {
            channels.add(channel(clip.motion(), j));
        }
        animation.mChannels(arena.pointers(channels));
        return animation;
    }

    private AINodeAnim channel(BoneMotion motion, int j) {
        int frames = motion.frameCount();
        AIVectorKey.Buffer positions = arena.keepAll(AIVectorKey.calloc(frames));
        AIQuatKey.Buffer rotations = arena.keepAll(AIQuatKey.calloc(frames));
        AIVectorKey.Buffer scales = arena.keepAll(AIVectorKey.calloc(frames));
        double[] q = new double[4];
        double[] before = {0, 0, 0, 1};
        for (int f = 0; f < frames; f++) {
            double[] local = local(motion, f, j);
            double size = Math.cbrt(Affine3.determinant(local, 0));
            double[] turn = new double[9];
            for (int k = 0; k < 9; k++) {
                turn[k] = local[4 * (k / 3) + k % 3] / size;
            }
            Quaternions.fromMatrix(turn, 0, 3, q, 0);
            double sign = Quaternions.dot(q, 0, before, 0) < 0 ? -1 : 1;
            for (int k = 0; k < 4; k++) {
                before[k] = sign * q[k];
            }
            positions.get(f).mTime(f).mValue().set((float) local[3], (float) local[7], (float) local[11]);
            rotations.get(f).mTime(f).mValue().set((float) before[3], (float) before[0], (float) before[1], (float)
                    before[2]);
            scales.get(f).mTime(f).mValue().set((float) size, (float) size, (float) size);
        }
        AINodeAnim channel = arena.keep(AINodeAnim.calloc());
        arena.name(channel.mNodeName(), model.skeleton().names().get(j));
        return channel.mPositionKeys(positions).mRotationKeys(rotations).mScalingKeys(scales);
    }

    /** Bone j in its parent's space: the inverse of the parent's M·T(pivot), times its own. */
    private double[] local(BoneMotion motion, int f, int j) {
        double[] own = placed(motion, f, j);
        int parent = model.skeleton().parents()[j];
        if (parent == Skeleton.ROOT) {
            return own;
        }
        double[] above = placed(motion, f, parent);
        return Affines.product(Affines.inverse(above, 0).orElse(Affines.identity()), 0, own, 0);
    }

    private double[] placed(BoneMotion motion, int f, int j) {
        int at = motion.offset(f, j);
        double[] m = Arrays.copyOfRange(motion.matrices(), at, at + Affine3.STRIDE);
        double[] c = model.skeleton().pivots();
        for (int r = 0; r < 12; r += 4) {
            m[r + 3] = scale * (m[r] * c[3 * j] + m[r + 1] * c[3 * j + 1] + m[r + 2] * c[3 * j + 2] + m[r + 3]);
        }
        return m;
    }

    /** The row that a corner uses, where there is such an attribute. */
    static int row(Optional<CornerAttribute> attribute, int corner) {
        return attribute.map(a -> a.rows()[corner]).orElse(0);
    }

    /** Faces of one material, or all where there are none. */
    static int[] facesOf(Mesh mesh, int material) {
        int[] materials = mesh.surface().faceMaterials();
        return IntStream.range(0, mesh.faceCount())
                .filter(k -> materials.length == 0 || materials[k] == material)
                .toArray();
    }
}
