package dev.sinew.io.format;

import dev.sinew.io.file.StagedFiles;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.text.TextLines;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.run.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * STL, binary or text; written as binary. A file is a list of triangles with three positions each. Corners with exactly equal
 * positions become one vertex, in the order of their first use. Facet normals are ignored because the positions determine
 * them.
 *
 * <p>Binary: 80 bytes of header, a little-endian uint32 count, then 50 bytes per triangle (normal, three corners, two unused
 * bytes). The header may begin with {@code solid} like text files, so the length of the file decides.
 */
final class StlFormat extends Format {
    private static final int HEADER_BYTES = 80;
    private static final int START_BYTES = HEADER_BYTES + 4;
    private static final int TRIANGLE_BYTES = 50;
    private static final int NORMAL_BYTES = 12;
    /** Three coordinates per corner must fit into an array. */
    private static final long MAX_TRIANGLES = (Integer.MAX_VALUE - 16) / 9;

    StlFormat() {
        super("STL", List.of(".stl"), Set.of(Content.MESH), Set.of(Content.MESH), "STL triangles, binary or text");
    }

    @Override
    public boolean begins(Head head) {
        return isExactlyBinary(head.bytes(), head.size()) || isText(head.bytes());
    }

    private static boolean isExactlyBinary(byte[] head, long size) {
        return head.length >= START_BYTES && count(head) > 0 && size == START_BYTES + TRIANGLE_BYTES * count(head);
    }

    private static long count(byte[] head) {
        return ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(HEADER_BYTES) & 0xffffffffL;
    }

