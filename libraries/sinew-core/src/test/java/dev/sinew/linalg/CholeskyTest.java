package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checked by reconstruction: A·X must equal B. */
class CholeskyTest extends QuietTest {
    private final Random random = new Random(3);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 13, 40, 121})
    void solvesWhatItFactorised(int n) {
        double[] a = gram(n, n + 3, 1);
        double[] b = random.doubles(5L * n, -1, 1).toArray();
        double[] x = b.clone();
        Cholesky.of(a.clone(), n).solve(x, 5, 0, 5);
        checkSolves(a, n, x, b, 5, 1e-8);
    }

    @Test
    void modifiesOnlyTheGivenColumns() {
        double[] a = gram(6, 9, 1);
        double[] b = random.doubles(6 * 7, -1, 1).toArray();
        double[] x = b.clone();
        Cholesky cholesky = Cholesky.of(a.clone(), 6);
        cholesky.solve(x, 7, 2, 4);
        for (int k = 0; k < x.length; k++) {
            if (k % 7 < 2 || k % 7 >= 4) {
                assertThat(x[k]).isEqualTo(b[k]);
            }
        }
        cholesky.solve(x, 7, 0, 2);
        cholesky.solve(x, 7, 4, 7);
        checkSolves(a, 6, x, b, 7, 1e-9);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 24})
    void solvesSemidefiniteMatricesWithARightSideInTheirRange(int n) {
        double[] a = gram(n, Math.max(1, n / 2), 1);
        double[] inside = random.doubles(n, -1, 1).toArray();
        double[] b = multiply(a, n, inside, 1);
        double[] x = b.clone();
        Cholesky.of(a.clone(), n).solve(x, 1, 0, 1);
        checkSolves(a, n, x, b, 1, 1e-3);
    }

    @Test
    void aZeroMatrixGivesFiniteNumbers() {
        double[] x = new double[4];
        Cholesky.of(new double[16], 4).solve(x, 1, 0, 1);
        assertThat(x).containsOnly(0);
    }

    private double[] gram(int n, int rows, double size) {
        double[] r = random.doubles((long) rows * n, -size, size).toArray();
        double[] a = new double[n * n];
        for (int k = 0; k < rows; k++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    a[i * n + j] += r[k * n + i] * r[k * n + j];
                }
            }
        }
        return a;
    }

    private static double[] multiply(double[] a, int n, double[] x, int columns) {
        double[] b = new double[n * columns];
        for (int i = 0; i < n; i++) {
            for (int c = 0; c < columns; c++) {
                for (int j = 0; j < n; j++) {
                    b[i * columns + c] += a[i * n + j] * x[j * columns + c];
                }
            }
        }
        return b;
    }

    private static void checkSolves(double[] a, int n, double[] x, double[] b, int columns, double tolerance) {
        assertThat(multiply(a, n, x, columns)).containsExactly(b, within(tolerance));
    }
}
