package dev.sinew.io.gltf;

import dev.sinew.math.Quaternions;

/** What a player sees halfway between two affine keys, against the mean of the two. For one thread. */
final class Halfway {
    private final double[] q = new double[4];
    private final double[] left = new double[9];
    private final double[] right = new double[9];
    private final double[] miss = new double[9];

    /** Interpolated 3×3 part less the mean one, row-major; the pivot itself never strays. Overwritten by the next call. */
    double[] miss(AffineKey a, AffineKey b) {
        return miss(a, b.global(), b.u(), b.sigma(), b.v());
    }

    double[] miss(AffineKey a, double[] global, double[] u, double[] sigma, double[] v) {
        middle(a.u(), u, left);
        middle(a.v(), v, right);
        for (int c = 0; c < 3; c++) {
            double s = 0.5 * (a.sigma()[c] + sigma[c]);
            left[c] *= s;
            left[3 + c] *= s;
            left[6 + c] *= s;
        }
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                miss[3 * r + c] = left[3 * r] * right[3 * c]
                        + left[3 * r + 1] * right[3 * c + 1]
                        + left[3 * r + 2] * right[3 * c + 2]
                        - 0.5 * (a.global()[4 * r + c] + global[4 * r + c]);
            }
        }
        return miss;
    }

    private void middle(double[] a, double[] b, double[] matrix) {
        double sign = Quaternions.dot(a, 0, b, 0) < 0 ? -1 : 1;
        for (int k = 0; k < 4; k++) {
            q[k] = a[k] + sign * b[k];
        }
        Quaternions.normalise(q, 0);
        Quaternions.toMatrix(q, 0, matrix, 0, 3);
    }

    static double squaredNorm(double[] m) {
        double sum = 0;
        for (double x : m) {
            sum += x * x;
        }
        return sum;
    }
}
