package dev.sinew.io.obj;

import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.text.TextLines;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Parses the statements of an OBJ file into tables, without checking their consistency. */
final class ObjParser {
    /** How much of the file to read. */
    enum Wanted {
        EVERYTHING,
        /** Positions and faces only, for the later frames of a sequence. */
        GEOMETRY
    }

    /** x y z w r g b, the longest form of a vertex. */
    private static final int MAX_VERTEX_NUMBERS = 7;

    private final TextLines lines;
    private final Wanted wanted;
    private final double[] row = new double[MAX_VERTEX_NUMBERS];
    private final int[] counts = new int[3];
    private boolean coloured;
    private int skippedFaces;

    final GrowableArrays.Floats positions;
    final GrowableArrays.Floats uvs;
    final GrowableArrays.Floats normals;

    /** Three numbers per vertex from the first coloured one on. */
    private final GrowableArrays.Doubles colours;

    final FaceCorners faces;
    final Palette groups;
    final Palette materials;

    /** The arguments of the {@code mtllib} statements, one line each. */
    final List<String> libraries = new ArrayList<>();

    ObjParser(TextLines lines, Wanted wanted) {
        this.lines = lines;
        this.wanted = wanted;
        String file = lines.file().toString();
        positions = new GrowableArrays.Floats(file + ", vertices");
        uvs = new GrowableArrays.Floats(file + ", texture coordinates");
        normals = new GrowableArrays.Floats(file + ", normals");
        colours = new GrowableArrays.Doubles(file + ", vertex colours");
        faces = new FaceCorners(file);
        groups = new Palette(file + ", faces");
        materials = new Palette(file + ", faces");
    }

    void parse() throws IOException {
        while (lines.nextLine()) {
            if (lines.nextToken()) {
                statement();
            }
        }
        faces.check(lines, counts);
    }

    /** Ignores statements that do not define a polygon mesh (lines, points, curves, smoothing). */
    private void statement() {
        byte first = lines.bytes()[lines.tokenStart()];
        int length = lines.tokenEnd() - lines.tokenStart();
        if (first == 'v' && length == 1) {
            vertex();
        } else if (first == 'f' && length == 1) {
            face();
        } else if (first == 'v' && lines.tokenIs("vt")) {
            attribute(uvs, 1, 2);
        } else if (first == 'v' && lines.tokenIs("vn")) {
            attribute(normals, 2, 3);
        } else if (wanted == Wanted.EVERYTHING) {
            naming();
        }
    }

    private void naming() {
        if (lines.tokenIs("g") || lines.tokenIs("o")) {
            groups.switchTo(lines.rest());
        } else if (lines.tokenIs("usemtl")) {
            materials.switchTo(lines.rest());
        } else if (lines.tokenIs("mtllib")) {
            libraries.add(lines.rest());
        }
    }

    private void vertex() {
        int count = 0;
        while (count < row.length && lines.nextToken()) {
            row[count] = lines.number();
            if (count < 3) {
                positions.add(coordinate(row[count]));
            }
            count++;
        }
        if (count < 3) {
            throw lines.rejection("a vertex has " + count + " coordinates instead of 3");
        }
        counts[0]++;
        // 4 numbers: a weight for rational curves; 6: a colour; 7: weight and colour.
        if (wanted == Wanted.EVERYTHING && (coloured || count >= 6)) {
            colour(count < 6 ? 0 : count - 3);
        }
    }

    private float coordinate(double value) {
        float coordinate = (float) value;
        if (!Float.isFinite(coordinate)) {
            throw lines.rejection("the coordinate " + lines.quoted()
                    + " is out of range; it must be a finite single-precision number");
        }
        return coordinate;
    }

    /** @param at offset of the colour in the row; 0 for a vertex without one among coloured ones: white */
    private void colour(int at) {
        if (!coloured) {
            coloured = true;
            for (int k = 0; k < 3 * (counts[0] - 1); k++) {
                colours.add(Double.NaN);
            }
        }
        for (int k = 0; k < 3; k++) {
            colours.add(at == 0 ? Double.NaN : row[at + k]);
        }
    }

    private void attribute(GrowableArrays.Floats table, int kind, int width) {
        counts[kind]++;
        if (wanted == Wanted.GEOMETRY) {
            return;
        }
        for (int k = 0; k < width; k++) {
            if (lines.nextToken()) {
                table.add((float) lines.number());
            } else if (width == 2 && k == 1) {
                // One-dimensional textures have no v.
                table.add(0);
            } else {
                throw lines.rejection((width == 2 ? "a texture coordinate has " : "a normal has ") + k
                        + " numbers instead of " + width);
            }
        }
    }

    private void face() {
        if (!faces.add(lines, counts)) {
            skippedFaces++;
        } else if (wanted == Wanted.EVERYTHING) {
            groups.face();
            materials.face();
        }
    }

    /** Faces with one or two corners. */
    int skippedFaces() {
        return skippedFaces;
    }

    boolean coloured() {
        return coloured;
    }

    /** As stored, NaN for vertices without a colour among coloured ones. */
    double[] colours() {
        return colours.toArray();
    }

    /** The corners of an OBJ file's faces in all their forms: {@code v}, {@code v/vt}, {@code v//vn}, {@code v/vt/vn}. */
    static final class FaceCorners {
        private static final int KINDS = 3;
        private static final String[] KIND_NAMES = {"vertex", "texture coordinate", "normal"};

        private final GrowableArrays.Ints faceStarts;
        private final GrowableArrays.Ints[] rows = new GrowableArrays.Ints[KINDS];

