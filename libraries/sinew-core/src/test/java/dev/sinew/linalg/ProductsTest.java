package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.platform.Workers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Products of awkward sizes against three loops. */
class ProductsTest extends QuietTest {
    private final Random random = new Random(29);

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "13, 7, 5", "31, 1, 17", "32, 16, 16", "33, 13, 207", "100, 64, 1", "207, 30, 31"})
    void multiplies(int rows, int inner, int columns) {
        double[] a = random.doubles((long) rows * inner, -1, 1).toArray();
        double[] b = random.doubles((long) inner * columns, -1, 1).toArray();
        double[] wanted = new double[rows * columns];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                for (int k = 0; k < inner; k++) {
                    wanted[r * columns + c] += a[r * inner + k] * b[k * columns + c];
                }
            }
        }
        double[] one = product(a, rows, inner, b, columns, 1);
        assertThat(one).containsExactly(wanted, within(1e-12));
        assertThat(product(a, rows, inner, b, columns, 3)).containsExactly(one);
    }

    private static double[] product(double[] a, int rows, int inner, double[] b, int columns, int threads) {
        try (Workers workers = new Workers(threads)) {
            return Products.multiply(a, rows, inner, b, columns, workers);
        }
    }

    @Test
    void transposes() {
        assertThat(Products.transpose(new double[] {1, 2, 3, 4, 5, 6}, 2, 3)).containsExactly(1, 4, 2, 5, 3, 6);
    }
}
