package dev.sinew.io.ply;

import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.io.parts.Notes;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.Srgb;
import dev.sinew.io.ply.PlyHeader.PlyElement;
import dev.sinew.io.ply.PlyHeader.PlyElement.Property;
import dev.sinew.io.ply.PlyHeader.PlyHeaderReader;
import dev.sinew.io.ply.PlyHeader.PlyType;
import dev.sinew.io.text.TextLines;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Reads PLY: polygons with normals, UVs and colours of vertices, UVs of corners. Ignores other elements and properties;
 * rejects triangle strips.
 */
public final class PlyReader {
    /** The number of vertices whose coordinates fit into an array. */
    private static final long MAX_VERTICES = (Integer.MAX_VALUE - 16) / 3;

    private final Path file;
    private final Notes notes = new Notes();
    private Optional<VertexTable> vertices = Optional.empty();
    private Optional<FaceTable> faces = Optional.empty();

    private PlyReader(Path file) {
        this.file = file;
    }

    public static ReadMesh read(Path file) {
        InputFiles.requireFile(file);
        PlyReader reader = new PlyReader(file);
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            PlyHeader header = new PlyHeaderReader(file, in).read();
            reader.check(header, Files.size(file) - header.bytes());
            reader.tables(header, PlyValues.after(header, file, in));
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
        return new ReadMesh(reader.mesh(), reader.notes.list());
    }

    /** Checks before allocating that the file is long enough for its header's counts. */
    private void check(PlyHeader header, long available) {
        for (PlyElement element : header.elements()) {
            long row = element.smallestRow(header.format());
            // The last line of text may lack its end.
            if (row > 0 && element.count() > (available + 1) / row) {
                throw new InvalidInputException(file + " claims " + element.count() + " rows of '" + element.name()
                        + "', which take at least " + row + " bytes each, but only " + available
                        + " bytes follow its header");
            }
            if (element.name().equals("tristrips")) {
                throw new InvalidInputException(file
                        + " stores its faces as triangle strips, which are not supported. Export it with plain faces");
            }
        }
        PlyElement vertex = find(header, "vertex")
                .filter(e -> e.count() > 0)
                .orElseThrow(() -> new InvalidInputException(file + " has no vertices"));
        if (vertex.count() > MAX_VERTICES) {
            throw new InvalidInputException(
                    file + " has " + vertex.count() + " vertices; at most " + MAX_VERTICES + " are supported");
        }
        vertices = Optional.of(new VertexTable(file, vertex));
        faces = find(header, "face").filter(e -> e.count() > 0).map(e -> new FaceTable(file, e, vertex.count()));
    }

    private static Optional<PlyElement> find(PlyHeader header, String name) {
        return header.elements().stream().filter(e -> e.name().equals(name)).findFirst();
    }

    private void tables(PlyHeader header, PlyValues values) throws IOException {
        for (PlyElement element : header.elements()) {
            if (element.properties().isEmpty()) {
                continue;
            }
            for (long k = 0; k < element.count(); k++) {
                try {
                    row(element, k, values);
                } catch (EOFException e) {
                    throw new InvalidInputException(
                            file + " ends within " + element.name() + " " + k + " of " + element.count(), e);
                }
            }
        }
    }

    private void row(PlyElement element, long k, PlyValues values) throws IOException {
        VertexTable vertex = element.name().equals("vertex") ? vertices.orElse(null) : null;
        FaceTable face = element.name().equals("face") ? faces.orElse(null) : null;
        List<Property> properties = element.properties();
        for (int p = 0; p < properties.size(); p++) {
            Property property = properties.get(p);
            if (property.isList()) {
                list(element, property, p, k, values, face);
            } else {
                double value = values.next(property.type());
                if (vertex != null) {
                    vertex.put(p, value);
                }
            }
        }
        if (vertex != null) {
            vertex.endRow((int) k);
        } else if (face != null) {
            face.endRow();
        }
    }

