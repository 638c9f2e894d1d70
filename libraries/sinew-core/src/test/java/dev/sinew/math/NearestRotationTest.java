package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The fast method and the singular value decomposition agree for any matrix. */
class NearestRotationTest {
    private final NearestRotation nearest = new NearestRotation();
    private final Svd3 svd = new Svd3();

    @Test
    void agreesWithTheDecomposition() {
        Random random = new Random(7);
        for (int k = 0; k < 2000; k++) {
            double[] c = random.doubles(9, -1, 1).toArray();
            check(c, 1e-9);
        }
    }

    @Test
    void nearlyFlatMirroredAndTinyMatrices() {
        Random random = new Random(8);
        for (int k = 0; k < 500; k++) {
            double[] u = random.doubles(3, -1, 1).toArray();
            double[] v = random.doubles(3, -1, 1).toArray();
            double[] c = new double[9];
            for (int r = 0; r < 3; r++) {
                for (int col = 0; col < 3; col++) {
                    c[3 * r + col] = u[r] * v[col] + Math.pow(10, -(k % 14)) * random.nextGaussian();
                }
            }
            check(c, 1e-6);
            for (int a = 0; a < 9; a++) {
                c[a] *= 1e-12;
            }
            check(c, 1e-6);
        }
        check(new double[] {-1, 0, 0, 0, -1, 0, 0, 0, -1}, 1e-9);
    }

    @Test
    void zeroGivesARotation() {
        double[] r = new double[9];
        assertThat(nearest.of(new double[9], 0, 3, r, 0, 3)).isZero();
        assertThat(determinant(r)).isCloseTo(1, within(1e-12));
    }

    /** Both reach the same tr(RᵀC), and R is a rotation. */
    private void check(double[] c, double tolerance) {
        double[] r = new double[9];
        double reached = nearest.of(c, 0, 3, r, 0, 3);
        svd.decompose(c, 0, 3);
        double best = svd.sigma()[0] + svd.sigma()[1] + svd.sigma()[2];
        double trace = 0;
        for (int a = 0; a < 9; a++) {
            trace += r[a] * c[a];
        }
        double size = Math.max(Math.abs(svd.sigma()[0]), Double.MIN_NORMAL);
        assertThat(reached).isCloseTo(best, within(tolerance * size));
        assertThat(trace).isCloseTo(best, within(tolerance * size));
        assertThat(determinant(r)).isCloseTo(1, within(1e-12));
    }

    private static double determinant(double[] r) {
        return r[0] * (r[4] * r[8] - r[5] * r[7])
                - r[1] * (r[3] * r[8] - r[5] * r[6])
                + r[2] * (r[3] * r[7] - r[4] * r[6]);
    }
}
