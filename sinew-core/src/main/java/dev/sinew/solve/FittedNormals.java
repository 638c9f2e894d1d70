package dev.sinew.solve;

import dev.sinew.math.Symmetric3;
import dev.sinew.math.Workers;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.TrueNormals;
import java.util.Arrays;

/**
 * The normals to store with a rest pose so that engines, which turn them by the blended matrix and make them unit afterwards, shade the frames best: a
 * 3×3 system for every row of the surface's normals. Scratch memory inside.
 */
final class FittedNormals {
    private static final int FRAMES_AT_ONCE = 16;
    private static final int CHUNK = 512;

    private static final int ROUNDS = 3;

    /** Frames whose normal is as near as this all count alike. */
    private static final double NEAR = 0.03;

    /** Holds a normal at the solver's where the bones leave a direction open. */
    private static final double HOLD = 1e-4;

    private final TrueNormals truth;
    private final int[] vertexOf;
    private final SkinState state;
    private final int columns;
    private final double[] t;
    private final double[] start;
    /** Σ_f LᵀL/|L·n⁰|² (upper half) and Σ_f Lᵀn_f/|L·n⁰| of every row, nine numbers. */
    private final double[] sums;

    private FittedNormals(Subject subject, SkinState state, int bones, double[] transforms, double[] start) {
        this.truth = subject.truth();
        this.vertexOf = subject.vertexOfRow();
        this.state = state;
        this.columns = 4 * bones;
        this.t = transforms;
        this.start = start;
        this.sums = new double[9 * truth.count()];
    }

    /** @param transforms 3F×4B, not modified */
    static CornerAttribute of(Subject subject, SkinState state, int bones, double[] transforms, Workers workers) {
        TrueNormals truth = subject.truth();
        double[] start = start(subject, state);
        for (int round = 0; round < ROUNDS; round++) {
            FittedNormals fitted = new FittedNormals(subject, state, bones, transforms, start);
            fitted.addFrames(round > 0, workers);
            start = fitted.solved();
        }
        float[] values = new float[start.length];
        for (int k = 0; k < values.length; k++) {
            values[k] = (float) start[k];
        }
        return new CornerAttribute(3, values, truth.rows());
    }

    private void addFrames(boolean robust, Workers workers) {
        int frames = t.length / (3 * columns);
        float[][] some = new float[FRAMES_AT_ONCE][];
        for (int f = 0; f < frames; f += FRAMES_AT_ONCE) {
            int first = f;
            int count = Math.min(FRAMES_AT_ONCE, frames - f);
            workers.forChunks(count, 1, (chunk, from, to) -> some[from] = truth.frame(first + from));
            workers.forChunks(truth.count(), CHUNK, (chunk, from, to) -> add(some, first, count, robust, from, to));
        }
    }

    /** The solver's normal where a vertex has one, that of the rest pose where it has several. */
    private static double[] start(Subject subject, SkinState state) {
        int[] vertexOf = subject.vertexOfRow();
        int[] rowsOf = new int[state.vertexCount()];
        for (int i : vertexOf) {
            rowsOf[i]++;
        }
        float[] rest = subject.restRows();
        double[] start = new double[3 * vertexOf.length];
        for (int r = 0; r < vertexOf.length; r++) {
            int i = vertexOf[r];
            for (int x = 0; x < 3; x++) {
                start[3 * r + x] = rowsOf[i] == 1 ? state.normals[3 * i + x] : rest[3 * r + x];
            }
        }
        return start;
    }

    private void add(float[][] some, int firstFrame, int count, boolean robust, int from, int to) {
        double[] l = new double[9];
        double[] n = new double[3];
        for (int r = from; r < to; r++) {
            for (int k = 0; k < count; k++) {
                blend(vertexOf[r], firstFrame + k, l);
                double length = turn(l, 3 * r, n);
                if (length > 0) {
                    addFrame(l, length, robust ? share(n, length, some[k], r) : 1, some[k], r);
                }
            }
        }
    }

    private void blend(int i, int f, double[] l) {
        Arrays.fill(l, 0);
        int influences = state.influences();
        for (int k = i * influences; k < (i + 1) * influences && state.weights[k] > 0; k++) {
            double w = state.weights[k];
            int at = 3 * f * columns + 4 * state.bones[k];
            for (int row = 0; row < 3; row++, at += columns) {
                l[3 * row] += w * t[at];
                l[3 * row + 1] += w * t[at + 1];
                l[3 * row + 2] += w * t[at + 2];
            }
        }
    }

    /** |L·n⁰| */
    private double turn(double[] l, int at, double[] n) {
        double sum = 0;
        for (int row = 0; row < 3; row++) {
            n[row] = l[3 * row] * start[at] + l[3 * row + 1] * start[at + 1] + l[3 * row + 2] * start[at + 2];
            sum += n[row] * n[row];
        }
        return Math.sqrt(sum);
    }

    /** 1/|L·n⁰/|L·n⁰| − n_f|: squares with such shares make a sum of distances, which a few frames that no normal suits do not rule. */
    private static double share(double[] n, double length, float[] normals, int r) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            double d = n[x] / length - normals[3 * r + x];
            sum += d * d;
        }
        return 1 / Math.max(NEAR, Math.sqrt(sum));
    }

    private void addFrame(double[] l, double length, double share, float[] normals, int r) {
        double squared = share / (length * length);
        double once = share / length;
        int at = 9 * r;
        for (int row = 0; row < 9; row += 3) {
            double x = l[row];
            double y = l[row + 1];
            double z = l[row + 2];
            sums[at] += squared * x * x;
            sums[at + 1] += squared * x * y;
            sums[at + 2] += squared * x * z;
            sums[at + 3] += squared * y * y;
            sums[at + 4] += squared * y * z;
            sums[at + 5] += squared * z * z;
            double target = once * normals[3 * r + row / 3];
            sums[at + 6] += target * x;
            sums[at + 7] += target * y;
            sums[at + 8] += target * z;
        }
    }

    /** Unit normals, three numbers a row. */
    private double[] solved() {
        double[] values = new double[start.length];
        double[] a = new double[6];
        double[] b = new double[3];
        double[] n = new double[3];
        for (int r = 0; r < truth.count(); r++) {
            System.arraycopy(sums, 9 * r, a, 0, 6);
            double hold = HOLD * (a[0] + a[3] + a[5]) / 3;
            for (int x = 0; x < 3; x++) {
                n[x] = start[3 * r + x];
                b[x] = sums[9 * r + 6 + x] + hold * n[x];
            }
            a[0] += hold;
            a[3] += hold;
            a[5] += hold;
            Symmetric3.solve(a, b, n, 0);
            double length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
            for (int x = 0; x < 3; x++) {
                values[3 * r + x] = length > 1e-12 ? n[x] / length : x == 2 ? 1 : 0;
            }
        }
        return values;
    }
}