    private void list(PlyElement element, Property property, int p, long k, PlyValues values, FaceTable face)
            throws IOException {
        double count = values.next(property.countType().orElseThrow());
        if (!(count >= 0 && count <= Integer.MAX_VALUE) || count != Math.rint(count)) {
            throw new InvalidInputException(file + ", " + element.name() + " " + k + ": the list " + property.name()
                    + " claims " + count + " entries");
        }
        for (int entry = 0; entry < count; entry++) {
            double value = values.next(property.type());
            if (face != null) {
                face.put(p, value, k);
            }
        }
    }

    private Mesh mesh() {
        VertexTable v = vertices.orElseThrow();
        int[] starts = faces.map(FaceTable::faceStarts).orElse(new int[1]);
        int[] corners = faces.map(FaceTable::corners).orElse(new int[0]);
        int skipped = faces.map(FaceTable::skipped).orElse(0);
        if (skipped > 0) {
            notes.add(file + ": " + skipped + " faces with fewer than 3 corners are ignored");
        }
        Mesh bare = Mesh.of(v.positions, starts, corners, Mesh.Surface.bare());
        Mesh.Surface plain = Mesh.Surface.bare();
        return bare.withSurface(new Mesh.Surface(
                uvs(v, corners),
                v.normals.length == 0
                        ? Optional.empty()
                        : new CornerTables(file, notes).normals(bare, v.normals, corners.clone()),
                v.colours.length == 0 ? Optional.empty() : Optional.of(Srgb.linearOf(v.colours)),
                plain.materials(),
                plain.faceMaterials(),
                plain.groups(),
                plain.faceGroups()));
    }

    /** UVs of corners if the faces have them, else those of the vertices. */
    private Optional<CornerAttribute> uvs(VertexTable v, int[] corners) {
        CornerTables tables = new CornerTables(file, notes);
        Optional<CornerAttribute> ofCorners = faces.flatMap(f -> tables.uvs(f.uvs(), f.uvRows()));
        return ofCorners.isPresent() || v.uvs.length == 0 ? ofCorners : tables.uvs(v.uvs, corners.clone());
    }

    /** The faces of a PLY file: lists of vertices, and optionally of UVs for their corners. */
    private static final class FaceTable {
        private static final List<String> INDEX_NAMES = List.of("vertex_indices", "vertex_index");
        private static final String CORNER_UVS = "texcoord";

        private final Path file;
        private final long vertices;
        private final int indexProperty;
        private final int uvProperty;
        private final GrowableArrays.Ints faceStarts;
        private final GrowableArrays.Ints corners;
        private final GrowableArrays.Ints uvRows;
        private final GrowableArrays.Floats uvs;
        private final GrowableArrays.Ints face;
        private final GrowableArrays.Floats faceUvs;
        private int skipped;

        /** @param vertices number of vertices in the file */
        FaceTable(Path file, PlyElement faces, long vertices) {
            this.file = file;
            this.vertices = vertices;
            indexProperty = find(faces, INDEX_NAMES);
            uvProperty = find(faces, List.of(CORNER_UVS));
            if (indexProperty < 0) {
                throw new InvalidInputException(file + ": its faces have no list named vertex_indices or vertex_index");
            }
            faceStarts = new GrowableArrays.Ints(file + ", faces");
            faceStarts.add(0);
            corners = new GrowableArrays.Ints(file + ", corners of faces");
            uvRows = new GrowableArrays.Ints(file + ", corners of faces");
            uvs = new GrowableArrays.Floats(file + ", texture coordinates");
            face = new GrowableArrays.Ints(file + ", corners of a face");
            faceUvs = new GrowableArrays.Floats(file + ", texture coordinates of a face");
        }

        private static int find(PlyElement element, List<String> names) {
            for (int p = 0; p < element.properties().size(); p++) {
                Property property = element.properties().get(p);
                if (property.isList() && names.contains(property.name())) {
                    return p;
                }
            }
            return -1;
        }

