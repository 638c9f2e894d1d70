package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.QuietTest;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Plain and vector kernels give the same numbers bit for bit, so files do not depend on the kernels. */
class KernelBitsTest extends QuietTest {
    private final Random random = new Random(7);
    private final Kernels plain = new PlainKernels();
    private final Kernels vector = new VectorKernels();

    @ParameterizedTest
    @CsvSource({"4, 1, 16", "8, 13, 16", "32, 207, 48", "12, 1033, 112"})
    void products(int rows, int inner, int columns) {
        double[] a = random.doubles((long) rows * inner, -1, 1).toArray();
        double[][] b =
                Kernels.padColumns(random.doubles((long) inner * columns, -1, 1).toArray(), inner, columns);
        double[] one = new double[rows * columns];
        double[] other = new double[rows * columns];
        plain.multiplyTiles(a, 0, rows, inner, b, columns, one);
        vector.multiplyTiles(a, 0, rows, inner, b, columns, other);
        assertThat(other).containsExactly(one);
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "8", "13", "207", "4098"})
    void fourRows(int count) {
        double[] factors = random.doubles(8, -1, 1).toArray();
        double[] y = random.doubles(count, -1, 1).toArray();
        double[] z = random.doubles(count, -1, 1).toArray();
        double[][] one = new double[5][];
        Arrays.setAll(one, r -> random.doubles(count, -1, 1).toArray());
        double[][] other = Arrays.stream(one).map(double[]::clone).toArray(double[][]::new);
        plain.addToFourRows(factors, y, count, one, 1);
        vector.addToFourRows(factors, y, count, other, 1);
        assertThat(other).isDeepEqualTo(one);
        plain.addToFourRows(factors, y, z, count, one, 0);
        vector.addToFourRows(factors, y, z, count, other, 0);
        assertThat(other).isDeepEqualTo(one);
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "7, 3, 5", "16, 4, 9", "33, 33, 17", "70, 41, 64", "207, 64, 130", "600, 40, 301"})
    void fronts(int rows, int columns, int inner) {
        double[] a = random.doubles((long) rows * inner, -1, 1).toArray();
        double[] one = random.doubles((long) rows * columns, -1, 1).toArray();
        double[] other = one.clone();
        plain.subtractProducts(a, rows, 0, inner, 0, rows, columns, one, 0, rows);
        vector.subtractProducts(a, rows, 0, inner, 0, rows, columns, other, 0, rows);
        for (int c = 0; c < columns; c++) {
            for (int r = c; r < rows; r++) {
                assertThat(other[c * rows + r]).isEqualTo(one[c * rows + r]);
            }
        }
    }
}
