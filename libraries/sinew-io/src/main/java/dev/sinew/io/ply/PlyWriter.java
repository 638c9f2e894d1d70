package dev.sinew.io.ply;

import dev.sinew.io.parts.Srgb;
import dev.sinew.io.ply.PlyHeader.PlyType;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/**
 * Writes a mesh as little-endian PLY. UVs that differ between the corners of a vertex are written with the faces. Normals
 * that differ, materials and groups are not written, because PLY cannot store them.
 */
public final class PlyWriter {
    private static final int BUFFER = 1 << 16;

    /** Upper bound of the bytes in a row. */
    private static final int MAX_ROW_BYTES = 64;

    private final OutputStream out;
    private final Mesh mesh;
    private final Optional<float[]> normals;
    private final Optional<float[]> uvs;
    private final Optional<CornerAttribute> cornerUvs;
    private final Optional<float[]> colours;
    private final boolean byteColours;
    private final boolean longFaces;
    private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);

    private PlyWriter(OutputStream out, Mesh mesh) {
        this.out = out;
        this.mesh = mesh;
        Mesh.Surface surface = mesh.surface();
        normals = surface.normals().flatMap(a -> perVertex(mesh, a));
        uvs = surface.uvs().flatMap(a -> perVertex(mesh, a));
        cornerUvs = uvs.isPresent() ? Optional.empty() : surface.uvs();
        colours = surface.colours();
        byteColours = colours.isPresent() && fitBytes(colours.get());
        longFaces = longestFace(mesh) > 127;
    }

    public static void write(OutputStream out, Mesh mesh) throws IOException {
        PlyWriter writer = new PlyWriter(out, mesh);
        out.write(writer.header().getBytes(StandardCharsets.US_ASCII));
        writer.vertices();
        writer.faces();
        writer.flush();
    }

    /** One row per vertex if all its corners have the same values, else empty. */
    static Optional<float[]> perVertex(Mesh mesh, CornerAttribute attribute) {
        int width = attribute.width();
        float[] table = new float[width * mesh.vertexCount()];
        boolean[] known = new boolean[mesh.vertexCount()];
        for (int c = 0; c < mesh.corners().length; c++) {
            int from = width * attribute.rows()[c];
            int to = width * mesh.corners()[c];
            if (!known[mesh.corners()[c]]) {
                known[mesh.corners()[c]] = true;
                System.arraycopy(attribute.values(), from, table, to, width);
            } else if (!Arrays.equals(attribute.values(), from, from + width, table, to, to + width)) {
                return Optional.empty();
            }
        }
        return Optional.of(table);
    }

    /** Whether bytes represent the colours exactly, as for colours that were read from bytes. */
    private static boolean fitBytes(float[] colours) {
        for (float linear : colours) {
            if ((float) Srgb.toLinear(byteOf(linear) / 255.0) != linear) {
                return false;
            }
        }
        return true;
    }

    private static long byteOf(float linear) {
        return Math.round(255 * Srgb.encodedOf(linear));
    }

    private static int longestFace(Mesh mesh) {
        int longest = 0;
        for (int k = 0; k < mesh.faceCount(); k++) {
            longest = Math.max(longest, mesh.faceStarts()[k + 1] - mesh.faceStarts()[k]);
        }
        return longest;
    }

    private String header() {
        StringBuilder header = new StringBuilder("ply\nformat binary_little_endian 1.0\ncomment Sinew\n");
        header.append("element vertex ").append(mesh.vertexCount()).append('\n');
        properties(header, PlyType.FLOAT32, "x", "y", "z");
        normals.ifPresent(n -> properties(header, PlyType.FLOAT32, "nx", "ny", "nz"));
        uvs.ifPresent(n -> properties(header, PlyType.FLOAT32, "s", "t"));
        PlyType colour = byteColours ? PlyType.UINT8 : PlyType.FLOAT64;
        colours.ifPresent(n -> properties(header, colour, "red", "green", "blue"));
        PlyType count = longFaces ? PlyType.INT32 : PlyType.UINT8;
        header.append("element face ").append(mesh.faceCount()).append('\n');
        header.append("property list ").append(count).append(" int vertex_indices\n");
        cornerUvs.ifPresent(a -> header.append("property list ").append(count).append(" float texcoord\n"));
        return header.append("end_header\n").toString();
    }

    private static void properties(StringBuilder header, PlyType type, String... names) {
        for (String name : names) {
            header.append("property ").append(type).append(' ').append(name).append('\n');
        }
    }

    private void vertices() throws IOException {
        for (int i = 0; i < mesh.vertexCount(); i++) {
            room(MAX_ROW_BYTES);
            floats(mesh.positions(), 3 * i, 3);
            if (normals.isPresent()) {
                floats(normals.get(), 3 * i, 3);
            }
            if (uvs.isPresent()) {
                floats(uvs.get(), 2 * i, 2);
            }
            for (int k = 0; k < 3 && colours.isPresent(); k++) {
                colour(colours.get()[3 * i + k]);
            }
        }
    }

    private void colour(float linear) {
        if (byteColours) {
            bytes.put((byte) byteOf(linear));
        } else {
            bytes.putDouble(Srgb.encodedOf(linear));
        }
    }

    private void floats(float[] values, int from, int count) {
        for (int k = from; k < from + count; k++) {
            bytes.putFloat(values[k]);
        }
    }

    private void faces() throws IOException {
        for (int k = 0; k < mesh.faceCount(); k++) {
            int from = mesh.faceStarts()[k];
            int to = mesh.faceStarts()[k + 1];
            count(to - from);
            for (int c = from; c < to; c++) {
                room(Integer.BYTES);
                bytes.putInt(mesh.corners()[c]);
            }
            if (cornerUvs.isPresent()) {
                count(2 * (to - from));
                for (int c = from; c < to; c++) {
                    room(2 * Float.BYTES);
                    floats(cornerUvs.get().values(), 2 * cornerUvs.get().rows()[c], 2);
                }
            }
        }
    }

    private void count(int entries) throws IOException {
        room(Integer.BYTES);
        if (longFaces) {
            bytes.putInt(entries);
        } else {
            bytes.put((byte) entries);
        }
    }

    private void room(int needed) throws IOException {
        if (bytes.remaining() < needed) {
            flush();
        }
    }

    private void flush() throws IOException {
        out.write(bytes.array(), 0, bytes.position());
        bytes.clear();
    }
}