        /** Adds one number of a list of the current row. */
        void put(int property, double value, long k) {
            if (property == indexProperty) {
                if (!(value >= 0 && value < vertices) || value != Math.rint(value)) {
                    throw new InvalidInputException(file + ", face " + k + " refers to vertex " + printable(value)
                            + ", but the file has " + vertices + " vertices");
                }
                face.add((int) value);
            } else if (property == uvProperty) {
                faceUvs.add((float) value);
            }
        }

        private static String printable(double value) {
            return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : "" + value;
        }

        /** Ends the current row; ignores faces with one or two corners. */
        void endRow() {
            if (face.size() < 3) {
                skipped++;
            } else {
                boolean hasUvs = faceUvs.size() == 2 * face.size();
                for (int c = 0; c < face.size(); c++) {
                    corners.add(face.get(c));
                    uvRows.add(hasUvs ? uvs.size() / 2 : CornerTables.NO_ROW);
                    if (hasUvs) {
                        uvs.add(faceUvs.get(2 * c));
                        uvs.add(faceUvs.get(2 * c + 1));
                    }
                }
                faceStarts.add(corners.size());
            }
            face.clear();
            faceUvs.clear();
        }

        int[] faceStarts() {
            return faceStarts.toArray();
        }

        int[] corners() {
            return corners.toArray();
        }

        /** Rows of {@link #uvs}; empty if no face has UVs for its corners. */
        int[] uvRows() {
            return uvRows.toArray();
        }

        float[] uvs() {
            return uvs.toArray();
        }

        int skipped() {
            return skipped;
        }
    }

    /** The known columns of a PLY file's vertices, in any order and type. */
    private static final class VertexTable {
        /** A known column with the names that programs use, most common first. */
        private static final List<List<String>> KNOWN = List.of(
                List.of("x"),
                List.of("y"),
                List.of("z"),
                List.of("nx"),
                List.of("ny"),
                List.of("nz"),
                List.of("s", "u", "texture_u", "texture_s"),
                List.of("t", "v", "texture_v", "texture_t"),
                List.of("red", "r", "diffuse_red"),
                List.of("green", "g", "diffuse_green"),
                List.of("blue", "b", "diffuse_blue"));

        private static final int FIRST_NORMAL = 3;
        private static final int FIRST_UV = 6;
        private static final int FIRST_COLOUR = 8;

        private final Path file;
        private final int[] columnOfProperty;
        private final double[] unitOfProperty;
        private final boolean[] present = new boolean[KNOWN.size()];
        private final double[] row = new double[KNOWN.size()];

        final float[] positions;
        final float[] normals;
        final float[] uvs;

        /** As stored, converted to fractions if they are integers. */
        final double[] colours;

        VertexTable(Path file, PlyElement vertices) {
            this.file = file;
            columnOfProperty = new int[vertices.properties().size()];
            unitOfProperty = new double[columnOfProperty.length];
            for (int p = 0; p < columnOfProperty.length; p++) {
                columnOfProperty[p] = claim(vertices.properties().get(p));
                unitOfProperty[p] = columnOfProperty[p] < FIRST_COLOUR
                        ? 1
                        : vertices.properties().get(p).type().full();
            }
            for (int column = 0; column < FIRST_NORMAL; column++) {
                if (!present[column]) {
                    throw new InvalidInputException(file + ": its vertices have no property "
                            + KNOWN.get(column).get(0));
                }
            }
            int count = (int) vertices.count();
            positions = new float[3 * count];
            normals = new float[has(FIRST_NORMAL, FIRST_UV) ? 3 * count : 0];
            uvs = new float[has(FIRST_UV, FIRST_COLOUR) ? 2 * count : 0];
            colours = new double[has(FIRST_COLOUR, KNOWN.size()) ? 3 * count : 0];
        }

