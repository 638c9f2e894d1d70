package dev.sinew.rig;

/** A symmetric positive definite 3×3 system, by cofactors. */
final class Symmetric3 {
    private Symmetric3() {}

    static void solve(
            double a00,
            double a01,
            double a02,
            double a11,
            double a12,
            double a22,
            double b0,
            double b1,
            double b2,
            double[] out) {
        double c00 = a11 * a22 - a12 * a12;
        double c01 = a02 * a12 - a01 * a22;
        double c02 = a01 * a12 - a02 * a11;
        double det = a00 * c00 + a01 * c01 + a02 * c02;
        double c11 = a00 * a22 - a02 * a02;
        double c12 = a01 * a02 - a00 * a12;
        double c22 = a00 * a11 - a01 * a01;
        out[0] = (c00 * b0 + c01 * b1 + c02 * b2) / det;
        out[1] = (c01 * b0 + c11 * b1 + c12 * b2) / det;
        out[2] = (c02 * b0 + c12 * b1 + c22 * b2) / det;
    }
}
