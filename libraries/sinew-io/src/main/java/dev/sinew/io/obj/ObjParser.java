package dev.sinew.io.obj;

import dev.sinew.io.parts.GrowingDoubles;
import dev.sinew.io.parts.GrowingFloats;
import dev.sinew.io.text.TextLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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

    final GrowingFloats positions;
    final GrowingFloats uvs;
    final GrowingFloats normals;

    /** Three numbers per vertex from the first coloured one on. */
    private final GrowingDoubles colours;

    final FaceCorners faces;
    final Palette groups;
    final Palette materials;

    /** What the {@code mtllib} statements say, a line each. */
    final List<String> libraries = new ArrayList<>();

    ObjParser(TextLines lines, Wanted wanted) {
        this.lines = lines;
        this.wanted = wanted;
        String file = lines.file().toString();
        positions = new GrowingFloats(file + ", vertices");
        uvs = new GrowingFloats(file + ", texture coordinates");
        normals = new GrowingFloats(file + ", normals");
        colours = new GrowingDoubles(file + ", vertex colours");
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

    private void attribute(GrowingFloats table, int kind, int width) {
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
}
