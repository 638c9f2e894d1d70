package dev.sinew.solve;

import dev.sinew.math.Workers;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.mesh.Weld;
import java.util.Arrays;

/**
 * The true normals of a sequence as trajectories, one per vertex: where hard edges give a vertex several, their mean. Zero where the faces around it
 * give no direction.
 */
public final class NormalSequence implements Trajectories {
    /** Means shorter than this say nothing: sheets with a back side have normals against each other. */
    private static final double SHORT = 0.3;

    private final TrueNormals truth;
    private final int[] vertexOfRow;
    private final float[] restRows;
    private final float[][] frames;
    private final double[] rest;

    /** @param weld which vertices of the sequence are one */
    NormalSequence(MeshSequence given, Weld weld, Workers workers) {
        truth = TrueNormals.of(given, weld);
        vertexOfRow = new int[truth.count()];
        for (int r = 0; r < vertexOfRow.length; r++) {
            vertexOfRow[r] = weld.weldedOf()[truth.vertices()[r]];
        }
        restRows = truth.rest();
        boolean[] first = firstOnly(vertexOfRow, restRows, weld.first().length);
        rest = new double[3 * first.length];
        float[] restMean = mean(vertexOfRow, restRows, first);
        for (int k = 0; k < rest.length; k++) {
            rest[k] = restMean[k];
        }
        frames = new float[given.frameCount()][];
        workers.forChunks(frames.length, 1, (chunk, from, to) -> {
            for (int f = from; f < to; f++) {
                frames[f] = mean(vertexOfRow, truth.frame(f), first);
            }
        });
    }

    /** Vertices whose normals cancel each other: there the first row stands for all. */
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
            first[i] = Math.sqrt(squared(sum, i)) < SHORT * count[i];
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
        return 3 * frames.length;
    }

    @Override
    public void rows(int from, int to, double[] rows, double[] squaredNorms) {
        int d = dimensions();
        Arrays.fill(squaredNorms, 0, to - from, 0);
        for (int f = 0; f < frames.length; f++) {
            float[] frame = frames[f];
            for (int i = from; i < to; i++) {
                int at = (i - from) * d + 3 * f;
                for (int x = 0; x < 3; x++) {
                    double v = frame[3 * i + x];
                    rows[at + x] = v;
                    squaredNorms[i - from] += v * v;
                }
            }
        }
    }

    /** True normals by rows, of the sequence as it was given. */
    TrueNormals truth() {
        return truth;
    }

    /** The welded vertex of every row of normals, not to be modified. */
    int[] vertexOfRow() {
        return vertexOfRow;
    }

    /** Rows of normals of the rest pose, not to be modified: the mesh's own where it has any. */
    float[] restRows() {
        return restRows;
    }

    /** Three numbers per vertex, one array a frame, not to be modified. */
    float[][] frames() {
        return frames;
    }

    /** Normals of the rest pose, 3N, not to be modified. */
    public double[] rest() {
        return rest;
    }
}
