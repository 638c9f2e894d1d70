package dev.sinew.assimp;

import dev.sinew.math.Affine3;
import java.util.Optional;

/** Operations on affine 3×4 matrices. */
final class Affines {
    /** A matrix is singular if its determinant is below this fraction of its largest entry's cube. */
    private static final double SINGULAR_TOLERANCE = 1e-12;

    private Affines() {}

    /** The inverse of a 3×4 matrix; empty if it is singular. */
    static Optional<double[]> inverse(double[] m, int at) {
        double determinant = Affine3.determinant(m, at);
        double largest = 0;
        for (int k = 0; k < Affine3.STRIDE; k++) {
            largest = k % 4 == 3 ? largest : Math.max(largest, Math.abs(m[at + k]));
        }
        if (!(Math.abs(determinant) > SINGULAR_TOLERANCE * largest * largest * largest)) {
            return Optional.empty();
        }
        double[] inverse = new double[Affine3.STRIDE];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                int a = (c + 1) % 3;
                int b = (c + 2) % 3;
                int x = (r + 1) % 3;
                int y = (r + 2) % 3;
                inverse[4 * r + c] =
                        (m[at + 4 * a + x] * m[at + 4 * b + y] - m[at + 4 * a + y] * m[at + 4 * b + x]) / determinant;
            }
        }
        for (int r = 0; r < 3; r++) {
            inverse[4 * r + 3] =
                    -(inverse[4 * r] * m[at + 3] + inverse[4 * r + 1] * m[at + 7] + inverse[4 * r + 2] * m[at + 11]);
        }
        return Optional.of(inverse);
    }

    static double[] identity() {
        double[] m = new double[Affine3.STRIDE];
        Affine3.identity(m, 0);
        return m;
    }

    static double[] product(double[] a, int atA, double[] b, int atB) {
        double[] out = new double[Affine3.STRIDE];
        Affine3.multiply(a, atA, b, atB, out, 0);
        return out;
    }
}
