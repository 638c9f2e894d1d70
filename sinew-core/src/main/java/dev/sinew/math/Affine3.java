package dev.sinew.math;

/** Affine maps of space as 3×4 matrices [A | t], row-major, twelve numbers in flat arrays. */
public final class Affine3 {
    /** Numbers a matrix. */
    public static final int STRIDE = 12;

    private Affine3() {}

    /** out = a·b: first b, then a. {@code out} must be neither, or start elsewhere. */
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

    public static double determinant(double[] m, int at) {
        return m[at] * (m[at + 5] * m[at + 10] - m[at + 6] * m[at + 9])
                - m[at + 1] * (m[at + 4] * m[at + 10] - m[at + 6] * m[at + 8])
                + m[at + 2] * (m[at + 4] * m[at + 9] - m[at + 5] * m[at + 8]);
    }
}
