package dev.sinew.io.obj;

import dev.sinew.io.parts.CornerTables;
import dev.sinew.io.parts.Growing;
import dev.sinew.io.text.TextLines;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes the statements of an OBJ file apart into tables, without judging what they mean together. */
final class ObjParser {
    /** How much of the file is wanted. */
    enum Wanted {
        EVERYTHING,
        /** Positions and faces only: all that matters of the later frames of a sequence. */
        GEOMETRY
    }

    /** x y z w r g b, the longest form of a vertex. */
    private static final int LONGEST_VERTEX = 7;

    private final TextLines lines;
    private final Wanted wanted;
    private final double[] row = new double[LONGEST_VERTEX];
    private final int[] counts = new int[3];
    private boolean coloured;
    private int skippedFaces;

    final Growing.Floats positions;
    final Growing.Floats uvs;
    final Growing.Floats normals;

    /** Three numbers per vertex from the first coloured one on. */
    private final Growing.Doubles colours;

    final FaceCorners faces;
    final Palette groups;
    final Palette materials;

    /** What the {@code mtllib} statements say, a line each. */
    final List<String> libraries = new ArrayList<>();

    ObjParser(TextLines lines, Wanted wanted) {
        this.lines = lines;
        this.wanted = wanted;
        String file = lines.file().toString();
        positions = new Growing.Floats(file + ", vertices");
        uvs = new Growing.Floats(file + ", texture coordinates");
        normals = new Growing.Floats(file + ", normals");
        colours = new Growing.Doubles(file + ", vertex colours");
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

    /** Statements that say nothing about a polygon mesh (lines, points, curves, smoothing) are passed over. */
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
            throw lines.refusal("a vertex has " + count + " coordinates where it needs 3");
        }
        counts[0]++;
        // 4 numbers: a weight that only rational curves use; 6: a colour; 7: weight and colour.
        if (wanted == Wanted.EVERYTHING && (coloured || count >= 6)) {
            colour(count < 6 ? 0 : count - 3);
        }
    }

    private float coordinate(double value) {
        float coordinate = (float) value;
        if (!Float.isFinite(coordinate)) {
            throw lines.refusal(
                    "the coordinate " + lines.quoted() + " is not a finite number, or too large for a float");
        }
        return coordinate;
    }

    /** @param at where the colour begins in the row, 0 for a vertex without one among coloured ones: white */
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

    private void attribute(Growing.Floats table, int kind, int width) {
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
                throw lines.refusal((width == 2 ? "a texture coordinate has " : "a normal has ") + k
                        + " numbers where it needs " + width);
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

    /** Faces of one or two corners. */
    int skippedFaces() {
        return skippedFaces;
    }

    boolean coloured() {
        return coloured;
    }

    /** As the file has them, NaN for vertices without a colour among coloured ones. */
    double[] colours() {
        return colours.toArray();
    }

    /** The corners of an OBJ file's faces in all their forms: {@code v}, {@code v/vt}, {@code v//vn}, {@code v/vt/vn}. */
    static final class FaceCorners {
        private static final int KINDS = 3;
        private static final String[] KIND_NAMES = {"vertex", "texture coordinate", "normal"};

        private final Growing.Ints faceStarts;
        private final Growing.Ints[] rows = new Growing.Ints[KINDS];

        /** Names may come before what they name, so the farthest one of each kind is checked at the end. */
        private final int[] farthest = new int[KINDS];

        private final long[] farthestLine = new long[KINDS];

        /** The current face, three rows per corner. */
        private final Growing.Ints face;

        FaceCorners(String file) {
            faceStarts = new Growing.Ints(file + ", faces");
            faceStarts.add(0);
            face = new Growing.Ints(file + ", corners of a face");
            for (int kind = 0; kind < KINDS; kind++) {
                rows[kind] = new Growing.Ints(file + ", corners of faces");
            }
        }

        /**
         * Takes the rest of an {@code f} line.
         *
         * @param counts how many vertices, texture coordinates and normals the file has had so far
         * @return false where the face has fewer than three corners and is left out
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
                    throw lines.refusal("the corner " + lines.quoted() + " names no vertex");
                } else {
                    face.add(CornerTables.NO_ROW);
                }
                at = Math.min(end, stop + 1);
            }
            if (at < end) {
                throw lines.refusal("the corner " + lines.quoted() + " has more than vertex/texture/normal");
            }
        }

        /** OBJ counts from 1, or backwards from what came last. */
        private int row(TextLines lines, int from, int to, int kind, int count) {
            long index = whole(lines, from, to);
            long row = index < 0 ? count + index : index - 1;
            if (index == 0 || row < 0) {
                throw lines.refusal("the corner " + lines.quoted() + " names " + KIND_NAMES[kind] + " " + index
                        + ", but " + (index == 0 ? "they are counted from 1" : "only " + count + " came before"));
            }
            if (row > Integer.MAX_VALUE - 1) {
                throw lines.refusal("the corner " + lines.quoted() + " names " + KIND_NAMES[kind] + " " + index
                        + ", more than any file can hold");
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
                throw lines.refusal("the corner " + lines.quoted() + " is not made of whole numbers");
            }
            long value = 0;
            for (; at < to; at++) {
                int digit = bytes[at] - '0';
                if (digit < 0 || digit > 9) {
                    throw lines.refusal("the corner " + lines.quoted() + " is not made of whole numbers");
                }
                value = 10 * value + digit;
            }
            return negative ? -value : value;
        }

        /** Says what is wrong where a corner names more than the file has, with the line it stands on. */
        void check(TextLines lines, int[] counts) {
            for (int kind = 0; kind < KINDS; kind++) {
                if (farthest[kind] > counts[kind]) {
                    throw new RefusedException(lines.file() + ", line " + farthestLine[kind] + ": a face names "
                            + KIND_NAMES[kind] + " " + farthest[kind] + " where the file has " + counts[kind]);
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

    /** Names that statements of the file switch between, and the one each face came under; unused names are not kept. */
    static final class Palette {
        /** What OBJ calls the group of faces that come before any other. */
        private static final String UNNAMED = "default";

        private final Map<String, Integer> numbered = new HashMap<>();
        private final List<String> names = new ArrayList<>();
        private final Growing.Ints perFace;
        private String current = UNNAMED;
        private int index;
        private boolean resolved;
        private boolean everNamed;

        Palette(String what) {
            perFace = new Growing.Ints(what);
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

        /** In order of first use; empty where no statement ever named one. */
        List<String> names() {
            return everNamed ? List.copyOf(names) : List.of();
        }

        int[] perFace() {
            return everNamed ? perFace.toArray() : new int[0];
        }
    }
}
