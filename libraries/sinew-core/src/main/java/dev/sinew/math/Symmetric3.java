package dev.sinew.math;

/** A symmetric positive definite 3×3 system, by cofactors. */
public final class Symmetric3 {
    /** A determinant this small relative to the cube of the mean diagonal is unreliable. */
    private static final double MIN_RELATIVE_DETERMINANT = 1e-12;

    private Symmetric3() {}

    /**
     * Solves A·x = b.
     *
     * @param a the upper half of A by rows, six numbers, not modified
     * @param b three numbers, not modified
     * @param out three numbers from {@code at} on, modified unless the system is too ill-conditioned
     * @return whether it was solved
     */
    public static boolean solve(double[] a, double[] b, double[] out, int at) {
        double c00 = a[3] * a[5] - a[4] * a[4];
        double c01 = a[2] * a[4] - a[1] * a[5];
        double c02 = a[1] * a[4] - a[2] * a[3];
        double det = a[0] * c00 + a[1] * c01 + a[2] * c02;
        double size = (a[0] + a[3] + a[5]) / 3;
        if (!(det > MIN_RELATIVE_DETERMINANT * size * size * size)) {
            return false;
        }
        double c11 = a[0] * a[5] - a[2] * a[2];
        double c12 = a[1] * a[2] - a[0] * a[4];
        double c22 = a[0] * a[3] - a[1] * a[1];
        out[at] = (c00 * b[0] + c01 * b[1] + c02 * b[2]) / det;
        out[at + 1] = (c01 * b[0] + c11 * b[1] + c12 * b[2]) / det;
        out[at + 2] = (c02 * b[0] + c12 * b[1] + c22 * b[2]) / det;
        return true;
    }
}
