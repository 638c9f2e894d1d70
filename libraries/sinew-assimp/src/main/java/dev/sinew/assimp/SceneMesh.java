package dev.sinew.assimp;

import dev.sinew.assimp.NativeExport.NativeArena;
import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.Notes;
import dev.sinew.math.Affine3;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.lwjgl.assimp.AIMaterial;
import org.lwjgl.assimp.AIMaterialProperty;
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.MemoryUtil;

/**
 * Joins the meshes of a scene into one. Assimp splits vertices where normals or UVs differ; vertices with the same position
 * and weights are merged again.
 */
final class SceneMesh {
    /** The values that identify a vertex. */
    private record Vertex(List<Float> position, Map<Integer, Float> weights) {}

    /** Every vertex has room for the largest number of influences. */
    private static final long MAX_INFLUENCES = 1L << 27;

    private final Scene scene;
    private final double[] restGlobals;
    private final SceneBones bones;
    private final GrowableArrays.Floats positions = new GrowableArrays.Floats("positions");
    private final List<Map<Integer, Float>> weights = new ArrayList<>();
    private final Map<Vertex, Integer> known = new HashMap<>();
    private final GrowableArrays.Ints starts = new GrowableArrays.Ints("faces");
    private final GrowableArrays.Ints corners = new GrowableArrays.Ints("corners");
    private final GrowableArrays.Floats normals = new GrowableArrays.Floats("normals");
    private final GrowableArrays.Ints normalRows = new GrowableArrays.Ints("normals");
    private final GrowableArrays.Floats uvs = new GrowableArrays.Floats("UVs");
    private final GrowableArrays.Ints uvRows = new GrowableArrays.Ints("UVs");
    private final Map<String, Integer> groups = new LinkedHashMap<>();
    private final GrowableArrays.Ints faceGroups = new GrowableArrays.Ints("faces");
    private final Map<Integer, Integer> materials = new LinkedHashMap<>();
    private final GrowableArrays.Ints faceMaterials = new GrowableArrays.Ints("faces");

    SceneMesh(Scene scene, double[] restGlobals, SceneBones bones) {
        this.scene = scene;
        this.restGlobals = restGlobals;
        this.bones = bones;
        starts.add(0);
    }

    /** Adds a mesh as shown by a node. */
    void add(int node, Scene.Part part, String group, ScenePose pose) {
        double[] global = Arrays.copyOfRange(restGlobals, Affine3.STRIDE * node, Affine3.STRIDE * (node + 1));
        double[] back = Affines.inverse(global, 0).orElse(Affines.identity());
        List<Map<Integer, Float>> own = weights(node, part, back, pose);
        int count = part.positions().length / 3;
        int[] toModel = new int[count];
        for (int k = 0; k < count; k++) {
            Vertex vertex = new Vertex(transformed(global, part.positions(), 3 * k), own.get(k));
            toModel[k] = known.computeIfAbsent(vertex, this::append);
        }
        addFaces(part, toModel, global, group);
    }

    private List<Float> transformed(double[] m, float[] p, int at) {
        Float[] xyz = new Float[3];
        for (int r = 0; r < 3; r++) {
            int row = 4 * r;
            double moved = m[row] * p[at] + m[row + 1] * p[at + 1] + m[row + 2] * p[at + 2] + m[row + 3];
            xyz[r] = (float) (scene.metres() * moved) + 0f;
        }
        return List.of(xyz);
    }

    private int append(Vertex vertex) {
        vertex.position.forEach(positions::add);
        weights.add(vertex.weights);
        return weights.size() - 1;
    }

    /** Bones of every vertex; vertices without any follow the node. */
    private List<Map<Integer, Float>> weights(int node, Scene.Part part, double[] back, ScenePose pose) {
        List<Map<Integer, Float>> own = new ArrayList<>();
        for (int k = 0; k < part.positions().length / 3; k++) {
            own.add(new TreeMap<>());
        }
        for (Scene.Bone bone : part.bones()) {
            int mover = pose.number(bone.node());
            if (mover != Scene.NONE && bone.vertices().length > 0) {
                int number = bones.number(mover, Affines.product(bone.offset(), 0, back, 0));
                for (int k = 0; k < bone.vertices().length; k++) {
                    own.get(bone.vertices()[k]).merge(number, bone.weights()[k], Float::sum);
                }
            }
        }
        for (Map<Integer, Float> influences : own) {
            if (influences.isEmpty()) {
                influences.put(bones.number(node, back), 1f);
            }
        }
        return own;
    }

    private void addFaces(Scene.Part part, int[] toModel, double[] global, String group) {
        boolean mirrored = Affine3.determinant(global, 0) < 0;
        int firstNormal = normals.size() / 3;
        int firstUv = uvs.size() / 2;
        addNormals(part.normals(), global);
        for (float uv : part.uvs()) {
            uvs.add(uv);
        }
        int groupNumber = index(groups, group);
        int material = index(materials, part.material());
        for (int k = 0; k + 1 < part.faceStarts().length; k++) {
            int from = part.faceStarts()[k];
            int to = part.faceStarts()[k + 1];
            for (int c = from; c < to; c++) {
                int vertex = part.corners()[mirrored ? to - 1 - (c - from) : c];
                corners.add(toModel[vertex]);
                normalRows.add(part.normals().length == 0 ? CornerTables.NO_ROW : firstNormal + vertex);
                uvRows.add(part.uvs().length == 0 ? CornerTables.NO_ROW : firstUv + vertex);
            }
            starts.add(corners.size());
            faceGroups.add(groupNumber);
            faceMaterials.add(material);
        }
    }

