package dev.sinew.show.view;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.mesh.Shells;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Encodes topology and surface for the viewer. The viewer draws rows: a vertex has several if its corners differ in normal (hard
 * edges), material or, with images, texture coordinates.
 */
final class MeshPart {
    /** Larger images would dominate the size of the page. */
    private static final long MAX_IMAGE_BYTES = 12_000_000;

    private final Mesh mesh;
    private final Buffers buffers;
    /** Texture coordinates, if there are images to show. */
    private final Optional<CornerAttribute> uvs;

    private MeshPart(Mesh mesh, Buffers buffers) {
        this.mesh = mesh;
        this.buffers = buffers;
        this.uvs = imageBytes(mesh) > 0 && imageBytes(mesh) <= MAX_IMAGE_BYTES
                ? mesh.surface().uvs()
                : Optional.empty();
    }

    /** Total size of the mesh's images. */
    static long imageBytes(Mesh mesh) {
        return mesh.surface().materials().stream()
                .flatMap(material -> material.texture().stream())
                .mapToLong(texture -> texture.bytes().length)
                .sum();
    }

    /** Whether the images are too large for a page. */
    static boolean leavesImagesOut(Mesh mesh) {
        return imageBytes(mesh) > MAX_IMAGE_BYTES;
    }

    /** @return the row of every corner */
    static int[] write(Mesh mesh, Buffers buffers, ObjectNode header) {
        MeshPart part = new MeshPart(mesh, buffers);
        header.put("vertices", mesh.vertexCount()).put("faces", mesh.faceCount());
        part.writeFaces(header);
        int[] rows = part.writeRows(header);
        part.writeColours(header);
        part.writeShells(header);
        return rows;
    }

    private void writeFaces(ObjectNode header) {
        int[] starts = mesh.faceStarts();
        int[] sizes = new int[mesh.faceCount()];
        Arrays.setAll(sizes, k -> starts[k + 1] - starts[k]);
        int least = Arrays.stream(sizes).min().orElse(3);
        int most = Arrays.stream(sizes).max().orElse(3);
        if (least == most) {
            header.put("faceSize", most);
        } else {
            buffers.integers("faceSizes", sizes, most);
        }
    }

    private int[] writeRows(ObjectNode header) {
        boolean coloured = mesh.surface().faceMaterials().length > 0;
        boolean creased = mesh.surface().normals().isPresent();
        Rows rows = coloured || creased ? split() : new Rows(mesh.corners(), null, null);
        int count = rows.ofVertex == null ? mesh.vertexCount() : rows.ofVertex.length;
        header.put("rows", count);
        buffers.integers("corners", rows.ofCorner, count);
        if (rows.ofVertex != null) {
            buffers.integers("rowVertex", rows.ofVertex, mesh.vertexCount());
        }
        if (coloured) {
            writeMaterials(header, rows);
            uvs.ifPresent(given -> writeUvs(given, rows, count));
        }
        return rows.ofCorner;
    }

    private void writeMaterials(ObjectNode header, Rows rows) {
        ArrayNode materials = header.putArray("materials");
        for (Material m : mesh.surface().materials()) {
            ObjectNode node = materials.addObject().put("name", m.name());
            node.putArray("colour").add(m.red()).add(m.green()).add(m.blue());
            node.put("roughness", m.roughness()).put("metallic", m.metallic());
            if (uvs.isPresent() && m.texture().isPresent()) {
                String name = "image." + (materials.size() - 1);
                buffers.bytes(name, m.texture().get().bytes());
                node.putObject("image")
                        .put("buffer", name)
                        .put("mimeType", m.texture().get().mimeType());
            }
        }
        buffers.integers("rowMaterial", rows.materials, materials.size());
    }

