package dev.sinew.solve;

import dev.sinew.math.Workers;
import dev.sinew.mesh.TrueNormals;

/**
 * True normals of all frames at once, for some rows at a time: {@link #next} goes on to the next rows. Where every vertex has one row, the trajectories that
 * the solver has anyway; else computed anew, for as many rows as memory allows. Working memory.
 */
final class RowNormals {
    /** Numbers that may be held at once whatever the sequence is. */
    private static final long NUMBERS = 16L << 20;

    /** Rows are never taken in more parts than this: normals are computed once for each. */
    private static final int MOST_PARTS = 6;

    private final TrueNormals truth;
    private final Workers workers;
    private final int[] places;
    private final int size;
    private final float[][] frames;
    private int from;
    private int to;

    private RowNormals(TrueNormals truth, int[] places, float[][] frames, int size, Workers workers) {
        this.truth = truth;
        this.places = places;
        this.frames = frames;
        this.size = size;
        this.workers = workers;
    }

    static RowNormals of(NormalSequence normals, Workers workers) {
        TrueNormals truth = normals.truth();
        int rows = truth.count();
        float[][] known = normals.frames();
        if (isOneEach(normals.vertexOfRow(), normals.vertexCount())) {
            return new RowNormals(truth, normals.vertexOfRow(), known, rows, workers);
        }
        long fitting = NUMBERS / (3L * known.length);
        int size = (int) Math.min(rows, Math.max(fitting, (rows + MOST_PARTS - 1) / MOST_PARTS));
        return new RowNormals(truth, new int[0], new float[known.length][3 * size], size, workers);
    }

    private static boolean isOneEach(int[] vertexOf, int vertices) {
        boolean[] seen = new boolean[vertices];
        for (int i : vertexOf) {
            if (seen[i]) {
                return false;
            }
            seen[i] = true;
        }
        return true;
    }

    /** Goes to the next rows; false where there are none left. */
    boolean next() {
        from = to;
        to = Math.min(truth.count(), from + size);
        if (from < to && places.length == 0) {
            workers.forChunks(frames.length, 1, (chunk, first, end) -> {
                for (int f = first; f < end; f++) {
                    System.arraycopy(truth.frame(f), 3 * from, frames[f], 0, 3 * (to - from));
                }
            });
        }
        return from < to;
    }

    int from() {
        return from;
    }

    int to() {
        return to;
    }

    /** Three numbers per place, one array a frame, not to be modified. */
    float[][] frames() {
        return frames;
    }

    /** Where row r stands in the {@link #frames}. */
    int place(int r) {
        return places.length == 0 ? r - from : places[r];
    }
}
