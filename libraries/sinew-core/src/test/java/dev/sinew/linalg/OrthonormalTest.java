package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unit length, orthogonal, and spanning all rows. */
class OrthonormalTest extends QuietTest {
    private final Random random = new Random(23);

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 7, 1", "7, 1, 1", "13, 20, 13", "20, 13, 13", "30, 40, 5", "207, 33, 33", "50, 50, 1"})
    void spansTheRows(int count, int n, int rank) {
        double[] rows = rowsOfRank(count, n, rank);
        double[] basis = Orthonormal.basisOf(rows.clone(), count, n);
        assertThat(basis.length / n).isEqualTo(rank);
        checkOrthonormal(basis, n);
        checkSpans(basis, rows, count, n);
    }

    private double[] rowsOfRank(int count, int n, int rank) {
        double[] left = random.doubles((long) count * rank, -1, 1).toArray();
        double[] right = random.doubles((long) rank * n, -1, 1).toArray();
        double[] rows = new double[count * n];
        for (int r = 0; r < count; r++) {
            for (int c = 0; c < n; c++) {
                for (int k = 0; k < rank; k++) {
                    rows[r * n + c] += left[r * rank + k] * right[k * n + c];
                }
            }
        }
        return rows;
    }

    private static void checkOrthonormal(double[] basis, int n) {
        int rank = basis.length / n;
        for (int p = 0; p < rank; p++) {
            for (int q = 0; q <= p; q++) {
                assertThat(Orthonormal.dot(basis, p * n, basis, q * n, n)).isEqualTo(p == q ? 1 : 0, within(1e-10));
            }
        }
    }

    private static void checkSpans(double[] basis, double[] rows, int count, int n) {
        for (int r = 0; r < count; r++) {
            double left = Orthonormal.dot(rows, r * n, rows, r * n, n);
            for (int q = 0; q < basis.length / n; q++) {
                double along = Orthonormal.dot(rows, r * n, basis, q * n, n);
                left -= along * along;
            }
            assertThat(left).isEqualTo(0, within(1e-8));
        }
    }

    @Test
    void theLongestRowComesFirst() {
        double[] basis = Orthonormal.basisOf(new double[] {1, 0, 0, 0, 0, -5, 0, 2, 0}, 3, 3);
        assertThat(basis).containsExactly(0, 0, -1, 0, 1, 0, 1, 0, 0);
    }

    @Test
    void zeroRowsHaveAnEmptyBasis() {
        assertThat(Orthonormal.basisOf(new double[12], 3, 4)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "3", "4", "5", "13", "207"})
    void theDotProductIsTheNaiveOne(int count) {
        double[] x = random.doubles(count + 2L, -1, 1).toArray();
        double[] y = random.doubles(count + 3L, -1, 1).toArray();
        double naive = 0;
        for (int k = 0; k < count; k++) {
            naive += x[2 + k] * y[3 + k];
        }
        assertThat(Orthonormal.dot(x, 2, y, 3, count)).isEqualTo(naive, within(1e-12));
    }
}