        /** Faces may come before their vertices, so the largest index of each kind is checked at the end. */
        private final int[] farthest = new int[KINDS];

        private final long[] farthestLine = new long[KINDS];

        /** The current face, three rows per corner. */
        private final GrowableArrays.Ints face;

        FaceCorners(String file) {
            faceStarts = new GrowableArrays.Ints(file + ", faces");
            faceStarts.add(0);
            face = new GrowableArrays.Ints(file + ", corners of a face");
            for (int kind = 0; kind < KINDS; kind++) {
                rows[kind] = new GrowableArrays.Ints(file + ", corners of faces");
            }
        }

        /**
         * Reads the rest of an {@code f} line.
         *
         * @param counts number of vertices, texture coordinates and normals in the file so far
         * @return false if the face has fewer than three corners and is ignored
         */
        boolean add(TextLines lines, int[] counts) {
            face.clear();
            while (lines.nextToken()) {
                corner(lines, counts);
            }
            if (face.size() < 3 * KINDS) {
                return false;
            }
            for (int k = 0; k < face.size(); k += KINDS) {
                rows[0].add(face.get(k));
                rows[1].add(face.get(k + 1));
                rows[2].add(face.get(k + 2));
            }
            faceStarts.add(rows[0].size());
            return true;
        }

        private void corner(TextLines lines, int[] counts) {
            byte[] bytes = lines.bytes();
            int end = lines.tokenEnd();
            int at = lines.tokenStart();
            for (int kind = 0; kind < KINDS; kind++) {
                int stop = at;
                while (stop < end && bytes[stop] != '/') {
                    stop++;
                }
                if (stop > at) {
                    face.add(row(lines, at, stop, kind, counts[kind]));
                } else if (kind == 0) {
                    throw lines.rejection("the corner " + lines.quoted() + " has no vertex");
                } else {
                    face.add(CornerTables.NO_ROW);
                }
                at = Math.min(end, stop + 1);
            }
            if (at < end) {
                throw lines.rejection("the corner " + lines.quoted() + " has more parts than vertex/texture/normal");
            }
        }

        /** OBJ counts from 1, or backwards from the last element. */
        private int row(TextLines lines, int from, int to, int kind, int count) {
            long index = whole(lines, from, to);
            long row = index < 0 ? count + index : index - 1;
            if (index == 0 || row < 0) {
                throw lines.rejection("the corner " + lines.quoted() + " refers to " + KIND_NAMES[kind] + " " + index
                        + ", but " + (index == 0 ? "indices start at 1" : "only " + count + " precede it"));
            }
            if (row > Integer.MAX_VALUE - 1) {
                throw lines.rejection("the corner " + lines.quoted() + " refers to " + KIND_NAMES[kind] + " " + index
                        + ", which is too large");
            }
            if (row >= farthest[kind]) {
                farthest[kind] = (int) row + 1;
                farthestLine[kind] = lines.line();
            }
            return (int) row;
        }

        private static long whole(TextLines lines, int from, int to) {
            byte[] bytes = lines.bytes();
            boolean negative = bytes[from] == '-';
            int at = negative || bytes[from] == '+' ? from + 1 : from;
            if (at == to || to - at > 18) {
                throw lines.rejection("the corner " + lines.quoted() + " does not consist of integers");
            }
            long value = 0;
            for (; at < to; at++) {
                int digit = bytes[at] - '0';
                if (digit < 0 || digit > 9) {
                    throw lines.rejection("the corner " + lines.quoted() + " does not consist of integers");
                }
                value = 10 * value + digit;
            }
            return negative ? -value : value;
        }

        /** Rejects a corner that refers to more than the file has, with its line. */
        void check(TextLines lines, int[] counts) {
            for (int kind = 0; kind < KINDS; kind++) {
                if (farthest[kind] > counts[kind]) {
                    throw new InvalidInputException(
                            lines.file() + ", line " + farthestLine[kind] + ": a face refers to " + KIND_NAMES[kind]
                                    + " " + farthest[kind] + ", but the file has " + counts[kind]);
                }
            }
        }

        int[] faceStarts() {
            return faceStarts.toArray();
        }

        /** The vertex of every corner. */
        int[] vertices() {
            return rows[0].toArray();
        }

        int[] uvRows() {
            return rows[1].toArray();
        }

        int[] normalRows() {
            return rows[2].toArray();
        }
    }

    /** Names that statements switch between, with the name of each face; unused names are not kept. */
    static final class Palette {
        /** OBJ's name for the group of faces before any other. */
        private static final String UNNAMED = "default";

        private final Map<String, Integer> numbered = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        private final GrowableArrays.Ints perFace;
        private String current = UNNAMED;
        private int index;
        private boolean resolved;
        private boolean everNamed;

        Palette(String what) {
            perFace = new GrowableArrays.Ints(what);
        }

        void switchTo(String name) {
            current = name.isEmpty() ? UNNAMED : name;
            resolved = false;
            everNamed = true;
        }

        void face() {
            if (!resolved) {
                Integer known = numbered.putIfAbsent(current, names.size());
                index = known == null ? names.size() : known;
                if (known == null) {
                    names.add(current);
                }
                resolved = true;
            }
            perFace.add(index);
        }

        /** In order of first use; empty if no statement names one. */
        List<String> names() {
            return everNamed ? List.copyOf(names) : List.of();
        }

        int[] perFace() {
            return everNamed ? perFace.toArray() : new int[0];
        }
    }
}
