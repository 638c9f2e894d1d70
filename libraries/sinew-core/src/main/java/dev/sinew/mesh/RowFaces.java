package dev.sinew.mesh;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The faces around every row of normals: with them some rows can be computed without the whole mesh. Immutable. */
final class RowFaces {
    /** A frame is asked for vertices at most this often. */
    private static final int MOST_PIECES = 64;

    private final MeshSequence sequence;
    private final int[] rowOfCorner;
    /** Faces of row r: {@code faces[starts[r]]} to {@code faces[starts[r + 1] − 1]}, rising; one twice where two corners share the row. */
    private final int[] starts;

    private final int[] faces;

    RowFaces(MeshSequence sequence, CornerRows corners) {
        this.sequence = sequence;
        this.rowOfCorner = corners.rows();
        this.starts = new int[corners.count() + 1];
        for (int row : rowOfCorner) {
            starts[row + 1]++;
        }
        for (int r = 0; r < corners.count(); r++) {
            starts[r + 1] += starts[r];
        }
        this.faces = new int[rowOfCorner.length];
        int[] ends = Arrays.copyOf(starts, corners.count());
        int[] faceStarts = sequence.rest().faceStarts();
        for (int k = 0; k + 1 < faceStarts.length; k++) {
            for (int c = faceStarts[k]; c < faceStarts[k + 1]; c++) {
                faces[ends[rowOfCorner[c]]++] = k;
            }
        }
    }

    /** Normals of some rows from the faces around, by frame: three numbers per row, in their order. */
    IntFunction<float[]> part(int[] rows) {
        int[] around = facesOf(rows);
        int[] faceStarts = new int[around.length + 1];
        for (int k = 0; k < around.length; k++) {
            faceStarts[k + 1] = faceStarts[k] + start(around[k] + 1) - start(around[k]);
        }
        int[] corners = new int[faceStarts[around.length]];
        int[] rowOf = new int[corners.length];
        Places wanted = new Places(rows);
        for (int k = 0; k < around.length; k++) {
            int from = start(around[k]);
            for (int c = faceStarts[k]; c < faceStarts[k + 1]; c++) {
                corners[c] = sequence.rest().corners()[from + c - faceStarts[k]];
                rowOf[c] = wanted.of(rowOfCorner[from + c - faceStarts[k]]);
            }
        }
        int[] vertices = Arrays.stream(corners).sorted().distinct().toArray();
        for (int c = 0; c < corners.length; c++) {
            corners[c] = Arrays.binarySearch(vertices, corners[c]);
        }
        Mesh patch = Mesh.of(new float[3 * vertices.length], faceStarts, corners, Mesh.Surface.bare());
        int[] pieces = pieces(vertices);
        // Corners of other rows share one more, which is left out at the end.
        return f -> Arrays.copyOf(
                Normals.unit(Normals.sums(patch, positions(f, vertices, pieces), rowOf, rows.length + 1), 0),
                3 * rows.length);
    }

    private int start(int face) {
        return sequence.rest().faceStarts()[face];
    }

    private int[] facesOf(int[] rows) {
        int count = 0;
        for (int r : rows) {
            count += starts[r + 1] - starts[r];
        }
        int[] all = new int[count];
        int at = 0;
        for (int r : rows) {
            System.arraycopy(faces, starts[r], all, at, starts[r + 1] - starts[r]);
            at += starts[r + 1] - starts[r];
        }
        return Arrays.stream(all).sorted().distinct().toArray();
    }

    /** Where each of some rows stands among them; behind them all the rows that are not. */
    private static final class Places {
        private final long[] sorted;

        Places(int[] rows) {
            sorted = new long[rows.length];
            for (int k = 0; k < rows.length; k++) {
                sorted[k] = (long) rows[k] << 32 | k;
            }
            Arrays.sort(sorted);
        }

        int of(int row) {
            int at = Arrays.binarySearch(sorted, (long) row << 32);
            int found = at < 0 ? -at - 1 : at;
            return found < sorted.length && sorted[found] >>> 32 == row ? (int) sorted[found] : sorted.length;
        }
    }

    /** The positions of rising vertices. */
    private float[] positions(int f, int[] vertices, int[] pieces) {
        float[] out = new float[3 * vertices.length];
        for (int p = 0; p + 1 < pieces.length; p++) {
            int first = vertices[pieces[p]];
            int end = vertices[pieces[p + 1] - 1] + 1;
            float[] run = new float[3 * (end - first)];
            sequence.frames().positions(f, first, end, run, 0);
            for (int k = pieces[p]; k < pieces[p + 1]; k++) {
                System.arraycopy(run, 3 * (vertices[k] - first), out, 3 * k, 3);
            }
        }
        return out;
    }

    /** Where the pieces begin in which rising vertices are fetched: few, so some others come along. */
    private static int[] pieces(int[] vertices) {
        int[] pieces = new int[MOST_PIECES + 2];
        for (int far = 64; pieces.length > MOST_PIECES + 1; far *= 4) {
            int gap = far;
            pieces = IntStream.rangeClosed(0, vertices.length)
                    .filter(k -> k == 0 || k == vertices.length || vertices[k] - vertices[k - 1] > gap)
                    .toArray();
        }
        return pieces;
    }
}
