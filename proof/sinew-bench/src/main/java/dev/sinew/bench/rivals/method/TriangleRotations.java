package dev.sinew.bench.rivals.method;

import dev.sinew.linalg.Products;
import dev.sinew.math.NearestRotation;
import dev.sinew.platform.Workers;

/** JT05 §3: each triangle's rotation from the rest pose to every frame, 9F numbers per triangle. */
final class TriangleRotations {
    private static final int DIRECTIONS = 24;
    private static final int ROUNDS = 3;

    private TriangleRotations() {}

    /**
     * Rotations as points of few dimensions.
     *
     * @param x one triangle per row of d
     */
    record Points(double[] x, int d) {}

    /** Projects on the leading directions of the 9F numbers, which almost preserves distances. */
    static Points project(Animation animation, Workers workers) {
        int m = 9 * animation.frames();
        double[] rotations = of(animation);
        int count = rotations.length / m;
        double[] basis = Principal.directions(rotations, count, m, DIRECTIONS, ROUNDS, new double[0], workers);
        int d = basis.length / m;
        return new Points(Products.multiply(rotations, count, m, Products.transpose(basis, d, m), d, workers), d);
    }

    /** @return T×9F */
    static double[] of(Animation animation) {
        int[] triangles = animation.triangles();
        int count = triangles.length / 3;
        int frames = animation.frames();
        double[] out = new double[count * 9 * frames];
        NearestRotation nearest = new NearestRotation();
        double[] before = new double[9];
        double[] after = new double[9];
        double[] turn = new double[9];
        for (int t = 0; t < count; t++) {
            axes(animation.rest(), 3, 0, triangles, t, before);
            for (int f = 0; f < frames; f++) {
                axes(animation.a(), animation.dimensions(), 3 * f, triangles, t, after);
                for (int r = 0; r < 3; r++) {
                    for (int c = 0; c < 3; c++) {
                        turn[3 * r + c] =
                                after[r] * before[c] + after[3 + r] * before[3 + c] + after[6 + r] * before[6 + c];
                    }
                }
                nearest.of(turn, 0, 3, out, (t * frames + f) * 9, 3);
            }
        }
        return out;
    }

    /** Two edges and the normal, normalised, because lengths do not matter for rotations. */
    private static void axes(double[] xyz, int stride, int from, int[] triangles, int t, double[] out) {
        int a = triangles[3 * t] * stride + from;
        int b = triangles[3 * t + 1] * stride + from;
        int c = triangles[3 * t + 2] * stride + from;
        for (int k = 0; k < 3; k++) {
            out[k] = xyz[b + k] - xyz[a + k];
            out[3 + k] = xyz[c + k] - xyz[a + k];
        }
        for (int k = 0; k < 3; k++) {
            int p = (k + 1) % 3;
            int q = (k + 2) % 3;
            out[6 + k] = out[p] * out[3 + q] - out[q] * out[3 + p];
        }
        for (int row = 0; row < 9; row += 3) {
            double length = Math.sqrt(out[row] * out[row] + out[row + 1] * out[row + 1] + out[row + 2] * out[row + 2]);
            for (int k = row; k < row + 3 && length > 0; k++) {
                out[k] /= length;
            }
        }
    }
}
