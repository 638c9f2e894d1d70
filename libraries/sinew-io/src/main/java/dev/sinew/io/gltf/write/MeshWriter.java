package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.small.PositionGrid;
import dev.sinew.io.gltf.small.SmallNumbers;
import dev.sinew.io.parts.Storage;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The mesh: one set of vertex attributes, and one primitive for each pair of group and material that faces have, in the
 * order they first appear. Where vertices had to be split, {@code _SOURCE_VERTEX} says which mesh vertex each is a copy
 * of (low and high 16 bits, because custom attributes may not be 32-bit integers).
 */
final class MeshWriter {
    /** Index 65535 would mean "start anew". */
    private static final int SHORT_VERTICES = 65535;

    private final BinaryBuilder binary;
    private final Mesh mesh;
    private final VertexSplit split;
    private final Optional<PositionGrid> grid;
    private final Storage storage;

    /** @param grid on which positions stand already; the other attributes get few bits, too */
    MeshWriter(BinaryBuilder binary, Mesh mesh, VertexSplit split, Optional<PositionGrid> grid, Storage storage) {
        this.storage = storage;
        this.grid = grid;
        this.binary = binary;
        this.mesh = mesh;
        this.split = split;
    }

    /** @param attributes modified: gets position, normal, UV, tangent where a normal map needs it, colour and source */
    void writeAttributes(ObjectNode attributes) {
        SmallNumbers small = new SmallNumbers(binary);
        boolean few = grid.isPresent();
        float[] normals = normals();
        Optional<float[]> uvs = mesh.surface().uvs().map(this::uvs);
        attributes.put("POSITION", positions(gather(mesh.positions())));
        attributes.put("NORMAL", few ? small.normals(normals) : binary.vertexFloats(normals, 3));
        uvs.ifPresent(uv -> attributes.put("TEXCOORD_0", few ? small.uvs(uv) : binary.vertexFloats(uv, 2)));
        if (uvs.isPresent()
                && mesh.surface().materials().stream().anyMatch(m -> m.bumps().isPresent())) {
            int[] triangles = indices(new int[mesh.faceCount()], new int[1]);
            float[] tangents = TangentSpace.of(gather(mesh.positions()), normals, uvs.get(), triangles);
            attributes.put("TANGENT", binary.vertexFloats(tangents, 4));
        }
        mesh.surface()
                .colours()
                .map(colours -> clamped(gather(colours)))
                .ifPresent(rgb -> attributes.put("COLOR_0", few ? small.colours(rgb) : binary.vertexFloats(rgb, 3)));
        if (split.count() > mesh.vertexCount()) {
            attributes.put(Vocabulary.SOURCE_VERTEX, sources());
        }
    }

    private int positions(float[] positions) {
        if (grid.isPresent()) {
            return new SmallNumbers(binary).positions(positions, grid.get());
        }
        int accessor = binary.vertexFloats(positions, 3);
        binary.putBounds(binary.accessor(accessor), positions, 0, split.count(), 3);
        return accessor;
    }

    private float[] gather(float[] perVertex) {
        float[] out = new float[3 * split.count()];
        for (int i = 0; i < split.count(); i++) {
            System.arraycopy(perVertex, 3 * split.source(i), out, 3 * i, 3);
        }
        return out;
    }

    private static float[] clamped(float[] colours) {
        for (int k = 0; k < colours.length; k++) {
            colours[k] = colours[k] > 0 ? Math.min(1, colours[k]) : 0;
        }
        return colours;
    }

    /** Those the surface has, made unit length; where it has none or one without length, those of the faces around. */
    private float[] normals() {
        float[] computed = gather(Normals.ofVertices(mesh, mesh.positions()));
        Optional<CornerAttribute> given = mesh.surface().normals();
        for (int i = 0; given.isPresent() && i < split.count(); i++) {
            int row = 3 * split.normalRow(i);
            if (row < 0) {
                continue;
            }
            float[] values = given.get().values();
            double length = Math.sqrt((double) values[row] * values[row]
                    + (double) values[row + 1] * values[row + 1]
                    + (double) values[row + 2] * values[row + 2]);
            if (length > 1e-6 && length < 1e6) {
                for (int x = 0; x < 3; x++) {
                    computed[3 * i + x] = (float) (values[row + x] / length);
                }
            }
        }
        return computed;
    }

