package dev.sinew.assimp;

import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.mesh.Material;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.lwjgl.assimp.AIAnimation;
import org.lwjgl.assimp.AIBone;
import org.lwjgl.assimp.AIFace;
import org.lwjgl.assimp.AILogStream;
import org.lwjgl.assimp.AILogStreamCallback;
import org.lwjgl.assimp.AIMaterial;
import org.lwjgl.assimp.AIMatrix4x4;
import org.lwjgl.assimp.AIMesh;
import org.lwjgl.assimp.AIMetaData;
import org.lwjgl.assimp.AINode;
import org.lwjgl.assimp.AINodeAnim;
import org.lwjgl.assimp.AIPropertyStore;
import org.lwjgl.assimp.AIQuatKey;
import org.lwjgl.assimp.AIScene;
import org.lwjgl.assimp.AIString;
import org.lwjgl.assimp.AIVector3D;
import org.lwjgl.assimp.AIVectorKey;
import org.lwjgl.assimp.AIVertexWeight;
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.MemoryUtil;

/**
 * Reads a file with Assimp and copies the result to Java objects; frees all native memory. Runs in {@link FbxChild} only.
 */
final class NativeScene {
    private static final int MAX_NODES = 1_000_000;
    private static final double DEFAULT_TICKS = 25;
    /** FBX uses centimetres: a factor of 100 means metres. */
    private static final double METRES_PER_CENTIMETRE = 0.01;

    private final AIScene scene;
    private final List<Scene.Node> nodes = new ArrayList<>();

    private NativeScene(AIScene scene) {
        this.scene = scene;
    }

