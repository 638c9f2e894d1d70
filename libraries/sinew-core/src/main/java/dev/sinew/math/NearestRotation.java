package dev.sinew.math;

/**
 * The rotation R that maximises tr(Rᵀ·C): the nearest one to a 3×3 matrix. Horn's quaternion, the eigenvector of the largest eigenvalue of
 * a 4×4 matrix, by Newton's method on the characteristic polynomial. Several times as fast as a singular value decomposition, which is the
 * fallback if two eigenvalues almost coincide. Not thread-safe.
 */
public final class NearestRotation {
    /** Below this the eigenvector would lose half of its digits. */
    private static final double MIN_SEPARATION = 1e-7;

    private static final int NEWTON_STEPS = 40;

    private final Svd3 svd = new Svd3();
    /** N, symmetric 4×4, then N − λ·I. */
    private final double[] n = new double[16];

    private final double[] q = new double[4];

    /** With its own working memory. */
    public NearestRotation() {}

    /**
     * @param c rows start at {@code from + r·stride}; finite, not modified
     * @param out 3×3 with row stride {@code outStride} from {@code at} on, modified; may be c itself
     * @return tr(Rᵀ·C)
     */
    public double of(double[] c, int from, int stride, double[] out, int at, int outStride) {
        double size = load(c, from, stride);
        if (size > 0) {
            double lambda = largestEigenvalue(c, from, stride, size);
            if (eigenvector(lambda)) {
                store(out, at, outStride);
                return lambda * size;
            }
        }
        svd.decompose(c, from, stride);
        svd.rotation(out, at, outStride);
        double[] sigma = svd.sigma();
        return sigma[0] + sigma[1] + sigma[2];
    }

    /** N of C divided by its norm; returns the norm. */
    private double load(double[] c, int from, int stride) {
        int b = from + stride;
        int d = b + stride;
        double sum = c[from] * c[from] + c[from + 1] * c[from + 1] + c[from + 2] * c[from + 2];
        sum += c[b] * c[b] + c[b + 1] * c[b + 1] + c[b + 2] * c[b + 2];
        sum += c[d] * c[d] + c[d + 1] * c[d + 1] + c[d + 2] * c[d + 2];
        double size = Math.sqrt(sum);
        if (!(size > 1e-150 && size < 1e150)) {
            return 0;
        }
        double s = 1 / size;
        double xx = s * c[from];
        double yy = s * c[b + 1];
        double zz = s * c[d + 2];
        set(0, 0, xx + yy + zz);
        set(1, 1, xx - yy - zz);
        set(2, 2, yy - xx - zz);
        set(3, 3, zz - xx - yy);
        set(0, 1, s * (c[d + 1] - c[b + 2]));
        set(0, 2, s * (c[from + 2] - c[d]));
        set(0, 3, s * (c[b] - c[from + 1]));
        set(1, 2, s * (c[b] + c[from + 1]));
        set(1, 3, s * (c[from + 2] + c[d]));
        set(2, 3, s * (c[d + 1] + c[b + 2]));
        return size;
    }

    private void set(int row, int column, double value) {
        n[4 * row + column] = value;
        n[4 * column + row] = value;
    }

    /** λ⁴ − 2·‖C‖²·λ² − 8·det C·λ + det N has only real roots, so Newton steps from above never pass the largest. */
    private double largestEigenvalue(double[] c, int from, int stride, double size) {
        int b = from + stride;
        int d = b + stride;
        double det = c[from] * (c[b + 1] * c[d + 2] - c[b + 2] * c[d + 1])
                - c[from + 1] * (c[b] * c[d + 2] - c[b + 2] * c[d])
                + c[from + 2] * (c[b] * c[d + 1] - c[b + 1] * c[d]);
        double c1 = -8 * det / (size * size * size);
        double c0 = n[0] * cofactor(0, 0) + n[1] * cofactor(0, 1) + n[2] * cofactor(0, 2) + n[3] * cofactor(0, 3);
        double lambda = Math.sqrt(3);
        for (int s = 0; s < NEWTON_STEPS; s++) {
            double square = lambda * lambda;
            double value = (square - 2) * square + c1 * lambda + c0;
            double slope = 4 * (square - 1) * lambda + c1;
            double next = lambda - value / slope;
            if (!(next < lambda - 1e-15)) {
                break;
            }
            lambda = next;
        }
        return lambda;
    }

    /** Every row of the adjugate of N − λI is the eigenvector of λ; the longest row is the most accurate. */
    private boolean eigenvector(double lambda) {
        for (int k = 0; k < 16; k += 5) {
            n[k] -= lambda;
        }
        int best = 0;
        double most = 0;
        for (int k = 0; k < 4; k++) {
            double size = Math.abs(cofactor(k, k));
            if (size > most) {
                most = size;
                best = k;
            }
        }
        if (!(most > MIN_SEPARATION)) {
            return false;
        }
        double sum = 0;
        for (int k = 0; k < 4; k++) {
            q[k] = cofactor(best, k);
            sum += q[k] * q[k];
        }
        double scale = 1 / Math.sqrt(sum);
        for (int k = 0; k < 4; k++) {
            q[k] *= scale;
        }
        return true;
    }

    /** Signed 3×3 minor of N. */
    private double cofactor(int row, int column) {
        int r0 = row == 0 ? 4 : 0;
        int r1 = row <= 1 ? 8 : 4;
        int r2 = row <= 2 ? 12 : 8;
        int c0 = column == 0 ? 1 : 0;
        int c1 = column <= 1 ? 2 : 1;
        int c2 = column <= 2 ? 3 : 2;
        double minor = n[r0 + c0] * (n[r1 + c1] * n[r2 + c2] - n[r1 + c2] * n[r2 + c1])
                - n[r0 + c1] * (n[r1 + c0] * n[r2 + c2] - n[r1 + c2] * n[r2 + c0])
                + n[r0 + c2] * (n[r1 + c0] * n[r2 + c1] - n[r1 + c1] * n[r2 + c0]);
        return ((row + column) & 1) == 0 ? minor : -minor;
    }

    private void store(double[] out, int at, int stride) {
        double w = q[0];
        double x = q[1];
        double y = q[2];
        double z = q[3];
        out[at] = 1 - 2 * (y * y + z * z);
        out[at + 1] = 2 * (x * y - w * z);
        out[at + 2] = 2 * (x * z + w * y);
        out[at + stride] = 2 * (x * y + w * z);
        out[at + stride + 1] = 1 - 2 * (x * x + z * z);
        out[at + stride + 2] = 2 * (y * z - w * x);
        out[at + 2 * stride] = 2 * (x * z - w * y);
        out[at + 2 * stride + 1] = 2 * (y * z + w * x);
        out[at + 2 * stride + 2] = 1 - 2 * (x * x + y * y);
    }
}
