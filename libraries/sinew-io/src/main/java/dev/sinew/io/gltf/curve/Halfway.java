package dev.sinew.io.gltf.curve;

import dev.sinew.math.Quaternions;

/** What a player sees between two affine keys. For one thread. */
final class Halfway {
    private final double[] q = new double[4];
    private final double[] left = new double[9];
    private final double[] right = new double[9];
    private final double[] miss = new double[9];

    /**
     * The 3×3 part halfway between two keys less the mean of theirs, row-major; the pivot itself never strays.
     * Overwritten by the next call.
     */
    double[] miss(AffineKey a, double[] global, double[] u, double[] sigma, double[] v) {
        middle(a.u(), u, left);
        middle(a.v(), v, right);
        for (int c = 0; c < 3; c++) {
            scaleColumn(c, 0.5 * (a.sigma()[c] + sigma[c]));
        }
        product(miss);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                miss[3 * r + c] -= 0.5 * (a.global()[4 * r + c] + global[4 * r + c]);
            }
        }
        return miss;
    }

    /**
     * The 3×3 part a fraction t of the way from one key to another.
     *
     * @param out 9 numbers, row-major, modified
     */
    void matrix(AffineKey a, AffineKey b, double t, double[] out) {
        Quaternions.slerp(a.u(), 0, b.u(), 0, t, q, 0);
        Quaternions.toMatrix(q, 0, left, 0, 3);
        Quaternions.slerp(a.v(), 0, b.v(), 0, t, q, 0);
        Quaternions.toMatrix(q, 0, right, 0, 3);
        for (int c = 0; c < 3; c++) {
            scaleColumn(c, (1 - t) * a.sigma()[c] + t * b.sigma()[c]);
        }
        product(out);
    }

    private void scaleColumn(int c, double s) {
        left[c] *= s;
        left[3 + c] *= s;
        left[6 + c] *= s;
    }

    /** left·rightᵀ */
    private void product(double[] out) {
        for (int r = 0; r < 9; r += 3) {
            for (int c = 0; c < 3; c++) {
                out[r + c] = left[r] * right[3 * c] + left[r + 1] * right[3 * c + 1] + left[r + 2] * right[3 * c + 2];
            }
        }
    }

    /** Normalising the sum of two unit quaternions is slerp halfway, without its angles. */
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
