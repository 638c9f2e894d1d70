package dev.sinew.linalg;

import dev.sinew.platform.Workers;
import java.util.Arrays;

/** Dense products on several threads. */
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
        double[][] wide = Kernels.padColumns(b, inner, columns);
        int stride = Kernels.padded(columns, Kernels.COLUMN_TILE);
        Kernels kernels = Kernels.best();
        workers.forChunks(rows, PANEL, (chunk, from, to) -> {
            int tall = Kernels.padded(to - from, Kernels.ROW_TILE);
            double[] panel = new double[tall * stride];
            boolean whole = tall == to - from;
            double[] left = whole ? a : Arrays.copyOfRange(a, from * inner, (from + tall) * inner);
            kernels.multiplyTiles(left, whole ? from * inner : 0, tall, inner, wide, stride, panel);
            for (int r = from; r < to; r++) {
                System.arraycopy(panel, (r - from) * stride, c, r * columns, columns);
            }
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
