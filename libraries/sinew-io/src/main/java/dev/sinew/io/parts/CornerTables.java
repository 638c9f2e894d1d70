package dev.sinew.io.parts;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Completes the UVs and normals of files: corners without a row and rows that are not finite get a default, so that the rest
 * of an attribute is kept.
 */
public final class CornerTables {
    /** Marks a corner for which the file has no row. */
    public static final int NO_ROW = -1;

    /** Normals with a smaller length error are unchanged, so that writing and reading changes nothing. */
    private static final double UNIT_TOLERANCE = 1e-5;

    private final Path file;
    private final Notes notes;

    /** @param notes modified: receives a note about every kind of repair */
    public CornerTables(Path file, Notes notes) {
        this.file = file;
        this.notes = notes;
    }

    /**
     * @param values two numbers per row, modified
     * @param rows one per corner or {@link #NO_ROW}, modified
     * @return empty if no corner has a row
     */
    public Optional<CornerAttribute> uvs(float[] values, int[] rows) {
        if (!anyRow(rows)) {
            return Optional.empty();
        }
        zeroWhereNotFinite(values);
        boolean complete = true;
        int added = values.length / 2;
        for (int c = 0; c < rows.length; c++) {
            if (rows[c] == NO_ROW) {
                rows[c] = added;
                complete = false;
            }
        }
        float[] table = complete ? values : Arrays.copyOf(values, values.length + 2);
        return Optional.of(new CornerAttribute(2, table, rows));
    }

    /**
     * Rows with unit length; corners without a usable row get the normal of their vertex.
     *
     * @param mesh positions and faces
     * @param values three numbers per row, modified
     * @param rows one per corner or {@link #NO_ROW}, modified
     * @return empty if no corner has a row
     */
    public Optional<CornerAttribute> normals(Mesh mesh, float[] values, int[] rows) {
        if (!anyRow(rows)) {
            return Optional.empty();
        }
        boolean[] unusable = normalise(values);
        boolean complete = true;
        int added = values.length / 3;
        for (int c = 0; c < rows.length; c++) {
            if (rows[c] == NO_ROW || unusable[rows[c]]) {
                rows[c] = added + mesh.corners()[c];
                complete = false;
            }
        }
        return Optional.of(new CornerAttribute(3, complete ? values : withVertexNormals(values, mesh), rows));
    }

    private void zeroWhereNotFinite(float[] values) {
        int repaired = 0;
        for (int k = 0; k < values.length; k++) {
            if (!Float.isFinite(values[k])) {
                values[k] = 0;
                repaired++;
            }
        }
        if (repaired > 0) {
            notes.add(file + ": " + repaired + " texture coordinates are not finite; 0 is used instead");
        }
    }

    private static float[] withVertexNormals(float[] values, Mesh mesh) {
        float[] computed = Normals.ofVertices(mesh, mesh.positions());
        float[] table = Arrays.copyOf(values, Math.addExact(values.length, computed.length));
        System.arraycopy(computed, 0, table, values.length, computed.length);
        return table;
    }

    private static boolean anyRow(int[] rows) {
        for (int row : rows) {
            if (row != NO_ROW) {
                return true;
            }
        }
        return false;
    }

    /** Normalises rows and returns which have no direction. */
    private boolean[] normalise(float[] values) {
        boolean[] unusable = new boolean[values.length / 3];
        int repaired = 0;
        for (int r = 0; r < unusable.length; r++) {
            double x = values[3 * r];
            double y = values[3 * r + 1];
            double z = values[3 * r + 2];
            double square = x * x + y * y + z * z;
            if (!(square > 0) || Double.isInfinite(square)) {
                unusable[r] = true;
                repaired++;
                values[3 * r] = 0;
                values[3 * r + 1] = 0;
                values[3 * r + 2] = 1;
            } else if (Math.abs(square - 1) > UNIT_TOLERANCE) {
                double length = Math.sqrt(square);
                values[3 * r] = (float) (x / length);
                values[3 * r + 1] = (float) (y / length);
                values[3 * r + 2] = (float) (z / length);
            }
        }
        if (repaired > 0) {
            notes.add(file + ": " + repaired + " normals have no direction; computed normals are used instead");
        }
        return unusable;
    }
}
