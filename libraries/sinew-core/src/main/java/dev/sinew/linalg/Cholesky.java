package dev.sinew.linalg;

/** Dense Cholesky factorisation A = L·Lᵀ of a symmetric positive definite matrix, for many right-hand sides. */
public final class Cholesky {
    private final int n;
    private final double[] l;

    private Cholesky(int n, double[] l) {
        this.n = n;
        this.l = l;
    }

    /**
     * Factorises in place. A pivot lost to rounding is raised to a tiny positive one, so that a semidefinite matrix still gives a finite
     * result; callers that need accuracy add a ridge.
     *
     * @param a n×n, its lower triangle is modified and kept
     */
    public static Cholesky of(double[] a, int n) {
        double largest = 0;
        for (int k = 0; k < n; k++) {
            largest = Math.max(largest, Math.abs(a[k * n + k]));
        }
        double floor = Math.max(1e-15 * largest, Double.MIN_NORMAL);
        for (int r = 0; r < n; r++) {
            int row = r * n;
            for (int c = 0; c <= r; c++) {
                double sum = a[row + c] - Orthonormal.dot(a, row, a, c * n, c);
                a[row + c] = c == r ? Math.sqrt(Math.max(sum, floor)) : sum / a[c * n + c];
            }
        }
        return new Cholesky(n, a);
    }

    /**
     * Solves A·X = B in place.
     *
     * @param b n×m with row stride {@code stride}; columns {@code from ≤ c < to} are modified
     */
    public void solve(double[] b, int stride, int from, int to) {
        for (int r = 0; r < n; r++) {
            for (int c = 0; c < r; c++) {
                subtract(l[r * n + c], b, c * stride, b, r * stride, from, to);
            }
            scale(1 / l[r * n + r], b, r * stride, from, to);
        }
        for (int r = n - 1; r >= 0; r--) {
            for (int c = r + 1; c < n; c++) {
                subtract(l[c * n + r], b, c * stride, b, r * stride, from, to);
            }
            scale(1 / l[r * n + r], b, r * stride, from, to);
        }
    }

    private static void subtract(double factor, double[] x, int xFrom, double[] y, int yFrom, int from, int to) {
        for (int k = from; k < to; k++) {
            y[yFrom + k] -= factor * x[xFrom + k];
        }
    }

    private static void scale(double factor, double[] y, int yFrom, int from, int to) {
        for (int k = from; k < to; k++) {
            y[yFrom + k] *= factor;
        }
    }
}
