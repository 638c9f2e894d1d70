package dev.sinew.mesh;

import dev.sinew.mesh.Normals.CornerRows;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The true normals of a sequence: its own if the source has them in every frame, else those of the surrounding faces with the hard edges of
 * the rest mesh. Corners share a row if they share position and normal in the rest mesh; without normals, if they share the vertex.
 * Immutable, thread-safe.
 */
public final class TrueNormals {
    private final MeshSequence sequence;
    private final CornerRows corners;
    private final int[] vertices;
    /** Created on demand. */
    private RowFaces faces;

    private TrueNormals(MeshSequence sequence, CornerRows corners, int[] vertices) {
        this.sequence = sequence;
        this.corners = corners;
        this.vertices = vertices;
    }

    public static TrueNormals of(MeshSequence sequence) {
        return of(sequence, sequence.pointOf());
    }

    /** @param pointOf the welded point of every vertex, see {@link MeshSequence#pointOf}; not modified */
    public static TrueNormals of(MeshSequence sequence, int[] pointOf) {
        Mesh mesh = sequence.rest();
        int[] keys = mesh.surface().normals().map(CornerAttribute::rowsByValue).orElseGet(mesh::corners);
        int[] places = Arrays.stream(mesh.corners()).map(i -> pointOf[i]).toArray();
        CornerRows corners = CornerRows.of(places, keys);
        int[] vertices = new int[corners.count()];
        for (int c = places.length - 1; c >= 0; c--) {
            vertices[corners.rows()[c]] = mesh.corners()[c];
        }
        return new TrueNormals(sequence, corners, vertices);
    }

    /** Number of rows. */
    public int count() {
        return corners.count();
    }

    /** The row of every corner of the rest mesh. Do not modify. */
    public int[] rows() {
        return corners.rows();
    }

    /** The first vertex that uses each row. Do not modify. */
    public int[] vertices() {
        return vertices;
    }

    /** Three numbers per row, unit length; 0 if the surrounding faces have no area. */
    public float[] frame(int f) {
        Optional<CornerAttribute> own = sequence.normals(f);
        return own.isPresent() ? gathered(own.get()) : recompute(sequence.frame(f));
    }

    /**
     * The same for some rows, reading only the part of a frame they need; always from the surrounding faces. The function is thread-safe.
     *
     * @param rows not modified
     */
    public IntFunction<float[]> some(int[] rows) {
        return faces().part(rows);
    }

    private synchronized RowFaces faces() {
        if (faces == null) {
            faces = new RowFaces(sequence, corners);
        }
        return faces;
    }

    /** The same for the rest pose: the mesh's own normals if it has any. */
    public float[] rest() {
        Optional<CornerAttribute> own = sequence.rest().surface().normals();
        return own.isPresent() ? gathered(own.get()) : recompute(sequence.rest().positions());
    }

    /** The same for any pose of the mesh, from its faces. */
    public float[] recompute(float[] positions) {
        return Normals.unit(Normals.sums(sequence.rest(), positions, corners.rows(), count()), 0);
    }

    /** The mean over the corners of a row, whose normals may differ in a frame. */
    private float[] gathered(CornerAttribute own) {
        double[] sum = new double[3 * count()];
        float[] values = own.values();
        for (int c = 0; c < own.rows().length; c++) {
            int to = 3 * corners.rows()[c];
            int from = 3 * own.rows()[c];
            for (int x = 0; x < 3; x++) {
                sum[to + x] += values[from + x];
            }
        }
        return Normals.unit(sum, 0);
    }

    /** The faces around every row of normals, to compute some rows without the whole mesh. Immutable. */
    private static final class RowFaces {
        /** Maximum number of ranges read from a frame. */
        private static final int MAX_RANGES = 64;

        private final MeshSequence sequence;
        private final int[] rowOfCorner;
        /** Faces of row r: {@code faces[starts[r]]} to {@code faces[starts[r + 1] − 1]}, ascending; twice if two corners share the row. */
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

        /** Normals of some rows from the surrounding faces, by frame: three numbers per row, in their order. */
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
            // Corners of other rows share an extra row, which is dropped at the end.
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

        /** Index of each of some rows; all other rows get the index after the last. */
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

        /** The positions of ascending vertices. */
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

        /** Splits ascending vertices into a few ranges to fetch, which may include other vertices. */
        private static int[] pieces(int[] vertices) {
            int[] pieces = new int[MAX_RANGES + 2];
            for (int far = 64; pieces.length > MAX_RANGES + 1; far *= 4) {
                int gap = far;
                pieces = IntStream.rangeClosed(0, vertices.length)
                        .filter(k -> k == 0 || k == vertices.length || vertices[k] - vertices[k - 1] > gap)
                        .toArray();
            }
            return pieces;
        }
    }
}