    private static <T> int index(Map<T, Integer> numbers, T value) {
        return numbers.computeIfAbsent(value, v -> numbers.size());
    }

    /** Transforms by the cofactors, which equal the inverse transpose up to a length. */
    private void addNormals(float[] given, double[] m) {
        double sign = Affine3.determinant(m, 0) < 0 ? -1 : 1;
        for (int k = 0; k + 2 < given.length; k += 3) {
            for (int r = 0; r < 3; r++) {
                int a = 4 * ((r + 1) % 3);
                int b = 4 * ((r + 2) % 3);
                normals.add((float) (sign
                        * ((m[a + 1] * m[b + 2] - m[a + 2] * m[b + 1]) * given[k]
                                + (m[a + 2] * m[b] - m[a] * m[b + 2]) * given[k + 1]
                                + (m[a] * m[b + 1] - m[a + 1] * m[b]) * given[k + 2])));
            }
        }
    }

    int faceCount() {
        return starts.size() - 1;
    }

    Mesh mesh(Path file) {
        Mesh bare = Mesh.of(positions.toArray(), starts.toArray(), corners.toArray(), Mesh.Surface.bare());
        CornerTables tables = new CornerTables(file, new Notes());
        return bare.withSurface(new Mesh.Surface(
                tables.uvs(uvs.toArray(), uvRows.toArray()),
                tables.normals(bare, normals.toArray(), normalRows.toArray()),
                Optional.empty(),
                materials.keySet().stream()
                        .map(m -> Material.plain(
                                m < scene.materials().size()
                                        ? scene.materials().get(m).name()
                                        : "material_" + m))
                        .toList(),
                faceMaterials.toArray(),
                List.copyOf(groups.keySet()),
                faceGroups.toArray()));
    }

    /** @param order bones in the order of the skeleton */
    SkinWeights skinWeights(int[] order) {
        int[] newIndex = new int[order.length];
        for (int j = 0; j < order.length; j++) {
            newIndex[order[j]] = j;
        }
        int most = weights.stream().mapToInt(Map::size).max().orElse(1);
        if ((long) weights.size() * most > MAX_INFLUENCES) {
            throw new InvalidInputException("a vertex has " + most + " influences; with " + weights.size()
                    + " vertices, at most " + MAX_INFLUENCES / weights.size()
                    + " per vertex are supported. Limit the influences and export again");
        }
        int[] boneOf = new int[weights.size() * most];
        double[] values = new double[boneOf.length];
        for (int i = 0; i < weights.size(); i++) {
            double sum = 0;
            for (float w : weights.get(i).values()) {
                sum += w;
            }
            int at = i * most;
            for (Map.Entry<Integer, Float> entry : weights.get(i).entrySet()) {
                boneOf[at] = newIndex[entry.getKey()];
                values[at++] = entry.getValue() / sum;
            }
        }
        return SkinWeights.of(most, boneOf, values);
    }

    /** Writes materials by name and colour, the properties that FBX keeps. */
    static final class Materials {
        private final NativeArena arena;

        Materials(NativeArena arena) {
            this.arena = arena;
        }

        AIMaterial of(Scene.Paint given) {
            List<AIMaterialProperty> properties = new ArrayList<>();
            properties.add(text(Assimp.AI_MATKEY_NAME, given.name()));
            properties.add(colour(given));
            AIMaterial material = arena.keep(AIMaterial.calloc());
            material.mProperties(arena.pointers(properties)).mNumAllocated(properties.size());
            return material;
        }

        private AIMaterialProperty text(String key, String value) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            // A length, the characters, and a zero.
            ByteBuffer data = arena.bytes(4 + bytes.length + 1);
            data.putInt(0, bytes.length).put(4, bytes).put(4 + bytes.length, (byte) 0);
            return property(key, data, Assimp.aiPTI_String);
        }

        private AIMaterialProperty colour(Scene.Paint given) {
            ByteBuffer data = arena.bytes(12);
            data.putFloat(0, given.red()).putFloat(4, given.green()).putFloat(8, given.blue());
            return property(Assimp.AI_MATKEY_COLOR_DIFFUSE, data, Assimp.aiPTI_Float);
        }

        private AIMaterialProperty property(String key, ByteBuffer data, int type) {
            // LWJGL has no setters for these.
            ByteBuffer bytes = arena.bytes(AIMaterialProperty.SIZEOF);
            AIMaterialProperty property = AIMaterialProperty.create(MemoryUtil.memAddress(bytes));
            arena.name(property.mKey(), key);
            bytes.putInt(AIMaterialProperty.MDATALENGTH, data.capacity()).putInt(AIMaterialProperty.MTYPE, type);
            MemoryUtil.memPutAddress(property.address() + AIMaterialProperty.MDATA, MemoryUtil.memAddress(data));
            return property;
        }
    }
}
