package dev.sinew.io.ply;

import dev.sinew.io.ply.PlyElement.Property;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The columns of a PLY file's vertices that a mesh knows, whatever their order, names and types. */
final class VertexTable {
    /** A known column under the names that programs give it, most usual first. */
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

    /** As the file has them, brought to fractions where they are whole numbers. */
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
                throw new RefusedException(file + ": its vertices have no property "
                        + KNOWN.get(column).get(0));
            }
        }
        int count = (int) vertices.count();
        positions = new float[3 * count];
        normals = new float[has(FIRST_NORMAL, FIRST_UV) ? 3 * count : 0];
        uvs = new float[has(FIRST_UV, FIRST_COLOUR) ? 2 * count : 0];
        colours = new double[has(FIRST_COLOUR, KNOWN.size()) ? 3 * count : 0];
    }

    /** The column a property fills, −1 for none. */
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

    /** Takes the number of one property of the current row. */
    void put(int property, double value) {
        int column = columnOfProperty[property];
        if (column >= 0) {
            row[column] = value / unitOfProperty[property];
        }
    }

    /** Files the current row under vertex i. */
    void endRow(int i) {
        for (int k = 0; k < 3; k++) {
            positions[3 * i + k] = (float) row[k];
            if (!Float.isFinite(positions[3 * i + k])) {
                throw new RefusedException(file + ", vertex " + i + ": the coordinate " + row[k]
                        + " is not a finite number, or too large for a float");
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
