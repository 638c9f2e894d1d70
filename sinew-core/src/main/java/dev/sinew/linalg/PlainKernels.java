package dev.sinew.linalg;

import java.util.Arrays;

/** Kernels in plain Java: the readable twin, and what runs where the Vector API is not switched on. */
public final class PlainKernels implements Kernels {
    @Override
    public void multiply(double[] a, int aFrom, int rows, int inner, double[] b, int columns, double[] c) {
        Arrays.fill(c, 0, rows * columns, 0);
        // Four rows of B stay in cache while all rows of A pass by; the innermost loop is left to the JIT's vectoriser.
        int k = 0;
        for (; k + 4 <= inner; k += 4) {
            for (int r = 0; r < rows; r++) {
                int at = aFrom + r * inner + k;
                addFourRows(a[at], a[at + 1], a[at + 2], a[at + 3], b, k * columns, columns, c, r * columns);
            }
        }
        for (; k < inner; k++) {
            for (int r = 0; r < rows; r++) {
                addRow(a[aFrom + r * inner + k], b, k * columns, columns, c, r * columns);
            }
        }
    }

    private static void addFourRows(
            double a0, double a1, double a2, double a3, double[] b, int from, int columns, double[] c, int to) {
        int b1 = from + columns;
        int b2 = b1 + columns;
        int b3 = b2 + columns;
        for (int q = 0; q < columns; q++) {
            c[to + q] += a0 * b[from + q] + a1 * b[b1 + q] + a2 * b[b2 + q] + a3 * b[b3 + q];
        }
    }

    private static void addRow(double a, double[] b, int from, int columns, double[] c, int to) {
        for (int q = 0; q < columns; q++) {
            c[to + q] += a * b[from + q];
        }
    }

    @Override
    public String name() {
        return "plain";
    }
}
