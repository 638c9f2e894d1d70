package dev.sinew.assimp;

import dev.sinew.assimp.SceneMesh.Materials;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.lwjgl.PointerBuffer;
import org.lwjgl.assimp.AIAnimation;
import org.lwjgl.assimp.AIBone;
import org.lwjgl.assimp.AIExportDataBlob;
import org.lwjgl.assimp.AIFace;
import org.lwjgl.assimp.AIMaterial;
import org.lwjgl.assimp.AIMatrix4x4;
import org.lwjgl.assimp.AIMesh;
import org.lwjgl.assimp.AIMetaData;
import org.lwjgl.assimp.AIMetaDataEntry;
import org.lwjgl.assimp.AINode;
import org.lwjgl.assimp.AINodeAnim;
import org.lwjgl.assimp.AIQuatKey;
import org.lwjgl.assimp.AIScene;
import org.lwjgl.assimp.AIString;
import org.lwjgl.assimp.AIVector3D;
import org.lwjgl.assimp.AIVectorKey;
import org.lwjgl.assimp.AIVertexWeight;
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.MemoryUtil;
import org.lwjgl.system.Pointer;
import org.lwjgl.system.Struct;
import org.lwjgl.system.StructBuffer;

/** Copies a scene to Assimp's native memory and writes it as FBX. Runs in {@link FbxChild} only. */
final class NativeExport {
    private static final double CENTIMETRES_PER_METRE = 100;

    private final Scene scene;
    private final NativeArena arena;

    private NativeExport(Scene scene, NativeArena arena) {
        this.scene = scene;
        this.arena = arena;
    }

    static byte[] write(byte[] encoded) throws IOException, NativeFailure {
        SceneInput in = new SceneInput(new ByteArrayInputStream(encoded));
        in.allow(encoded.length);
        Scene scene = in.scene();
        try (NativeArena arena = new NativeArena()) {
            AIScene target = new NativeExport(scene, arena).scene();
            AIExportDataBlob blob = Assimp.aiExportSceneToBlob(target, "fbx", 0);
            if (blob == null) {
                throw new NativeFailure("Assimp reports: " + Assimp.aiGetErrorString());
            }
            try {
                ByteBuffer data = blob.data();
                byte[] bytes = new byte[data.remaining()];
                data.get(bytes);
                return bytes;
            } finally {
                Assimp.aiReleaseExportBlob(blob);
            }
        }
    }

    private AIScene scene() {
        List<AIMaterial> materials = new ArrayList<>();
        Materials paints = new Materials(arena);
        scene.materials().forEach(paint -> materials.add(paints.of(paint)));
        List<AIMesh> meshes = new ArrayList<>();
        scene.parts().forEach(part -> meshes.add(mesh(part)));
        AIScene target = arena.keep(AIScene.calloc());
        target.mMeshes(arena.pointers(meshes));
        target.mMaterials(arena.pointers(materials));
        target.mRootNode(root());
        List<AIAnimation> animations = new ArrayList<>();
        scene.animations().forEach(animation -> animations.add(animation(animation)));
        if (!animations.isEmpty()) {
            target.mAnimations(arena.pointers(animations));
        }
        target.mMetaData(unit(CENTIMETRES_PER_METRE * scene.metres()));
        return target;
    }

    private AIMetaData unit(double factor) {
        AIString.Buffer keys = arena.keepAll(AIString.calloc(1));
        arena.name(keys.get(0), "UnitScaleFactor");
        ByteBuffer value = arena.bytes(8).putDouble(0, factor);
        AIMetaDataEntry.Buffer values = arena.keepAll(AIMetaDataEntry.calloc(1));
        values.get(0).mType(Assimp.AI_DOUBLE).mData(value);
        return arena.keep(AIMetaData.calloc()).mNumProperties(1).mKeys(keys).mValues(values);
    }

    private AINode root() {
        List<AINode> nodes = new ArrayList<>();
        List<List<AINode>> children = new ArrayList<>();
        for (Scene.Node given : scene.nodes()) {
            AINode node = arena.keep(AINode.calloc());
            arena.name(node.mName(), given.name());
            matrix(given.local(), node.mTransformation());
            if (given.meshes().length > 0) {
                node.mMeshes(arena.ints(given.meshes()));
            }
            if (given.parent() != Scene.NONE) {
                node.mParent(nodes.get(given.parent()));
                children.get(given.parent()).add(node);
            }
            nodes.add(node);
            children.add(new ArrayList<>());
        }
        for (int n = 0; n < nodes.size(); n++) {
            if (!children.get(n).isEmpty()) {
                nodes.get(n).mChildren(arena.pointers(children.get(n)));
            }
        }
        return nodes.get(0);
    }

