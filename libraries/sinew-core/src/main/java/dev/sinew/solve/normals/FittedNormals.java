package dev.sinew.solve.normals;

import dev.sinew.math.Symmetric3;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.sequence.FrameWindows;
import dev.sinew.solve.sequence.NormalSequence;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Computes the normals to store with a rest pose so that shading matches the frames best. Engines transform normals by the blended matrix
 * and normalise them, so each normal is the solution of a 3×3 system, iterated a few times. Works row by row, over all frames at once. Not
 * thread-safe: holds scratch memory; use one instance per thread.
 */
public final class FittedNormals {
    private static final int CHUNK = 512;

    private static final int ROUNDS = 3;

    /** Approximate number of frames used before the last round. */
    private static final int FIRST_FRAMES = 32;

    /** Frames whose normal is closer than this have equal weight. */
    private static final double NEAR_DISTANCE = 0.03;

    /** Keeps a normal at the solver's value in directions that the bones do not determine. */
    private static final double RELATIVE_PULL = 1e-4;

    private final SkinState state;
    private final int frames;
    private final int columns;
    private final double[] t;
    /** L of every frame, nine numbers each, for the vertex blended last. */
    private final double[] blended;

    private int blendedFor = -1;
    private final double[] turned = new double[3];
    /** Σ_f LᵀL/|L·n|², upper half, and Σ_f Lᵀn_f/|L·n|. */
    private final double[] a = new double[6];

    private final double[] b = new double[3];
    private final double[] n = new double[3];

    private FittedNormals(SkinState state, int bones, double[] transforms) {
        this.state = state;
        this.columns = 4 * bones;
        this.t = transforms;
        this.frames = transforms.length / (3 * columns);
        this.blended = new double[9 * frames];
    }

    /** @param transforms 3F×4B, not modified */
    public static CornerAttribute of(
            NormalSequence normals, SkinState state, int bones, double[] transforms, Workers workers) {
        double[] start = start(normals, state);
        float[] values = new float[start.length];
        int[] vertexOf = normals.vertexOfRow();
        RowNormals truth = RowNormals.of(normals, workers);
        while (truth.next()) {
            workers.forChunks(truth.to() - truth.from(), CHUNK, (chunk, from, to) -> {
                FittedNormals fitted = new FittedNormals(state, bones, transforms);
                for (int r = truth.from() + from; r < truth.from() + to; r++) {
                    fitted.solve(vertexOf[r], start, 3 * r, truth.frames(), 3 * truth.place(r), values);
                }
            });
        }
        return new CornerAttribute(3, values, normals.truth().rows());
    }

    /** The solver's normal if a vertex has one, that of the rest pose if it has several. */
    private static double[] start(NormalSequence normals, SkinState state) {
        int[] vertexOf = normals.vertexOfRow();
        int[] rowsOf = new int[state.vertexCount()];
        for (int i : vertexOf) {
            rowsOf[i]++;
        }
        float[] rest = normals.restRows();
        double[] start = new double[3 * vertexOf.length];
        for (int r = 0; r < vertexOf.length; r++) {
            int i = vertexOf[r];
            for (int x = 0; x < 3; x++) {
                start[3 * r + x] = rowsOf[i] == 1 ? state.normals()[3 * i + x] : rest[3 * r + x];
            }
        }
        return start;
    }

    /**
     * Solves the unit normal of one row.
     *
     * @param at offset in {@code start} and {@code values}
     * @param truth normals of every frame, this row's from {@code from} on
     */
    private void solve(int i, double[] start, int at, float[][] truth, int from, float[] values) {
        blend(i);
        System.arraycopy(start, at, n, 0, 3);
        for (int round = 0; round < ROUNDS; round++) {
            Arrays.fill(a, 0);
            Arrays.fill(b, 0);
            // A few frames give the direction; the last round uses all.
            int stride = round < ROUNDS - 1 ? Math.max(1, frames / FIRST_FRAMES) : 1;
            for (int f = 0; f < frames; f += stride) {
                double length = turn(9 * f);
                if (length > 0) {
                    addFrame(9 * f, length, round > 0 ? share(length, truth[f], from) : 1, truth[f], from);
                }
            }
            solveForNormal();
        }
        for (int x = 0; x < 3; x++) {
            values[at + x] = (float) n[x];
        }
    }

