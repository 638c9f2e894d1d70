package dev.sinew.linalg;

import dev.sinew.platform.Machine;

/**
 * The inner loops that dominate the time of a fit. Two implementations: {@link PlainKernels}, and one on the Vector API if the JVM was
 * started with it. Both sum every number in the same order with fused multiply-adds, so their results are equal bit for bit for any vector
 * width: lanes contain different numbers, never partial sums. {@link SimpleKernels}, for processors without that instruction, agree up to
 * rounding.
 */
public interface Kernels {
    /** Rows are processed in groups of this many. */
    int ROW_TILE = 4;

    /** Columns are processed in groups of this many. */
    int COLUMN_TILE = 16;

    /**
     * C = A·B in whole tiles: rows and columns are multiples of the tile, and arrays are padded accordingly.
     *
     * @param a rows×inner from {@code aFrom} on with row stride {@code inner}, not modified
     * @param b inner rows of at least {@code columns} numbers, not modified
     * @param c rows×columns from 0 on with row stride {@code columns}, modified
     */
    void multiplyTiles(double[] a, int aFrom, int rows, int inner, double[][] b, int columns, double[] c);

    /**
     * Adds a vector, with four factors, to four rows: row_c += f_c·y. NOTE: uses an array of rows, because the JIT of JDK 17 and 25 does
     * not vectorise the plain loop on one array with offsets, which is three to four times slower.
     *
     * @param factors four, not modified
     * @param y {@code count} numbers from 0 on, not modified
     * @param rows of {@code count} numbers, those from {@code first} on modified
     */
    void addToFourRows(double[] factors, double[] y, int count, double[][] rows, int first);

    /**
     * The same with two vectors: row_c += f_c·y, then += f_{4+c}·z, at half the cost of two calls.
     *
     * @param factors eight, not modified
     */
    void addToFourRows(double[] factors, double[] y, double[] z, int count, double[][] rows, int first);

    /**
     * T −= A·Aᵀ, lower part, for consecutive rows in columns {@code from ≤ k < to}: t(r, c) −= Σ_k a(shift + r, k)·a(shift + c, k) for c ≤
     * r, in order of k. The upper part of T may be overwritten.
     *
     * @param a column-major with {@code height} rows; not modified, unless T is part of other columns of it
     * @param rows of T, at least {@code columns}
     * @param t column-major from {@code at} on with {@code stride} numbers per column; modified
     */
    default void subtractProducts(
            double[] a,
            int height,
            int from,
            int to,
            int shift,
            int rows,
            int columns,
            double[] t,
            int at,
            int stride) {
        FrontKernels.subtractProducts(a, height, from, to, shift, rows, columns, t, at, stride);
    }

    /** The next multiple of {@code tile}. */
    static int padded(int count, int tile) {
        return (count + tile - 1) / tile * tile;
    }

    /** The rows of B with its columns padded to whole tiles. */
    static double[][] padColumns(double[] b, int rows, int columns) {
        double[][] padded = new double[rows][padded(columns, COLUMN_TILE)];
        for (int r = 0; r < rows; r++) {
            System.arraycopy(b, r * columns, padded[r], 0, columns);
        }
        return padded;
    }

    /** The implementation: {@code plain} or {@code vector}. */
    String name();

    /** The fastest implementation on this JVM. */
    static Kernels best() {
        return Best.KERNELS;
    }

    /** Chosen on first use. */
    final class Best {
        private static final Kernels KERNELS = Machine.chooseKernels(
                Kernels.class,
                "dev.sinew.linalg.VectorKernels",
                () -> Machine.HAS_FUSED_MULTIPLY_ADD ? new PlainKernels() : new SimpleKernels());

        private Best() {}
    }
}
