package dev.sinew.io.gltf.write;

import dev.sinew.io.gltf.document.BinaryBuilder;
import dev.sinew.io.gltf.document.ComponentType;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.gltf.quantize.PositionGrid;
import dev.sinew.io.gltf.quantize.QuantizedAttributes;
import dev.sinew.io.parts.Storage;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the mesh: one set of vertex attributes, and one primitive per pair of group and material, in the order of first use.
 * If vertices had to be split, {@code _SOURCE_VERTEX} maps each to its mesh vertex (low and high 16 bits, because custom
 * attributes must not be 32-bit integers).
 */
final class MeshWriter {
    /** Index 65535 would mean a primitive restart. */
    private static final int SHORT_VERTICES = 65535;

    private final BinaryBuilder binary;
    private final Mesh mesh;
    private final VertexSplit split;
    private final Optional<PositionGrid> grid;
    private final Storage storage;

    /** @param grid the grid that positions are already rounded to; if present, the other attributes are quantized too */
    MeshWriter(BinaryBuilder binary, Mesh mesh, VertexSplit split, Optional<PositionGrid> grid, Storage storage) {
        this.storage = storage;
        this.grid = grid;
        this.binary = binary;
        this.mesh = mesh;
        this.split = split;
    }

    /** @param attributes modified: receives position, normal, UV, tangent if a normal map needs it, colour and source */
    void writeAttributes(ObjectNode attributes) {
        QuantizedAttributes small = new QuantizedAttributes(binary);
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
            return new QuantizedAttributes(binary).positions(positions, grid.get());
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

    /** The surface's normals with unit length; face normals if it has none or one has zero length. */
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

    /** glTF's v increases downwards in the image, ours upwards. */
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
            // Little-endian, so the low half comes first.
            data.putInt(split.source(i));
        }
        int view = storage.isPacked()
                ? binary.strided(data.array(), 4, BinaryBuilder.Target.VERTICES)
                : binary.view(data.array(), data.capacity(), BinaryBuilder.Target.VERTICES);
        binary.accessor(view, 0, ComponentType.UNSIGNED_SHORT, split.count(), "VEC2");
        return binary.lastAccessor();
    }

    /** @param materialOf index in the file of a face's material @param node the mesh, modified: receives its primitives, which all share {@code attributes} */
    void writePrimitives(ObjectNode node, ObjectNode attributes, IntUnaryOperator materialOf) {
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
            primitive.put("material", materialOf.applyAsInt(firstFace[p]));
            int face = firstFace[p];
            if (mesh.surface().faceGroups().length > 0) {
                String group = mesh.surface().groups().get(mesh.surface().faceGroups()[face]);
                primitive.putObject("extras").put("group", group);
            }
        }
    }

    /** Index of the primitive of every face. */
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
            next[partOf[k]] = triangulation.triangulate(k, indices, next[partOf[k]]);
        }
        for (int c = 0; c < indices.length; c++) {
            indices[c] = split.cornerVertex()[indices[c]];
        }
        return indices;
    }

    /**
     * Tangents for normal maps: the direction in which u increases, orthogonal to the written normal, and the side on which v
     * increases (glTF's w). Computed from the rest pose, normals and UVs as written, because the input's tangents belong to
     * its own pose and normals. As in MikkTSpace, triangles are weighted by their angle at the vertex, in the plane of its
     * normal.
     *
     * <p>NOTE: MikkTSpace splits vertices where mirrored halves of a texture meet. Here the larger weight decides, because a
     * copy would be an additional skinned vertex.
     */
    private static final class TangentSpace {
        private final float[] positions;
        private final float[] normals;
        private final float[] uvs;
        /** Sums of the directions of u and of v, three numbers each per vertex. */
        private final double[] alongU;

        private final double[] alongV;

        private TangentSpace(float[] positions, float[] normals, float[] uvs) {
            this.positions = positions;
            this.normals = normals;
            this.uvs = uvs;
            this.alongU = new double[positions.length];
            this.alongV = new double[positions.length];
        }

        /**
         * Four numbers per vertex.
         *
         * @param normals with unit length
         * @param uvs with v increasing downwards, as in glTF
         * @param triangles three vertices each
         */
        static float[] of(float[] positions, float[] normals, float[] uvs, int[] triangles) {
            TangentSpace space = new TangentSpace(positions, normals, uvs);
            for (int t = 0; t < triangles.length; t += 3) {
                space.add(triangles[t], triangles[t + 1], triangles[t + 2]);
                space.add(triangles[t + 1], triangles[t + 2], triangles[t]);
                space.add(triangles[t + 2], triangles[t], triangles[t + 1]);
            }
            return space.tangents();
        }

        /** The contribution of a triangle to its first vertex. */
        private void add(int i, int a, int b) {
            double[] p = new double[3];
            double[] q = new double[3];
            for (int x = 0; x < 3; x++) {
                p[x] = positions[3 * a + x] - (double) positions[3 * i + x];
                q[x] = positions[3 * b + x] - (double) positions[3 * i + x];
            }
            double pu = uvs[2 * a] - (double) uvs[2 * i];
            double pv = uvs[2 * i + 1] - (double) uvs[2 * a + 1];
            double qu = uvs[2 * b] - (double) uvs[2 * i];
            double qv = uvs[2 * i + 1] - (double) uvs[2 * b + 1];
            double area = pu * qv - qu * pv;
            double angle = angle(p, q);
            if (area != 0 && angle > 0) {
                vote(i, Math.signum(area) * qv, p, -Math.signum(area) * pv, q, angle, alongU);
                vote(i, -Math.signum(area) * qu, p, Math.signum(area) * pu, q, angle, alongV);
            }
        }

        private static double angle(double[] p, double[] q) {
            double lengths = Math.sqrt(dot(p, 0, p, 0) * dot(q, 0, q, 0));
            return lengths > 0 ? Math.acos(Math.max(-1, Math.min(1, dot(p, 0, q, 0) / lengths))) : 0;
        }

        /** Adds the direction of f·p + g·q in the plane of the vertex. */
        private void vote(int i, double f, double[] p, double g, double[] q, double angle, double[] sums) {
            double[] d = {f * p[0] + g * q[0], f * p[1] + g * q[1], f * p[2] + g * q[2]};
            flatten(d, i);
            double length = Math.sqrt(dot(d, 0, d, 0));
            for (int x = 0; x < 3 && length > 0; x++) {
                sums[3 * i + x] += angle * d[x] / length;
            }
        }

        private void flatten(double[] d, int i) {
            double along = d[0] * normals[3 * i] + d[1] * normals[3 * i + 1] + d[2] * normals[3 * i + 2];
            for (int x = 0; x < 3; x++) {
                d[x] -= along * normals[3 * i + x];
            }
        }

        private float[] tangents() {
            float[] out = new float[4 * positions.length / 3];
            for (int i = 0; i < positions.length / 3; i++) {
                double[] t = {alongU[3 * i], alongU[3 * i + 1], alongU[3 * i + 2]};
                flatten(t, i);
                double length = Math.sqrt(dot(t, 0, t, 0));
                if (length < 1e-9) {
                    t = acrossNormal(i);
                    length = Math.sqrt(dot(t, 0, t, 0));
                }
                for (int x = 0; x < 3; x++) {
                    out[4 * i + x] = (float) (t[x] / length);
                }
                out[4 * i + 3] = side(i, t) < 0 ? -1 : 1;
            }
            return out;
        }

        /** Any direction in the plane, if UVs define none. */
        private double[] acrossNormal(int i) {
            double[] d = new double[3];
            int least = 0;
            for (int x = 1; x < 3; x++) {
                least = Math.abs(normals[3 * i + x]) < Math.abs(normals[3 * i + least]) ? x : least;
            }
            d[least] = 1;
            flatten(d, i);
            return d;
        }

        /** (n × t)·v */
        private double side(int i, double[] t) {
            double nx = normals[3 * i];
            double ny = normals[3 * i + 1];
            double nz = normals[3 * i + 2];
            double[] across = {ny * t[2] - nz * t[1], nz * t[0] - nx * t[2], nx * t[1] - ny * t[0]};
            return dot(across, 0, alongV, 3 * i);
        }

        private static double dot(double[] a, int i, double[] b, int k) {
            return a[i] * b[k] + a[i + 1] * b[k + 1] + a[i + 2] * b[k + 2];
        }
    }
}