    private void blend(int i) {
        if (i == blendedFor) {
            return;
        }
        blendedFor = i;
        Arrays.fill(blended, 0);
        int influences = state.influences();
        for (int k = i * influences; k < (i + 1) * influences && state.weights()[k] != 0; k++) {
            double w = state.weights()[k];
            int at = 4 * state.bones()[k];
            for (int row = 0; row < 9 * frames; row += 3, at += columns) {
                blended[row] += w * t[at];
                blended[row + 1] += w * t[at + 1];
                blended[row + 2] += w * t[at + 2];
            }
        }
    }

    /** |L·n| */
    private double turn(int l) {
        double sum = 0;
        for (int row = 0; row < 3; row++) {
            int at = l + 3 * row;
            turned[row] = blended[at] * n[0] + blended[at + 1] * n[1] + blended[at + 2] * n[2];
            sum += turned[row] * turned[row];
        }
        return Math.sqrt(sum);
    }

    /**
     * 1/|L·n/|L·n| − n_f|: with these factors the sum of squares becomes a sum of distances, which is robust against a few outlier frames.
     */
    private double share(double length, float[] normals, int from) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            double d = turned[x] / length - normals[from + x];
            sum += d * d;
        }
        return 1 / Math.max(NEAR_DISTANCE, Math.sqrt(sum));
    }

    private void addFrame(int l, double length, double share, float[] normals, int from) {
        double squared = share / (length * length);
        double once = share / length;
        for (int row = 0; row < 3; row++) {
            double x = blended[l + 3 * row];
            double y = blended[l + 3 * row + 1];
            double z = blended[l + 3 * row + 2];
            a[0] += squared * x * x;
            a[1] += squared * x * y;
            a[2] += squared * x * z;
            a[3] += squared * y * y;
            a[4] += squared * y * z;
            a[5] += squared * z * z;
            double target = once * normals[from + row];
            b[0] += target * x;
            b[1] += target * y;
            b[2] += target * z;
        }
    }

    private void solveForNormal() {
        double hold = RELATIVE_PULL * (a[0] + a[3] + a[5]) / 3;
        for (int x = 0; x < 3; x++) {
            b[x] += hold * n[x];
        }
        a[0] += hold;
        a[3] += hold;
        a[5] += hold;
        Symmetric3.solve(a, b, n, 0);
        double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int x = 0; x < 3; x++) {
            n[x] = length > 1e-12 ? n[x] / length : x == 2 ? 1 : 0;
        }
    }

    /**
     * True normals of all frames for some rows at a time; {@link #next} advances. If every vertex has one row, these are the solver's
     * trajectories; otherwise they are recomputed for as many rows as memory allows. Working memory.
     */
    private static final class RowNormals {
        /** Numbers that may always be in memory at once. */
        private static final long NUMBERS_IN_MEMORY = 16L << 20;

        /** Maximum number of parts: normals are recomputed for each. */
        private static final int MAX_PARTS = 6;

        private final TrueNormals truth;
        private final Workers workers;
        private final int[] places;
        private final int size;
        private final float[][] frames;
        /** Computes some rows of a frame when a whole frame is too large. */
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
                    : (from, to) ->
                            normals.truth().some(IntStream.range(from, to).toArray());
        }

        public static RowNormals of(NormalSequence normals, Workers workers) {
            TrueNormals truth = normals.truth();
            int rows = truth.count();
            FrameWindows known = normals.windows();
            boolean oneEach = isOneEach(normals.vertexOfRow(), normals.vertexCount());
            if (known.isStreamed()) {
                int size = Math.min(rows, known.span());
                float[][] frames = new float[known.frameCount()][3 * size];
                return new RowNormals(
                        truth, new int[0], frames, size, Optional.of(streamed(normals, oneEach)), workers);
            }
            if (oneEach) {
                float[][] frames = known.at(0, 0).frames();
                return new RowNormals(truth, normals.vertexOfRow(), frames, rows, Optional.empty(), workers);
            }
            long fitting = NUMBERS_IN_MEMORY / (3L * known.frameCount());
            int size = (int) Math.min(rows, Math.max(fitting, (rows + MAX_PARTS - 1) / MAX_PARTS));
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

        /** Advances to the next rows; false at the end. */
        boolean next() {
            from = to;
            to = Math.min(truth.count(), from + size);
            if (from < to && places.length == 0) {
                int skipped = streamed.isPresent() ? 0 : 3 * from;
                IntFunction<float[]> normals =
                        streamed.isPresent() ? streamed.get().rows(from, to) : truth::frame;
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

        /** Three numbers per entry, one array per frame. Do not modify. */
        float[][] frames() {
            return frames;
        }

        /** Index of row r in {@link #frames}. */
        int place(int r) {
            return places.length == 0 ? r - from : places[r];
        }
    }
}
