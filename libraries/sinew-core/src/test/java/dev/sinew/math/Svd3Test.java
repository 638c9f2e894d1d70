package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class Svd3Test {
    private final Svd3 svd = new Svd3();

    private void check(double... a) {
        svd.decompose(a, 0, 3);
        double[] s = svd.sigma();
        double scale = Math.max(s[0], Double.MIN_NORMAL);
        checkRotation(svd.u());
        checkRotation(svd.v());
        assertThat(s[0]).isGreaterThanOrEqualTo(s[1] - 1e-14 * scale);
        assertThat(s[1]).isGreaterThanOrEqualTo(Math.abs(s[2]) - 1e-14 * scale);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                double sum = 0;
                for (int k = 0; k < 3; k++) {
                    sum += svd.u()[3 * r + k] * s[k] * svd.v()[3 * c + k];
                }
                assertThat(sum / scale).isEqualTo(a[3 * r + c] / scale, within(1e-13));
            }
        }
    }

    private static void checkRotation(double[] m) {
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                double dot = m[a] * m[b] + m[3 + a] * m[3 + b] + m[6 + a] * m[6 + b];
                assertThat(dot).isEqualTo(a == b ? 1 : 0, within(1e-14));
            }
        }
        double[] whole = {m[0], m[1], m[2], 0, m[3], m[4], m[5], 0, m[6], m[7], m[8], 0};
        assertThat(Affine3.determinant(whole, 0)).isEqualTo(1, within(1e-13));
    }

    @Test
    void specialMatrices() {
        check(1, 0, 0, 0, 1, 0, 0, 0, 1);
        check(0, 0, 0, 0, 0, 0, 0, 0, 0);
        check(1, 2, 3, 2, 4, 6, -1, -2, -3);
        check(1, 0, 0, 0, 1, 0, 0, 0, 0);
        check(0, 0, 0, 0, 0, 0, 0, 0, -5);
        check(-1, 0, 0, 0, 1, 0, 0, 0, 1);
        check(0, 1, 0, 0, 0, 1, 1, 0, 0);
        check(1e-160, 0, 0, 0, 1e-150, 0, 0, 0, 3e-155);
        check(1e150, 1, 0, 1, 1e160, 0, 0, 0, 1e155);
        check(1, 1, 1, 1, 1, 1, 1, 1, 1 + 1e-12);
    }

    @Test
    void signOfTheLastIsThatOfTheDeterminant() {
        svd.decompose(new double[] {-2, 0, 0, 0, 3, 0, 0, 0, 1}, 0, 3);
        assertThat(svd.sigma()).containsExactly(new double[] {3, 2, -1}, within(1e-15));
    }

    @Test
    void randomMatricesOfAllRanks() {
        Random random = new Random(5);
        for (int round = 0; round < 3000; round++) {
            double[] a = random.doubles(9, -1, 1).toArray();
            if (round % 3 == 1) {
                // Rank two
                for (int c = 0; c < 3; c++) {
                    a[6 + c] = 0.3 * a[c] - 2 * a[3 + c];
                }
            } else if (round % 3 == 2) {
                // Nearly a rotation: almost equal singular values
                double[] q = random.doubles(4, -1, 1).toArray();
                Quaternions.normalise(q, 0);
                double[] r = new double[9];
                Quaternions.toMatrix(q, 0, r, 0, 3);
                for (int k = 0; k < 9; k++) {
                    a[k] = r[k] + 1e-9 * a[k];
                }
            }
            check(a);
        }
    }

    @Test
    void readsFromTheMiddleOfRows() {
        double[] affine = {9, 2, 0, 0, 7, 0, 3, 0, 7, 0, 0, 4, 7};
        svd.decompose(affine, 1, 4);
        assertThat(svd.sigma()).containsExactly(new double[] {4, 3, 2}, within(1e-15));
    }
}