    static Scene read(byte[] file) throws NativeFailure {
        AIPropertyStore store = Assimp.aiCreatePropertyStore();
        if (store == null) {
            throw new OutOfMemoryError();
        }
        ByteBuffer bytes =
                MemoryUtil.memAlloc(Math.max(1, file.length)).put(file).flip();
        try (NativeLog log = new NativeLog()) {
            // Without this every pivot becomes a separate node.
            Assimp.aiSetImportPropertyInteger(store, Assimp.AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
            Assimp.aiSetImportPropertyInteger(store, Assimp.AI_CONFIG_IMPORT_FBX_READ_TEXTURES, 0);
            // From memory: otherwise Assimp would go by the file extension and open other files that this one names.
            AIScene scene = Assimp.aiImportFileFromMemoryWithProperties(
                    bytes, Assimp.aiProcess_ValidateDataStructure, "fbx", store);
            if (scene == null) {
                String reason = Assimp.aiGetErrorString();
                if (reason != null && reason.contains("bad_alloc")) {
                    throw new OutOfMemoryError();
                }
                throw new NativeFailure(reason);
            }
            try {
                log.requireNoErrors();
                return new NativeScene(scene).copy();
            } finally {
                Assimp.aiReleaseImport(scene);
            }
        } finally {
            MemoryUtil.memFree(bytes);
            Assimp.aiReleasePropertyStore(store);
        }
    }

    private Scene copy() throws NativeFailure {
        copyNodes(scene.mRootNode());
        List<Scene.Part> parts = new ArrayList<>();
        for (int m = 0; m < scene.mNumMeshes(); m++) {
            parts.add(part(AIMesh.create(scene.mMeshes().get(m))));
        }
        List<Scene.Paint> materials = new ArrayList<>();
        for (int m = 0; m < scene.mNumMaterials(); m++) {
            materials.add(paint(AIMaterial.create(scene.mMaterials().get(m)), m));
        }
        List<Scene.Animation> animations = new ArrayList<>();
        for (int a = 0; a < scene.mNumAnimations(); a++) {
            animations.add(animation(AIAnimation.create(scene.mAnimations().get(a)), a));
        }
        return new Scene(nodes, parts, materials, animations, unit() * METRES_PER_CENTIMETRE);
    }

    private double unit() {
        AIMetaData data = scene.mMetaData();
        for (int k = 0; data != null && k < data.mNumProperties(); k++) {
            if (data.mKeys().get(k).dataString().equals("UnitScaleFactor")) {
                int type = data.mValues().get(k).mType();
                if (type == Assimp.AI_DOUBLE) {
                    return positive(data.mValues().get(k).mData(8).getDouble(0));
                }
                if (type == Assimp.AI_FLOAT) {
                    return positive(data.mValues().get(k).mData(4).getFloat(0));
                }
            }
        }
        return 1;
    }

    private static double positive(double factor) {
        return factor > 0 && Double.isFinite(factor) ? factor : 1;
    }

    /** A node that remains to be copied. */
    private record Open(AINode node, int parent) {}

    /** Depth first, so that bones keep their usual order. */
    private void copyNodes(AINode root) throws NativeFailure {
        Deque<Open> open = new ArrayDeque<>(List.of(new Open(root, Scene.NONE)));
        while (!open.isEmpty()) {
            Open next = open.pop();
            AINode node = next.node;
            IntBuffer shown = node.mMeshes();
            int[] meshes = new int[shown == null ? 0 : shown.remaining()];
            if (shown != null) {
                shown.get(meshes);
            }
            nodes.add(new Scene.Node(name(node.mName()), next.parent, matrix(node.mTransformation()), meshes));
            for (int c = node.mNumChildren() - 1; c >= 0; c--) {
                open.push(new Open(AINode.create(node.mChildren().get(c)), nodes.size() - 1));
            }
            if (nodes.size() + open.size() > MAX_NODES) {
                throw new NativeFailure("it has more than " + MAX_NODES + " nodes");
            }
        }
    }

    private static String name(AIString name) {
        return name.dataString().replaceAll("\\p{Cntrl}", "_");
    }

    static double[] matrix(AIMatrix4x4 m) {
        return new double[] {
            m.a1(), m.a2(), m.a3(), m.a4(), m.b1(), m.b2(), m.b3(), m.b4(), m.c1(), m.c2(), m.c3(), m.c4()
        };
    }

    private static Scene.Part part(AIMesh mesh) throws NativeFailure {
        int count = mesh.mNumVertices();
        GrowableArrays.Ints starts = new GrowableArrays.Ints("faces");
        GrowableArrays.Ints corners = new GrowableArrays.Ints("corners");
        int stray = 0;
        starts.add(0);
        for (AIFace face : mesh.mFaces()) {
            if (face.mNumIndices() >= 3) {
                IntBuffer indices = face.mIndices();
                while (indices.hasRemaining()) {
                    int vertex = indices.get();
                    if (vertex < 0 || vertex >= count) {
                        throw new NativeFailure("mesh " + name(mesh.mName()) + " refers to vertex " + vertex
                                + ", but has only " + count + " vertices");
                    }
                    corners.add(vertex);
                }
                starts.add(corners.size());
            } else {
                stray += face.mNumIndices();
            }
        }
        List<Scene.Bone> bones = new ArrayList<>();
        for (int b = 0; b < mesh.mNumBones(); b++) {
            bones.add(bone(AIBone.create(mesh.mBones().get(b)), count));
        }
        return new Scene.Part(
                name(mesh.mName()),
                vectors(mesh.mVertices(), 3),
                vectors(mesh.mNormals(), 3),
                vectors(mesh.mTextureCoords(0), 2),
                starts.toArray(),
                corners.toArray(),
                stray,
                mesh.mMaterialIndex(),
                bones);
    }

    private static float[] vectors(AIVector3D.Buffer vectors, int width) {
        if (vectors == null) {
            return new float[0];
        }
        float[] values = new float[width * vectors.remaining()];
        for (int k = 0; k < vectors.remaining(); k++) {
            AIVector3D v = vectors.get(k);
            values[width * k] = v.x();
            values[width * k + 1] = v.y();
            if (width == 3) {
                values[width * k + 2] = v.z();
            }
        }
        return values;
    }

    private static Scene.Bone bone(AIBone bone, int vertices) {
        int[] ids = new int[bone.mNumWeights()];
        float[] weights = new float[ids.length];
        int kept = 0;
        for (AIVertexWeight weight : bone.mWeights()) {
            if (weight.mVertexId() >= 0
                    && weight.mVertexId() < vertices
                    && weight.mWeight() > 0
                    && Float.isFinite(weight.mWeight())) {
                ids[kept] = weight.mVertexId();
                weights[kept++] = weight.mWeight();
            }
        }
        return new Scene.Bone(
                name(bone.mName()),
                matrix(bone.mOffsetMatrix()),
                Arrays.copyOf(ids, kept),
                Arrays.copyOf(weights, kept));
    }

    /** Colours are not imported: their meaning differs between programs. */
    private static Scene.Paint paint(AIMaterial material, int number) {
        AIString name = AIString.calloc();
        try {
            int answer = Assimp.aiGetMaterialString(material, Assimp.AI_MATKEY_NAME, 0, 0, name);
            String text = answer == Assimp.aiReturn_SUCCESS ? name(name) : "";
            Material plain = Material.plain(text.isBlank() ? "material_" + number : text);
            return new Scene.Paint(plain.name(), plain.red(), plain.green(), plain.blue());
        } finally {
            name.free();
        }
    }

    private static Scene.Animation animation(AIAnimation animation, int number) {
        double ticks = animation.mTicksPerSecond() > 0 ? animation.mTicksPerSecond() : DEFAULT_TICKS;
        List<Scene.Channel> channels = new ArrayList<>();
        for (int c = 0; c < animation.mNumChannels(); c++) {
            AINodeAnim channel = AINodeAnim.create(animation.mChannels().get(c));
            channels.add(new Scene.Channel(
                    name(channel.mNodeName()),
                    keys(channel.mPositionKeys(), ticks),
                    rotations(channel.mRotationKeys(), ticks),
                    keys(channel.mScalingKeys(), ticks)));
        }
        String name = name(animation.mName());
        return new Scene.Animation(
                name.isBlank() ? "animation_" + number : name, animation.mDuration() / ticks, ticks, channels);
    }

    private static Scene.Keys keys(AIVectorKey.Buffer keys, double ticks) {
        int count = keys == null ? 0 : keys.remaining();
        double[] seconds = new double[count];
        double[] values = new double[3 * count];
        for (int k = 0; k < count; k++) {
            AIVectorKey key = keys.get(k);
            seconds[k] = key.mTime() / ticks;
            values[3 * k] = key.mValue().x();
            values[3 * k + 1] = key.mValue().y();
            values[3 * k + 2] = key.mValue().z();
        }
        return new Scene.Keys(3, seconds, values);
    }

    private static Scene.Keys rotations(AIQuatKey.Buffer keys, double ticks) {
        int count = keys == null ? 0 : keys.remaining();
        double[] seconds = new double[count];
        double[] values = new double[4 * count];
        for (int k = 0; k < count; k++) {
            AIQuatKey key = keys.get(k);
            seconds[k] = key.mTime() / ticks;
            values[4 * k] = key.mValue().x();
            values[4 * k + 1] = key.mValue().y();
            values[4 * k + 2] = key.mValue().z();
            values[4 * k + 3] = key.mValue().w();
        }
        return new Scene.Keys(4, seconds, values);
    }

    /** Listens to Assimp's log while it reads: it skips objects that it cannot parse and reports that only there. */
    private static final class NativeLog implements AutoCloseable {
        /** How a line about a skipped object begins. Other errors occur for files of Assimp's own writer as well. */
        private static final Pattern SKIPPED_OBJECT =
                Pattern.compile("^Error,\\s*T\\d+:\\s*(FBX-(DOM|Parser|Tokenize).*)", Pattern.DOTALL);

        private final AILogStreamCallback callback;
        private final AILogStream stream;
        private String firstError = "";

        NativeLog() {
            callback = AILogStreamCallback.create((message, user) -> onLogLine(MemoryUtil.memUTF8Safe(message)));
            stream = AILogStream.calloc().callback(callback);
            Assimp.aiAttachLogStream(stream);
        }

        private void onLogLine(String line) {
            Matcher match = SKIPPED_OBJECT.matcher(line == null ? "" : line);
            if (firstError.isEmpty() && match.matches()) {
                firstError = match.group(1);
            }
        }

        void requireNoErrors() throws NativeFailure {
            if (!firstError.isEmpty()) {
                throw new NativeFailure("Assimp could not parse part of it: " + firstError);
            }
        }

        @Override
        public void close() {
            Assimp.aiDetachLogStream(stream);
            stream.free();
            callback.free();
        }
    }
}
