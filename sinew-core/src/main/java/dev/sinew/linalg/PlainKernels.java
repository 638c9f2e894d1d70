package dev.sinew.linalg;

/**
 * Kernels in plain Java with fused multiply-add: what runs where the Vector API is not switched on. {@link
 * SimpleKernels} stands in on processors that have no such instruction.
 */
public final class PlainKernels implements Kernels {
    @Override
    public void multiplyTiles(double[] a, int aFrom, int rows, int inner, double[] b, int columns, double[] c) {
        for (int q = 0; q < columns; q += 4) {
            for (int r = 0; r < rows; r += 2) {
                tile(a, aFrom + r * inner, inner, b, columns, q, c, r * columns + q);
            }
        }
    }

    /**
     * 2 rows × 4 columns of C in registers. NOTE: the form left to the JIT's vectoriser (rows of B added to rows of C) is
     * half as fast on JDK 17: it is bound by loads and stores.
     */
    private static void tile(double[] a, int a0, int inner, double[] b, int columns, int q, double[] c, int to) {
        int a1 = a0 + inner;
        double c00 = 0;
        double c01 = 0;
        double c02 = 0;
        double c03 = 0;
        double c10 = 0;
        double c11 = 0;
        double c12 = 0;
        double c13 = 0;
        for (int k = 0, at = q; k < inner; k++, at += columns) {
            double x = a[a0 + k];
            double y = a[a1 + k];
            double b0 = b[at];
            double b1 = b[at + 1];
            double b2 = b[at + 2];
            double b3 = b[at + 3];
            c00 = Math.fma(x, b0, c00);
            c01 = Math.fma(x, b1, c01);
            c02 = Math.fma(x, b2, c02);
            c03 = Math.fma(x, b3, c03);
            c10 = Math.fma(y, b0, c10);
            c11 = Math.fma(y, b1, c11);
            c12 = Math.fma(y, b2, c12);
            c13 = Math.fma(y, b3, c13);
        }
        c[to] = c00;
        c[to + 1] = c01;
        c[to + 2] = c02;
        c[to + 3] = c03;
        c[to + columns] = c10;
        c[to + columns + 1] = c11;
        c[to + columns + 2] = c12;
        c[to + columns + 3] = c13;
    }

    @Override
    public void addToFourRows(double[] factors, double[] y, int yFrom, int count, double[] rows, int at) {
        for (int c = 0; c < 4; c++) {
            double factor = factors[c];
            int to = at + c * count;
            for (int k = 0; k < count; k++) {
                rows[to + k] = Math.fma(factor, y[yFrom + k], rows[to + k]);
            }
        }
    }

    @Override
    public String name() {
        return "plain";
    }
}