    /** glTF's v runs down the image, ours up. */
    private float[] uvs(CornerAttribute uvs) {
        float[] out = new float[2 * split.count()];
        for (int i = 0; i < split.count(); i++) {
            int row = 2 * split.uvRow(i);
            out[2 * i] = row < 0 ? 0 : finite(uvs.values()[row]);
            out[2 * i + 1] = row < 0 ? 0 : 1 - finite(uvs.values()[row + 1]);
        }
        return out;
    }

    private static float finite(float value) {
        return Float.isFinite(value) ? value : 0;
    }

    private int sources() {
        ByteBuffer data = BinaryBuilder.littleEndian(4L * split.count());
        for (int i = 0; i < split.count(); i++) {
            // Little-endian: the low half comes first by itself.
            data.putInt(split.source(i));
        }
        int view = storage.isPacked()
                ? binary.strided(data.array(), 4, BinaryBuilder.Target.VERTICES)
                : binary.view(data.array(), data.capacity(), BinaryBuilder.Target.VERTICES);
        binary.accessor(view, 0, ComponentType.UNSIGNED_SHORT, split.count(), "VEC2");
        return binary.lastAccessor();
    }

    /** @param node the mesh, modified: gets its primitives, which all share {@code attributes} */
    void writePrimitives(ObjectNode node, ObjectNode attributes, MaterialWriter materials) {
        int[] partOf = parts();
        int[] firstFace = firstFaces(partOf);
        int[] ends = new int[firstFace.length + 1];
        for (int k = 0; k < mesh.faceCount(); k++) {
            ends[partOf[k] + 1] += 3 * (mesh.faceStarts()[k + 1] - mesh.faceStarts()[k] - 2);
        }
        for (int p = 1; p < ends.length; p++) {
            ends[p] += ends[p - 1];
        }
        ComponentType type =
                split.count() <= SHORT_VERTICES ? ComponentType.UNSIGNED_SHORT : ComponentType.UNSIGNED_INT;
        int[] indices = TriangleOrder.of(indices(partOf, ends.clone()), ends, storage);
        int view = binary.triangles(indices, type);
        for (int p = 0; p < firstFace.length; p++) {
            ObjectNode primitive = node.withArray("primitives").addObject();
            primitive.set("attributes", attributes.deepCopy());
            binary.accessor(view, (long) ends[p] * type.bytes(), type, ends[p + 1] - ends[p], "SCALAR");
            primitive.put("indices", binary.lastAccessor());
            primitive.put("material", materials.indexOf(firstFace[p]));
            int face = firstFace[p];
            if (mesh.surface().faceGroups().length > 0) {
                String group = mesh.surface().groups().get(mesh.surface().faceGroups()[face]);
                primitive.putObject("extras").put("group", group);
            }
        }
    }

    /** Number of the primitive of every face. */
    private int[] parts() {
        int[] groups = mesh.surface().faceGroups();
        int[] materials = mesh.surface().faceMaterials();
        int[] partOf = new int[mesh.faceCount()];
        Map<Long, Integer> numbered = new LinkedHashMap<>();
        for (int k = 0; k < partOf.length; k++) {
            long group = groups.length == 0 ? 0 : groups[k];
            long material = materials.length == 0 ? 0 : materials[k];
            partOf[k] = numbered.computeIfAbsent(group << 32 | material, pair -> numbered.size());
        }
        return partOf;
    }

    private static int[] firstFaces(int[] partOf) {
        int parts = 0;
        int[] first = new int[partOf.length];
        for (int k = 0; k < partOf.length; k++) {
            if (partOf[k] == parts) {
                first[parts++] = k;
            }
        }
        return java.util.Arrays.copyOf(first, parts);
    }

    /** @param next where the next triangle of each primitive goes, modified */
    private int[] indices(int[] partOf, int[] next) {
        int[] indices = new int[3 * mesh.triangleCount()];
        Triangulation triangulation = new Triangulation(mesh);
        for (int k = 0; k < partOf.length; k++) {
            next[partOf[k]] = triangulation.cut(k, indices, next[partOf[k]]);
        }
        for (int c = 0; c < indices.length; c++) {
            indices[c] = split.cornerVertex()[indices[c]];
        }
        return indices;
    }
}
