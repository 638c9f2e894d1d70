package dev.sinew.solve;

import dev.sinew.math.Workers;
import dev.sinew.mesh.TrueNormals;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

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
    /** Where a frame is too much to be computed for some of its rows. */
    private final Optional<Some> streamed;

    private int from;
    private int to;

    private RowNormals(
            TrueNormals truth, int[] places, float[][] frames, int size, Optional<Some> streamed, Workers workers) {
        this.truth = truth;
        this.places = places;
        this.frames = frames;
        this.size = size;
        this.streamed = streamed;
        this.workers = workers;
    }

    /** Computes some rows by frame. */
    @FunctionalInterface
    private interface Some {
        IntFunction<float[]> rows(int from, int to);
    }

    private static Some streamed(NormalSequence normals, boolean oneEach) {
        return oneEach
                ? (from, to) -> normals.means(Arrays.copyOfRange(normals.vertexOfRow(), from, to))
                : (from, to) -> normals.truth().some(IntStream.range(from, to).toArray());
    }

    static RowNormals of(NormalSequence normals, Workers workers) {
        TrueNormals truth = normals.truth();
        int rows = truth.count();
        FrameWindows known = normals.windows();
        boolean oneEach = isOneEach(normals.vertexOfRow(), normals.vertexCount());
        if (known.isStreamed()) {
            int size = Math.min(rows, known.span());
            float[][] frames = new float[known.frameCount()][3 * size];
            return new RowNormals(truth, new int[0], frames, size, Optional.of(streamed(normals, oneEach)), workers);
        }
        if (oneEach) {
            float[][] frames = known.at(0, 0).frames();
            return new RowNormals(truth, normals.vertexOfRow(), frames, rows, Optional.empty(), workers);
        }
        long fitting = NUMBERS / (3L * known.frameCount());
        int size = (int) Math.min(rows, Math.max(fitting, (rows + MOST_PARTS - 1) / MOST_PARTS));
        return new RowNormals(
                truth, new int[0], new float[known.frameCount()][3 * size], size, Optional.empty(), workers);
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
            int skipped = streamed.isPresent() ? 0 : 3 * from;
            IntFunction<float[]> normals = streamed.isPresent() ? streamed.get().rows(from, to) : truth::frame;
            workers.forChunks(
                    frames.length,
                    1,
                    (chunk, f, end) -> System.arraycopy(normals.apply(f), skipped, frames[f], 0, 3 * (to - from)));
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
