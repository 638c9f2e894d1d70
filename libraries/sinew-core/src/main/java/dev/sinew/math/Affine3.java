package dev.sinew.math;

/** Affine maps as 3×4 matrices [A | t], row-major, twelve numbers in flat arrays. */
public final class Affine3 {
    /** Numbers per matrix. */
    public static final int STRIDE = 12;

    private Affine3() {}

    /** out = a·b: first b, then a. {@code out} must not overlap them. */
    public static void multiply(double[] a, int atA, double[] b, int atB, double[] out, int to) {
        for (int r = 0; r < 12; r += 4) {
            double x = a[atA + r];
            double y = a[atA + r + 1];
            double z = a[atA + r + 2];
            for (int c = 0; c < 4; c++) {
                out[to + r + c] = x * b[atB + c] + y * b[atB + 4 + c] + z * b[atB + 8 + c];
            }
            out[to + r + 3] += a[atA + r + 3];
        }
    }

    public static void identity(double[] out, int to) {
        for (int k = 0; k < STRIDE; k++) {
            out[to + k] = k % 5 == 0 ? 1 : 0;
        }
    }

    /** [R·diag(s) | t] of a unit quaternion, three scales and a translation. */
    public static void compose(double[] t, int atT, double[] q, int atQ, double[] s, int atS, double[] out, int to) {
        Quaternions.toMatrix(q, atQ, out, to, 4);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                out[to + 4 * r + c] *= s[atS + c];
            }
            out[to + 4 * r + 3] = t[atT + r];
        }
    }

    /** One row of a matrix times (x, y, z, 1). */
    public static double row(double[] m, int at, double x, double y, double z) {
        return m[at] * x + m[at + 1] * y + m[at + 2] * z + m[at + 3];
    }

    public static double determinant(double[] m, int at) {
        return m[at] * (m[at + 5] * m[at + 10] - m[at + 6] * m[at + 9])
                - m[at + 1] * (m[at + 4] * m[at + 10] - m[at + 6] * m[at + 8])
                + m[at + 2] * (m[at + 4] * m[at + 9] - m[at + 5] * m[at + 8]);
    }

    /**
     * Transforms a normal and normalises it. Uses the cofactor matrix, det·inverse-transpose, which is also defined for singular matrices;
     * zero if the result vanishes.
     *
     * @param out three numbers from {@code to} on, modified
     */
    public static void turnNormal(double[] m, int at, double nx, double ny, double nz, double[] out, int to) {
        double x = (m[at + 5] * m[at + 10] - m[at + 6] * m[at + 9]) * nx
                + (m[at + 6] * m[at + 8] - m[at + 4] * m[at + 10]) * ny
                + (m[at + 4] * m[at + 9] - m[at + 5] * m[at + 8]) * nz;
        double y = (m[at + 2] * m[at + 9] - m[at + 1] * m[at + 10]) * nx
                + (m[at] * m[at + 10] - m[at + 2] * m[at + 8]) * ny
                + (m[at + 1] * m[at + 8] - m[at] * m[at + 9]) * nz;
        double z = (m[at + 1] * m[at + 6] - m[at + 2] * m[at + 5]) * nx
                + (m[at + 2] * m[at + 4] - m[at] * m[at + 6]) * ny
                + (m[at] * m[at + 5] - m[at + 1] * m[at + 4]) * nz;
        double length = Math.sqrt(x * x + y * y + z * z);
        double scale = length > 1e-300 ? 1 / length : 0;
        out[to] = x * scale;
        out[to + 1] = y * scale;
        out[to + 2] = z * scale;
    }

    /**
     * The inverse of an invertible map.
     *
     * @param out modified from {@code to} on; must be another array
     */
    public static void invert(double[] m, int at, double[] out, int to) {
        double scale = 1 / determinant(m, at);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                int a = (c + 1) % 3;
                int b = (c + 2) % 3;
                int d = (r + 1) % 3;
                int e = (r + 2) % 3;
                out[to + 4 * r + c] =
                        scale * (m[at + 4 * a + d] * m[at + 4 * b + e] - m[at + 4 * a + e] * m[at + 4 * b + d]);
            }
        }
        for (int r = to; r < to + STRIDE; r += 4) {
            out[r + 3] = -(out[r] * m[at + 3] + out[r + 1] * m[at + 7] + out[r + 2] * m[at + 11]);
        }
    }
}
