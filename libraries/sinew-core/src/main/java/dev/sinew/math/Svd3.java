package dev.sinew.math;

/**
 * Singular values of a 3×3 matrix with rotations on both sides: A = U·diag(σ)·Vᵀ, det U = det V = 1, σ₁ ≥ σ₂ ≥ |σ₃| and σ₃ has the sign of
 * det A. One-sided Jacobi in double precision, robust for singular and zero matrices. An instance keeps the last result. Not thread-safe.
 */
public final class Svd3 {
    private static final int SWEEPS = 30;
    private static final double ORTHOGONAL = 1e-15;
    /** Columns below this fraction of σ₁ are rounding noise without a direction. */
    private static final double NOISE = 1e-14;

    private final double[] u = new double[9];
    private final double[] sigma = new double[3];
    private final double[] v = new double[9];
    /** A·V, whose columns become orthogonal. */
    private final double[] b = new double[9];

    /** Without a result yet. */
    public Svd3() {}

    /** 3×3 rotation, row-major; overwritten by the next {@link #decompose}. */
    public double[] u() {
        return u;
    }

    /** The three singular values; overwritten by the next {@link #decompose}. */
    public double[] sigma() {
        return sigma;
    }

    /** 3×3 rotation V (not transposed), row-major; overwritten by the next {@link #decompose}. */
    public double[] v() {
        return v;
    }

    /**
     * @param a row-major, the matrix's rows start at {@code from}, {@code from + stride}, {@code from + 2·stride}; finite,
     *     not modified
     */
    public void decompose(double[] a, int from, int stride) {
        double scale = load(a, from, stride);
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            // Not short-circuited: every pair is rotated in every sweep.
            boolean turned = rotate(0, 1) | rotate(0, 2) | rotate(1, 2);
            if (!turned) {
                break;
            }
        }
        sortColumns();
        leftRotation(scale);
    }

    /** Divides by the largest entry, so that squares neither overflow nor underflow; returns it. */
    private double load(double[] a, int from, int stride) {
        double largest = 0;
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                largest = Math.max(largest, Math.abs(a[from + r * stride + c]));
            }
        }
        double divisor = largest > 0 ? largest : 1;
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                b[3 * r + c] = a[from + r * stride + c] / divisor;
                v[3 * r + c] = r == c ? 1 : 0;
            }
        }
        return divisor;
    }

    /** Rotates columns p and q of B and V so that those of B are orthogonal; false if they already were. */
    private boolean rotate(int p, int q) {
        double pp = dot(p, p);
        double qq = dot(q, q);
        double pq = dot(p, q);
        if (Math.abs(pq) <= ORTHOGONAL * Math.sqrt(pp * qq)) {
            return false;
        }
        double zeta = (qq - pp) / (2 * pq);
        double t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
        double c = 1 / Math.sqrt(1 + t * t);
        double s = c * t;
        for (int r = 0; r < 9; r += 3) {
            double x = b[r + p];
            b[r + p] = c * x - s * b[r + q];
            b[r + q] = s * x + c * b[r + q];
            x = v[r + p];
            v[r + p] = c * x - s * v[r + q];
            v[r + q] = s * x + c * v[r + q];
        }
        return true;
    }

    private double dot(int p, int q) {
        return b[p] * b[q] + b[3 + p] * b[3 + q] + b[6 + p] * b[6 + q];
    }

    /** Longest column first. */
    private void sortColumns() {
        orderPair(0, 1);
        orderPair(1, 2);
        orderPair(0, 1);
    }

    private void orderPair(int p, int q) {
        if (dot(p, p) >= dot(q, q)) {
            return;
        }
        for (int r = 0; r < 9; r += 3) {
            // A quarter turn instead of a swap, so that V stays a rotation.
            double x = b[r + p];
            b[r + p] = b[r + q];
            b[r + q] = -x;
            x = v[r + p];
            v[r + p] = v[r + q];
            v[r + q] = -x;
        }
    }

    /** Computes U from the columns of B, completed to a rotation. */
    private void leftRotation(double scale) {
        double first = Math.sqrt(dot(0, 0));
        if (!(first > 0)) {
            for (int k = 0; k < 9; k++) {
                u[k] = k % 4 == 0 ? 1 : 0;
            }
            sigma[0] = 0;
            sigma[1] = 0;
            sigma[2] = 0;
            return;
        }
        setColumn(0, b[0] / first, b[3] / first, b[6] / first);
        secondColumn(first);
        setColumn(2, u[3] * u[7] - u[6] * u[4], u[6] * u[1] - u[0] * u[7], u[0] * u[4] - u[3] * u[1]);
        sigma[0] = first * scale;
        sigma[1] = (u[1] * b[1] + u[4] * b[4] + u[7] * b[7]) * scale;
        sigma[2] = (u[2] * b[2] + u[5] * b[5] + u[8] * b[8]) * scale;
    }

    private void secondColumn(double first) {
        double along = u[0] * b[1] + u[3] * b[4] + u[6] * b[7];
        double x = b[1] - along * u[0];
        double y = b[4] - along * u[3];
        double z = b[7] - along * u[6];
        double length = Math.sqrt(x * x + y * y + z * z);
        if (length <= NOISE * first) {
            // Any direction perpendicular to the first: the axis with its smallest component, orthogonalised.
            int axis = leastOf(Math.abs(u[0]), Math.abs(u[3]), Math.abs(u[6]));
            double part = u[3 * axis];
            x = (axis == 0 ? 1 : 0) - part * u[0];
            y = (axis == 1 ? 1 : 0) - part * u[3];
            z = (axis == 2 ? 1 : 0) - part * u[6];
            length = Math.sqrt(x * x + y * y + z * z);
        }
        setColumn(1, x / length, y / length, z / length);
    }

    private static int leastOf(double x, double y, double z) {
        if (x <= y && x <= z) {
            return 0;
        }
        return y <= z ? 1 : 2;
    }

    private void setColumn(int c, double x, double y, double z) {
        u[c] = x;
        u[3 + c] = y;
        u[6 + c] = z;
    }

    /**
     * U·Vᵀ, the rotation nearest to the last matrix: both are rotations, so the product is one too.
     *
     * @param out 3×3 with the given row stride from {@code at} on, modified
     */
    public void rotation(double[] out, int at, int stride) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                out[at + r * stride + c] =
                        u[3 * r] * v[3 * c] + u[3 * r + 1] * v[3 * c + 1] + u[3 * r + 2] * v[3 * c + 2];
            }
        }
    }
}
