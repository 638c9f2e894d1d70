package dev.sinew.linalg;

import java.util.Arrays;

/**
 * Kernels in plain Java with fused multiply-add, for JVMs without the Vector API. {@link SimpleKernels} replaces them on processors without
 * that instruction.
 */
public final class PlainKernels implements Kernels {
    /**
     * Row by row, four rows of B at a time. NOTE: fastest on JDK 17 with AVX2; the JIT does not vectorise 2×4 register tiles or one array
     * for all rows.
     */
    @Override
    public void multiplyTiles(double[] a, int aFrom, int rows, int inner, double[][] b, int columns, double[] c) {
        double[] sums = new double[columns];
        for (int r = 0; r < rows; r++) {
            Arrays.fill(sums, 0);
            int from = aFrom + r * inner;
            int k = 0;
            for (; k + 4 <= inner; k += 4) {
                addFour(a, from + k, b[k], b[k + 1], b[k + 2], b[k + 3], columns, sums);
            }
            for (; k < inner; k++) {
                add(a[from + k], b[k], columns, sums);
            }
            System.arraycopy(sums, 0, c, r * columns, columns);
        }
    }

    private static void addFour(
            double[] a, int at, double[] b0, double[] b1, double[] b2, double[] b3, int count, double[] sums) {
        double a0 = a[at];
        double a1 = a[at + 1];
        double a2 = a[at + 2];
        double a3 = a[at + 3];
        for (int q = 0; q < count; q++) {
            sums[q] = Math.fma(a3, b3[q], Math.fma(a2, b2[q], Math.fma(a1, b1[q], Math.fma(a0, b0[q], sums[q]))));
        }
    }

    private static void add(double factor, double[] y, int count, double[] row) {
        for (int k = 0; k < count; k++) {
            row[k] = Math.fma(factor, y[k], row[k]);
        }
    }

    private static void addBoth(double f, double[] y, double g, double[] z, int count, double[] row) {
        for (int k = 0; k < count; k++) {
            row[k] = Math.fma(g, z[k], Math.fma(f, y[k], row[k]));
        }
    }

    @Override
    public void addToFourRows(double[] factors, double[] y, int count, double[][] rows, int first) {
        for (int c = 0; c < 4; c++) {
            add(factors[c], y, count, rows[first + c]);
        }
    }

    @Override
    public void addToFourRows(double[] factors, double[] y, double[] z, int count, double[][] rows, int first) {
        for (int c = 0; c < 4; c++) {
            addBoth(factors[c], y, factors[4 + c], z, count, rows[first + c]);
        }
    }

    @Override
    public String name() {
        return "plain";
    }
}