    /** All u, then all v, which point upwards. */
    private void writeUvs(CornerAttribute given, Rows rows, int count) {
        float[] uv = new float[2 * count];
        for (int c = 0; c < rows.ofCorner.length; c++) {
            uv[rows.ofCorner[c]] = given.values()[2 * given.rows()[c]];
            uv[count + rows.ofCorner[c]] = given.values()[2 * given.rows()[c] + 1];
        }
        buffers.floats("rowUv", uv);
    }

    private void writeColours(ObjectNode header) {
        mesh.surface().colours().ifPresent(linear -> {
            int[] bytes = new int[linear.length];
            Arrays.setAll(bytes, k -> (int) Math.round(255 * Math.sqrt(Math.max(0, Math.min(1, linear[k])))));
            // Square roots: eight bits of linear light would show bands in dark colours.
            buffers.integers("vertexColours", bytes, 255);
            header.put("vertexColours", "squareRoot");
        });
    }

    private void writeShells(ObjectNode header) {
        Shells shells = Shells.of(mesh);
        header.put("shells", shells.count());
        if (shells.count() > 1) {
            int[] ofVertex = new int[mesh.vertexCount()];
            Arrays.setAll(ofVertex, i -> Math.max(0, shells.of(i)));
            buffers.integers("shells", ofVertex, shells.count());
        }
    }

    /**
     * @param ofCorner the row of every corner
     * @param ofVertex the vertex of every row; null if rows are vertices
     * @param materials one per row; null without materials
     */
    private record Rows(int[] ofCorner, int[] ofVertex, int[] materials) {}

    /** What distinguishes the rows of a vertex. */
    private record Key(int normal, int material, float u, float v) {}

    private Key key(int c, int normal, int material) {
        if (uvs.isEmpty()) {
            return new Key(normal, material, 0, 0);
        }
        int at = 2 * uvs.get().rows()[c];
        return new Key(normal, material, uvs.get().values()[at], uvs.get().values()[at + 1]);
    }

    /** Rows by normal, material and texture coordinates, numbered in the order of the faces. */
    private Rows split() {
        CornerAttribute normals = Normals.ofCorners(mesh, mesh.positions());
        int[] materialOfFace = mesh.surface().faceMaterials();
        int[] corners = mesh.corners();
        int[] starts = mesh.faceStarts();
        int[] ofCorner = new int[corners.length];
        int[] ofVertex = new int[corners.length];
        int[] materials = new int[corners.length];
        Map<Key, Integer> numbered = new HashMap<>();
        for (int k = 0; k < mesh.faceCount(); k++) {
            int material = materialOfFace.length == 0 ? 0 : materialOfFace[k];
            for (int c = starts[k]; c < starts[k + 1]; c++) {
                Key key = key(c, normals.rows()[c], material);
                ofCorner[c] = numbered.computeIfAbsent(key, fresh -> numbered.size());
                ofVertex[ofCorner[c]] = corners[c];
                materials[ofCorner[c]] = material;
            }
        }
        int count = numbered.size();
        return new Rows(ofCorner, Arrays.copyOf(ofVertex, count), Arrays.copyOf(materials, count));
    }

    /** Encodes a model's rest normals, 16 bits per coordinate: all x, all y, all z. */
    static final class NormalPart {
        private static final int HALF = 32767;

        private NormalPart() {}

        /** @param rows the row of every corner */
        static void write(Mesh mesh, int[] rows, String name, Buffers buffers) {
            CornerAttribute normals =
                    mesh.surface().normals().orElseGet(() -> Normals.ofCorners(mesh, mesh.positions()));
            int count = 0;
            for (int row : rows) {
                count = Math.max(count, row + 1);
            }
            int[] out = new int[3 * count];
            for (int c = 0; c < rows.length; c++) {
                for (int x = 0; x < 3; x++) {
                    double value = normals.values()[3 * normals.rows()[c] + x];
                    out[x * count + rows[c]] = HALF + (int) Math.round(HALF * Math.max(-1, Math.min(1, value)));
                }
            }
            buffers.integers(name, out, 2 * HALF);
        }
    }
}