    private static void matrix(double[] m, AIMatrix4x4 target) {
        float[] f = new float[m.length];
        for (int k = 0; k < m.length; k++) {
            f[k] = (float) m[k];
        }
        target.set(f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10], f[11], 0, 0, 0, 1);
    }

    private AIMesh mesh(Scene.Part part) {
        AIMesh mesh = arena.keep(AIMesh.calloc());
        arena.name(mesh.mName(), part.name());
        mesh.mMaterialIndex(part.material());
        mesh.mPrimitiveTypes(Assimp.aiPrimitiveType_TRIANGLE | Assimp.aiPrimitiveType_POLYGON);
        mesh.mNumVertices(part.positions().length / 3);
        mesh.mVertices(vectors(part.positions(), 3));
        if (part.normals().length > 0) {
            mesh.mNormals(vectors(part.normals(), 3));
        }
        if (part.uvs().length > 0) {
            mesh.mTextureCoords(0, vectors(part.uvs(), 2));
            mesh.mNumUVComponents(0, 2);
        }
        AIFace.Buffer faces = arena.keepAll(AIFace.calloc(part.faceStarts().length - 1));
        for (int k = 0; k + 1 < part.faceStarts().length; k++) {
            int[] corners = Arrays.copyOfRange(part.corners(), part.faceStarts()[k], part.faceStarts()[k + 1]);
            faces.get(k).mIndices(arena.ints(corners));
        }
        mesh.mFaces(faces);
        List<AIBone> bones = new ArrayList<>();
        part.bones().forEach(bone -> bones.add(bone(bone)));
        return mesh.mBones(arena.pointers(bones));
    }

    private AIVector3D.Buffer vectors(float[] values, int width) {
        AIVector3D.Buffer vectors = arena.keepAll(AIVector3D.calloc(values.length / width));
        for (int k = 0; k < values.length / width; k++) {
            vectors.get(k).set(values[width * k], values[width * k + 1], width == 3 ? values[width * k + 2] : 0);
        }
        return vectors;
    }

    private AIBone bone(Scene.Bone given) {
        AIVertexWeight.Buffer weights = arena.keepAll(AIVertexWeight.calloc(given.vertices().length));
        for (int k = 0; k < given.vertices().length; k++) {
            weights.get(k).set(given.vertices()[k], given.weights()[k]);
        }
        AIBone bone = arena.keep(AIBone.calloc());
        arena.name(bone.mName(), given.node());
        matrix(given.offset(), bone.mOffsetMatrix());
        return bone.mWeights(weights);
    }

    private AIAnimation animation(Scene.Animation given) {
        AIAnimation animation = arena.keep(AIAnimation.calloc());
        arena.name(animation.mName(), given.name());
        animation.mTicksPerSecond(given.ticks());
        animation.mDuration(tick(given.seconds(), given));
        List<AINodeAnim> channels = new ArrayList<>();
        given.channels().forEach(channel -> channels.add(channel(channel, given)));
        return animation.mChannels(arena.pointers(channels));
    }

    /** Every key of our clips lies on a frame. */
    private static double tick(double seconds, Scene.Animation animation) {
        return Math.rint(seconds * animation.ticks());
    }

    private AINodeAnim channel(Scene.Channel given, Scene.Animation animation) {
        AINodeAnim channel = arena.keep(AINodeAnim.calloc());
        arena.name(channel.mNodeName(), given.node());
        AIQuatKey.Buffer orientations =
                arena.keepAll(AIQuatKey.calloc(given.rotation().seconds().length));
        double[] q = given.rotation().values();
        for (int k = 0; k < given.rotation().seconds().length; k++) {
            orientations
                    .get(k)
                    .mTime(tick(given.rotation().seconds()[k], animation))
                    .mValue()
                    .set((float) q[4 * k + 3], (float) q[4 * k], (float) q[4 * k + 1], (float) q[4 * k + 2]);
        }
        return channel.mPositionKeys(keys(given.position(), animation))
                .mRotationKeys(orientations)
                .mScalingKeys(keys(given.scale(), animation));
    }

    private AIVectorKey.Buffer keys(Scene.Keys given, Scene.Animation animation) {
        AIVectorKey.Buffer keys = arena.keepAll(AIVectorKey.calloc(given.seconds().length));
        double[] v = given.values();
        for (int k = 0; k < given.seconds().length; k++) {
            keys.get(k)
                    .mTime(tick(given.seconds()[k], animation))
                    .mValue()
                    .set((float) v[3 * k], (float) v[3 * k + 1], (float) v[3 * k + 2]);
        }
        return keys;
    }

    /** Holds native memory until a scene is written, then frees all of it. */
    static final class NativeArena implements AutoCloseable {
        private final List<Long> addresses = new ArrayList<>();

        <T extends Struct<T>> T keep(T struct) {
            addresses.add(struct.address());
            return struct;
        }

        <B extends StructBuffer<?, B>> B keepAll(B buffer) {
            addresses.add(buffer.address0());
            return buffer;
        }

        IntBuffer ints(int... values) {
            IntBuffer buffer = MemoryUtil.memAllocInt(Math.max(1, values.length));
            addresses.add(MemoryUtil.memAddress0(buffer));
            buffer.put(0, values).limit(values.length);
            return buffer;
        }

        PointerBuffer pointers(List<? extends Pointer> things) {
            PointerBuffer buffer = MemoryUtil.memAllocPointer(Math.max(1, things.size()));
            addresses.add(buffer.address0());
            for (int k = 0; k < things.size(); k++) {
                buffer.put(k, things.get(k).address());
            }
            buffer.limit(things.size());
            return buffer;
        }

        /** Zeroed bytes. */
        ByteBuffer bytes(int count) {
            ByteBuffer buffer = MemoryUtil.memCalloc(count).order(ByteOrder.nativeOrder());
            addresses.add(MemoryUtil.memAddress0(buffer));
            return buffer;
        }

        /** Sets a name; Assimp's have at most 1023 bytes. */
        void name(AIString target, String name) {
            String shorter = name.length() > 200 ? name.substring(0, 200) : name;
            ByteBuffer text = MemoryUtil.memUTF8(shorter);
            addresses.add(MemoryUtil.memAddress0(text));
            target.data(text);
        }

        @Override
        public void close() {
            addresses.forEach(MemoryUtil::nmemFree);
        }
    }
}
