package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of every implementation, against simple loops. */
abstract class KernelsContract extends QuietTest {
    private final Random random = new Random(11);

    abstract Kernels kernels();

    @ParameterizedTest
    @CsvSource({"4, 1, 16", "4, 0, 16", "8, 13, 16", "32, 207, 48", "12, 33, 112"})
    void multipliesWholeTiles(int rows, int inner, int columns) {
        int before = 5;
        double[] a = random.doubles((long) before + rows * inner, -1, 1).toArray();
        double[] b = random.doubles((long) inner * columns, -1, 1).toArray();
        double[] c = new double[rows * columns + 3];
        Arrays.fill(c, 9);
        kernels().multiplyTiles(a, before, rows, inner, Kernels.padColumns(b, inner, columns), columns, c);
        double[] wanted = new double[c.length];
        Arrays.fill(wanted, rows * columns, wanted.length, 9);
        for (int r = 0; r < rows; r++) {
            for (int q = 0; q < columns; q++) {
                for (int k = 0; k < inner; k++) {
                    wanted[r * columns + q] += a[before + r * inner + k] * b[k * columns + q];
                }
            }
        }
        assertThat(c).containsExactly(wanted, within(1e-12));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 7, 8, 13, 207, 4098})
    void addsToFourRows(int count) {
        double[] factors = {0.5, -2, 0, 3, 7, -1, 0.25, 0};
        double[] y = random.doubles(count, -1, 1).toArray();
        double[] z = random.doubles(count, -1, 1).toArray();
        double[][] rows = new double[6][];
        Arrays.setAll(rows, r -> random.doubles(count, -1, 1).toArray());
        double[][] wanted = Arrays.stream(rows).map(double[]::clone).toArray(double[][]::new);
        for (int c = 0; c < 4; c++) {
            for (int k = 0; k < count; k++) {
                wanted[1 + c][k] += factors[c] * y[k];
                wanted[2 + c][k] += factors[c] * y[k] + factors[4 + c] * z[k];
            }
        }
        kernels().addToFourRows(factors, y, count, rows, 1);
        kernels().addToFourRows(factors, y, z, count, rows, 2);
        for (int r = 0; r < rows.length; r++) {
            assertThat(rows[r]).containsExactly(wanted[r], within(1e-14));
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1, 1", "7, 3, 2, 5", "16, 4, 4, 9", "33, 33, 3, 17", "70, 41, 6, 64", "207, 64, 0, 130"})
    void subtractsProductsOfColumns(int rows, int columns, int shift, int inner) {
        int height = shift + rows + 3;
        int from = 2;
        int stride = rows + 1;
        double[] a = random.doubles((long) height * (from + inner), -1, 1).toArray();
        double[] t = random.doubles((long) stride * columns + 5, -1, 1).toArray();
        double[] wanted = t.clone();
        for (int c = 0; c < columns; c++) {
            for (int r = c; r < rows; r++) {
                for (int k = from; k < from + inner; k++) {
                    wanted[5 + c * stride + r] -= a[k * height + shift + r] * a[k * height + shift + c];
                }
            }
        }
        kernels().subtractProducts(a, height, from, from + inner, shift, rows, columns, t, 5, stride);
        for (int c = 0; c < columns; c++) {
            for (int r = c; r < rows; r++) {
                assertThat(t[5 + c * stride + r]).isEqualTo(wanted[5 + c * stride + r], within(1e-12));
            }
        }
    }
}