        /** The column that a property fills, −1 for none. */
        private int claim(Property property) {
            for (int column = 0; column < KNOWN.size(); column++) {
                if (!property.isList() && !present[column] && KNOWN.get(column).contains(property.name())) {
                    present[column] = true;
                    return column;
                }
            }
            return -1;
        }

        private boolean has(int from, int to) {
            for (int column = from; column < to; column++) {
                if (!present[column]) {
                    return false;
                }
            }
            return true;
        }

        /** Sets the number of one property of the current row. */
        void put(int property, double value) {
            int column = columnOfProperty[property];
            if (column >= 0) {
                row[column] = value / unitOfProperty[property];
            }
        }

        /** Stores the current row as vertex i. */
        void endRow(int i) {
            for (int k = 0; k < 3; k++) {
                positions[3 * i + k] = (float) row[k];
                if (!Float.isFinite(positions[3 * i + k])) {
                    throw new InvalidInputException(file + ", vertex " + i + ": the coordinate " + row[k]
                            + " is out of range; it must be a finite single-precision number");
                }
            }
            if (normals.length > 0) {
                normals[3 * i] = (float) row[FIRST_NORMAL];
                normals[3 * i + 1] = (float) row[FIRST_NORMAL + 1];
                normals[3 * i + 2] = (float) row[FIRST_NORMAL + 2];
            }
            if (uvs.length > 0) {
                uvs[2 * i] = (float) row[FIRST_UV];
                uvs[2 * i + 1] = (float) row[FIRST_UV + 1];
            }
            if (colours.length > 0) {
                System.arraycopy(row, FIRST_COLOUR, colours, 3 * i, 3);
            }
            Arrays.fill(row, 0);
        }
    }

    /** The numbers of a PLY file's data in order; every type fits into a double. */
    private interface PlyValues {
        /** @throws EOFException if the file ends first */
        double next(PlyType type) throws IOException;

        /** The numbers after the header. */
        static PlyValues after(PlyHeader header, Path file, InputStream in) {
            return switch (header.format()) {
                case ASCII -> new Text(new TextLines(file, in, header.lines()));
                case BINARY_LITTLE_ENDIAN -> new Binary(in, ByteOrder.LITTLE_ENDIAN);
                case BINARY_BIG_ENDIAN -> new Binary(in, ByteOrder.BIG_ENDIAN);
            };
        }

        /** Tokens, regardless of line breaks. */
        final class Text implements PlyValues {
            private final TextLines lines;

            Text(TextLines lines) {
                this.lines = lines;
            }

            @Override
            public double next(PlyType type) throws IOException {
                while (!lines.nextToken()) {
                    if (!lines.nextLine()) {
                        throw new EOFException();
                    }
                }
                return lines.number();
            }
        }

        /** Bytes in a known order. */
        final class Binary implements PlyValues {
            private static final int BUFFER = 1 << 17;

            private final InputStream in;
            private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER);

            Binary(InputStream in, ByteOrder order) {
                this.in = in;
                bytes.order(order).flip();
            }

            @Override
            public double next(PlyType type) throws IOException {
                if (bytes.remaining() < type.bytes()) {
                    fill(type.bytes());
                }
                return switch (type) {
                    case INT8 -> bytes.get();
                    case UINT8 -> bytes.get() & 0xff;
                    case INT16 -> bytes.getShort();
                    case UINT16 -> bytes.getShort() & 0xffff;
                    case INT32 -> bytes.getInt();
                    case UINT32 -> bytes.getInt() & 0xffffffffL;
                    case FLOAT32 -> bytes.getFloat();
                    case FLOAT64 -> bytes.getDouble();
                };
            }

            private void fill(int needed) throws IOException {
                bytes.compact();
                while (bytes.position() < needed) {
                    int count = in.read(bytes.array(), bytes.position(), bytes.remaining());
                    if (count < 0) {
                        throw new EOFException();
                    }
                    bytes.position(bytes.position() + count);
                }
                bytes.flip();
            }
        }
    }
}
