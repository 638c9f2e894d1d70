package dev.sinew.measure;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;

/** The rest normals a file shades with, brought to the rows of the true ones. */
final class StoredNormals {
    private static final int NONE = -1;

    private final CornerAttribute normals;
    /** Three numbers per row of the truth, and the file's row they are from. */
    private float[] values;

    private int[] fileRows;
    /** Corners of vertex i: {@code cornersOf[starts[i]]} to {@code cornersOf[starts[i + 1] − 1]} */
    private final int[] starts;

    private final int[] cornersOf;

    private StoredNormals(Mesh mesh, CornerAttribute normals) {
        this.normals = normals;
        int[] corners = mesh.corners();
        this.starts = new int[mesh.vertexCount() + 1];
        for (int corner : corners) {
            starts[corner + 1]++;
        }
        for (int i = 0; i < mesh.vertexCount(); i++) {
            starts[i + 1] += starts[i];
        }
        int[] ends = starts.clone();
        this.cornersOf = new int[corners.length];
        for (int c = 0; c < corners.length; c++) {
            cornersOf[ends[corners[c]]++] = c;
        }
    }

    /**
     * Files are of triangles and number their corners anew, so a row is known again by its
     * vertex and, at a hard edge, by direction. A file without normals gets those of the faces around each vertex.
     *
     * @param rest of the file
     * @param given the mesh the truth is about, same vertices
     */
    static StoredNormals of(Mesh rest, TrueNormals truth, Mesh given) {
        CornerAttribute normals = rest.surface().normals().orElseGet(() -> Normals.ofCorners(rest, rest.positions()));
        StoredNormals stored = new StoredNormals(rest, normals);
        float[] towards = truth.recomputed(given.positions());
        stored.values = new float[3 * truth.count()];
        stored.fileRows = new int[truth.count()];
        for (int row = 0; row < truth.count(); row++) {
            stored.nearest(truth.vertices()[row], towards, row);
        }
        return stored;
    }

    /** Three numbers per row of the truth with as much of each corrective as a clip has in a frame; not to be modified. */
    float[] with(Correctives correctives, Clip clip, int f) {
        if (correctives.normals().length == 0 || clip.shapes().length == 0) {
            return values;
        }
        float[] turned = correctives.turned(normals.values(), clip.shapes(), f);
        float[] out = values.clone();
        for (int row = 0; row < fileRows.length; row++) {
            if (fileRows[row] != NONE) {
                System.arraycopy(turned, 3 * fileRows[row], out, 3 * row, 3);
            }
        }
        return out;
    }

    /** The normal of vertex i nearest to a direction; the direction itself where no face of the file uses the vertex. */
    private void nearest(int i, float[] towards, int row) {
        int at = 3 * row;
        System.arraycopy(towards, at, values, at, 3);
        fileRows[row] = NONE;
        double best = Double.NEGATIVE_INFINITY;
        for (int k = starts[i]; k < starts[i + 1]; k++) {
            int from = 3 * normals.rows()[cornersOf[k]];
            float[] n = normals.values();
            double along = (double) n[from] * towards[at]
                    + (double) n[from + 1] * towards[at + 1]
                    + (double) n[from + 2] * towards[at + 2];
            if (along > best) {
                best = along;
                System.arraycopy(n, from, values, at, 3);
                fileRows[row] = from / 3;
            }
        }
    }
}
