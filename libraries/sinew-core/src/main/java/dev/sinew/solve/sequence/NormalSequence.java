package dev.sinew.solve.sequence;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The true normals of a sequence as trajectories, one per vertex: their mean if hard edges give a vertex several. Zero if the faces around
 * it have no area.
 */
public final class NormalSequence implements Trajectories {
    /** λ before a pass has measured errors, as a fraction of the ball's radius. */
    public static final double FIRST_WEIGHT = 0.01;

    /** Shorter means are unreliable: two-sided sheets have opposite normals. */
    private static final double MIN_MEAN_LENGTH = 0.3;

    private final TrueNormals truth;
    private final int[] vertexOfRow;
    private final float[] restRows;
    private final boolean[] first;
    private final FrameWindows windows;
    private final double[] rest;
    /** Rows of vertex i: {@code rowsOf[rowStarts[i]]} to {@code rowsOf[rowStarts[i + 1] − 1]}, ascending; set only for streamed frames. */
    private int[] rowStarts;

    private int[] rowsOf;

    /** @param pointOf the welded point of every vertex, not modified */
    public NormalSequence(MeshSequence given, int[] pointOf, Workers workers) {
        truth = TrueNormals.of(given, pointOf);
        vertexOfRow = new int[truth.count()];
        for (int r = 0; r < vertexOfRow.length; r++) {
            vertexOfRow[r] = pointOf[truth.vertices()[r]];
        }
        restRows = truth.rest();
        first = firstOnly(vertexOfRow, restRows, Arrays.stream(pointOf).max().orElse(-1) + 1);
        rest = new double[3 * first.length];
        float[] restMean = mean(vertexOfRow, restRows, first);
        for (int k = 0; k < rest.length; k++) {
            rest[k] = restMean[k];
        }
        if (given.frames().isStreamed()) {
            listRows();
            windows = FrameWindows.streamed(first.length, given.frameCount(), this::fetch);
        } else {
            windows = FrameWindows.of(held(given.frameCount(), workers));
        }
    }

    private float[][] held(int count, Workers workers) {
        float[][] frames = new float[count][];
        workers.forChunks(count, 1, (chunk, from, to) -> {
            for (int f = from; f < to; f++) {
                frames[f] = mean(vertexOfRow, truth.frame(f), first);
            }
        });
        return frames;
    }

    private void listRows() {
        rowStarts = new int[first.length + 1];
        for (int i : vertexOfRow) {
            rowStarts[i + 1]++;
        }
        for (int i = 0; i < first.length; i++) {
            rowStarts[i + 1] += rowStarts[i];
        }
        int[] ends = rowStarts.clone();
        rowsOf = new int[vertexOfRow.length];
        for (int r = 0; r < rowsOf.length; r++) {
            rowsOf[ends[vertexOfRow[r]]++] = r;
        }
    }

    /** Computes the normals of a range of vertices from the faces around them. */
    private void fetch(int from, int to, float[][] frames) {
        IntFunction<float[]> means = means(IntStream.range(from, to).toArray());
        for (int f = 0; f < frames.length; f++) {
            float[] mean = means.apply(f);
            System.arraycopy(mean, 0, frames[f], 0, mean.length);
        }
    }

    /** The normals of some vertices by frame, three numbers each, for streamed frames. */
    public IntFunction<float[]> means(int[] vertices) {
        int[] rows = Arrays.stream(vertices)
                .flatMap(i -> Arrays.stream(rowsOf, rowStarts[i], rowStarts[i + 1]))
                .toArray();
        int[] places = IntStream.range(0, vertices.length)
                .flatMap(k -> IntStream.range(rowStarts[vertices[k]], rowStarts[vertices[k] + 1])
                        .map(r -> k))
                .toArray();
        boolean[] firstOnly = new boolean[vertices.length];
        for (int k = 0; k < vertices.length; k++) {
            firstOnly[k] = first[vertices[k]];
        }
        IntFunction<float[]> some = truth.some(rows);
        return f -> mean(places, some.apply(f), firstOnly);
    }

