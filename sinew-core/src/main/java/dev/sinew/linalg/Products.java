package dev.sinew.linalg;

import dev.sinew.math.Workers;

/** Dense products spread over workers. */
public final class Products {
    private static final int PANEL = 32;

    private Products() {}

    /**
     * A·B
     *
     * @param a rows×inner, not modified
     * @param b inner×columns, not modified
     */
    public static double[] multiply(double[] a, int rows, int inner, double[] b, int columns, Workers workers) {
        double[] c = new double[rows * columns];
        Kernels kernels = Kernels.best();
        workers.forChunks(rows, PANEL, (chunk, from, to) -> {
            double[] panel = new double[(to - from) * columns];
            kernels.multiply(a, from * inner, to - from, inner, b, columns, panel);
            System.arraycopy(panel, 0, c, from * columns, panel.length);
        });
        return c;
    }

    /** Aᵀ of a rows×columns matrix. */
    public static double[] transpose(double[] a, int rows, int columns) {
        double[] t = new double[a.length];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                t[c * rows + r] = a[r * columns + c];
            }
        }
        return t;
    }
}