    private static boolean isText(byte[] head) {
        String text = new String(head, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return text.startsWith("solid") && (text.contains("facet") || text.contains("endsolid"));
    }

    @Override
    public ReadMesh readMesh(Path file) {
        byte[] head = InputFiles.head(file, Formats.HEAD_BYTES);
        try {
            long size = Files.size(file);
            boolean text = isText(head) && !isExactlyBinary(head, size);
            Corners corners = text ? readText(file) : readBinary(file, head, size);
            if (corners.isEmpty()) {
                throw new InvalidInputException(file + " has no triangles");
            }
            return new ReadMesh(corners.mesh(), List.of());
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    private static Corners readBinary(Path file, byte[] head, long size) throws IOException {
        if (new String(head, StandardCharsets.ISO_8859_1).matches("(?is)\\s*solid[\\p{Print}\\s]*")) {
            throw new InvalidInputException(file + " begins as a text STL but has no facet; it is empty or cut off");
        }
        if (head.length < START_BYTES) {
            throw new InvalidInputException(file + " is truncated: it has " + size
                    + " bytes, but the header of an STL file needs " + START_BYTES);
        }
        long triangles = count(head);
        long room = (size - START_BYTES) / TRIANGLE_BYTES;
        if (triangles > room || triangles > MAX_TRIANGLES) {
            throw new InvalidInputException(file + " claims " + triangles + " triangles of " + TRIANGLE_BYTES
                    + " bytes, but is " + size + " bytes long, which is enough for " + Math.min(room, MAX_TRIANGLES));
        }
        Corners corners = new Corners(file);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            in.skipNBytes(START_BYTES);
            for (long k = 0; k < triangles; k++) {
                ByteBuffer triangle =
                        ByteBuffer.wrap(in.readNBytes(TRIANGLE_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
                if (triangle.capacity() < TRIANGLE_BYTES) {
                    throw new InvalidInputException(file + " was truncated while it was read");
                }
                for (int at = NORMAL_BYTES; at < TRIANGLE_BYTES - 2; at += 12) {
                    corners.add(triangle.getFloat(at), triangle.getFloat(at + 4), triangle.getFloat(at + 8));
                }
            }
        }
        return corners;
    }

    private static Corners readText(Path file) throws IOException {
        Corners corners = new Corners(file);
        int open = 0;
        int inFacet = 3;
        try (TextLines lines = new TextLines(file, Files.newInputStream(file))) {
            while (lines.nextLine()) {
                if (!lines.nextToken()) {
                    continue;
                }
                String word = lines.token().toLowerCase(Locale.ROOT);
                switch (word) {
                    case "solid" -> open++;
                    case "endsolid" -> open--;
                    case "outer", "endloop" -> {}
                    case "facet", "endfacet" -> {
                        if (inFacet != 3) {
                            throw lines.rejection("a facet has " + inFacet + " vertices; it must have 3");
                        }
                        inFacet = word.equals("facet") ? 0 : 3;
                    }
                    case "vertex" -> {
                        inFacet++;
                        corners.add(coordinate(lines), coordinate(lines), coordinate(lines));
                    }
                    default -> throw lines.rejection(lines.quoted() + " is not an STL keyword");
                }
            }
        }
        if (open != 0 || inFacet != 3 || corners.isIncomplete()) {
            throw new InvalidInputException(file + " is truncated: its last solid has no endsolid");
        }
        return corners;
    }

    private static float coordinate(TextLines lines) {
        if (!lines.nextToken()) {
            throw lines.rejection("a vertex needs three coordinates");
        }
        return (float) lines.number();
    }

    /** Collects the corners of triangles and gives equal positions one vertex. */
    private static final class Corners {
        private static final int EMPTY = -1;

        private final Path file;
        private final GrowableArrays.Floats positions;
        private final GrowableArrays.Ints corners;
        /** Hash table with open addressing, at most half full: vertices by the hash of their position. */
        private int[] table = new int[1024];

        Corners(Path file) {
            this.file = file;
            this.positions = new GrowableArrays.Floats("positions of " + file);
            this.corners = new GrowableArrays.Ints("corners of " + file);
            Arrays.fill(table, EMPTY);
        }

        void add(float x, float y, float z) {
            if (!Float.isFinite(x) || !Float.isFinite(y) || !Float.isFinite(z)) {
                throw new InvalidInputException(file + ": corner " + corners.size() % 3 + " of triangle "
                        + corners.size() / 3 + " is at " + x + " " + y + " " + z + "; coordinates must be finite");
            }
            // Adding zero turns −0, the same position, into 0.
            corners.add(vertex(x + 0f, y + 0f, z + 0f));
        }

        private int vertex(float x, float y, float z) {
            int at = slot(x, y, z);
            if (table[at] != EMPTY) {
                return table[at];
            }
            int vertex = vertices();
            table[at] = vertex;
            positions.add(x);
            positions.add(y);
            positions.add(z);
            if (2 * vertices() > table.length) {
                enlarge();
            }
            return vertex;
        }

        /** The slot of a position in the table, or the free slot for it. */
        private int slot(float x, float y, float z) {
            int hash = (31 * (31 * Float.floatToIntBits(x) + Float.floatToIntBits(y)) + Float.floatToIntBits(z))
                    * 0x9e3779b9;
            int at = (hash ^ hash >>> 16) & table.length - 1;
            while (table[at] != EMPTY && !isAt(table[at], x, y, z)) {
                at = at + 1 & table.length - 1;
            }
            return at;
        }

        private boolean isAt(int vertex, float x, float y, float z) {
            return positions.get(3 * vertex) == x
                    && positions.get(3 * vertex + 1) == y
                    && positions.get(3 * vertex + 2) == z;
        }

        private void enlarge() {
            table = new int[2 * table.length];
            Arrays.fill(table, EMPTY);
            for (int v = 0; v < vertices(); v++) {
                table[slot(positions.get(3 * v), positions.get(3 * v + 1), positions.get(3 * v + 2))] = v;
            }
        }

        private int vertices() {
            return positions.size() / 3;
        }

        boolean isEmpty() {
            return corners.size() == 0;
        }

        boolean isIncomplete() {
            return corners.size() % 3 != 0;
        }

        Mesh mesh() {
            return Mesh.ofTriangles(positions.toArray(), corners.toArray());
        }
    }

    @Override
    public MeshOutput meshOutput(StagedFiles files, Mesh like, String stem) {
        return StlFormat::write;
    }

    private static void write(OutputStream out, Mesh mesh) throws IOException {
        Mesh triangles = Mesh.ofTriangles(mesh.positions(), mesh.triangles());
        byte[] header = Arrays.copyOf("binary STL by Sinew".getBytes(StandardCharsets.US_ASCII), START_BYTES);
        ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).putInt(HEADER_BYTES, triangles.faceCount());
        out.write(header);
        double[] normal = new double[3];
        for (int k = 0; k < triangles.faceCount(); k++) {
            ByteBuffer bytes = ByteBuffer.allocate(TRIANGLE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            Normals.areaNormal(triangles, mesh.positions(), k, normal);
            double length = Math.hypot(Math.hypot(normal[0], normal[1]), normal[2]);
            for (double n : normal) {
                bytes.putFloat(length > 0 ? (float) (n / length) : 0);
            }
            for (int c = 3 * k; c < 3 * k + 3; c++) {
                int at = 3 * triangles.corners()[c];
                bytes.putFloat(mesh.positions()[at])
                        .putFloat(mesh.positions()[at + 1])
                        .putFloat(mesh.positions()[at + 2]);
            }
            out.write(bytes.array());
        }
    }
}