    /** Vertices whose normals cancel: their first row is used instead of the mean. */
    private static boolean[] firstOnly(int[] vertexOf, float[] rows, int n) {
        double[] sum = new double[3 * n];
        int[] count = new int[n];
        for (int r = 0; r < vertexOf.length; r++) {
            int i = vertexOf[r];
            count[i]++;
            for (int x = 0; x < 3; x++) {
                sum[3 * i + x] += rows[3 * r + x];
            }
        }
        boolean[] first = new boolean[n];
        for (int i = 0; i < n; i++) {
            first[i] = Math.sqrt(squared(sum, i)) < MIN_MEAN_LENGTH * count[i];
        }
        return first;
    }

    private static float[] mean(int[] vertexOf, float[] rows, boolean[] first) {
        double[] sum = new double[3 * first.length];
        boolean[] seen = new boolean[first.length];
        for (int r = 0; r < vertexOf.length; r++) {
            int i = vertexOf[r];
            if (first[i] && seen[i]) {
                continue;
            }
            seen[i] = true;
            for (int x = 0; x < 3; x++) {
                sum[3 * i + x] += rows[3 * r + x];
            }
        }
        float[] out = new float[sum.length];
        for (int i = 0; i < first.length; i++) {
            double length = Math.sqrt(squared(sum, i));
            for (int x = 0; x < 3 && length > 1e-6; x++) {
                out[3 * i + x] = (float) (sum[3 * i + x] / length);
            }
        }
        return out;
    }

    private static double squared(double[] v, int i) {
        return v[3 * i] * v[3 * i] + v[3 * i + 1] * v[3 * i + 1] + v[3 * i + 2] * v[3 * i + 2];
    }

    @Override
    public int vertexCount() {
        return rest.length / 3;
    }

    /** 3F */
    @Override
    public int dimensions() {
        return 3 * windows.frameCount();
    }

    @Override
    public int span() {
        return windows.span();
    }

    @Override
    public double[] some(int[] vertices) {
        if (!windows.isStreamed()) {
            return Trajectories.super.some(vertices);
        }
        int d = dimensions();
        double[] rows = new double[vertices.length * d];
        IntFunction<float[]> means = means(vertices);
        for (int f = 0; f < windows.frameCount(); f++) {
            float[] frame = means.apply(f);
            for (int k = 0; k < frame.length; k++) {
                rows[k / 3 * d + 3 * f + k % 3] = frame[k];
            }
        }
        return rows;
    }

    @Override
    public void rows(int from, int to, double[] rows, double[] squaredNorms) {
        int d = dimensions();
        Arrays.fill(squaredNorms, 0, to - from, 0);
        FrameWindows.Window window = windows.at(from, to);
        int shift = 3 * (from - window.from());
        for (int f = 0; f < window.frames().length; f++) {
            float[] frame = window.frames()[f];
            for (int k = 0; k < to - from; k++) {
                int at = k * d + 3 * f;
                for (int x = 0; x < 3; x++) {
                    double v = frame[shift + 3 * k + x];
                    rows[at + x] = v;
                    squaredNorms[k] += v * v;
                }
            }
        }
    }

    /** True normals by row, of the sequence as given. */
    public TrueNormals truth() {
        return truth;
    }

    /** The welded vertex of every row of normals. Do not modify. */
    public int[] vertexOfRow() {
        return vertexOfRow;
    }

    /** Rows of normals of the rest pose: the mesh's own if it has any. Do not modify. */
    public float[] restRows() {
        return restRows;
    }

    /** Three numbers per vertex, one array per frame: all vertices if in memory, else some. Do not modify. */
    public FrameWindows windows() {
        return windows;
    }

    /** Normals of the rest pose, 3N. Do not modify. */
    public double[] rest() {
        return rest;
    }
}
