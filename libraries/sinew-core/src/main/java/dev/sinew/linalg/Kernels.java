package dev.sinew.linalg;

import dev.sinew.platform.Machine;

/**
 * The few inner loops that decide how long a fit takes. Two providers: {@link PlainKernels}, and one on the Vector API
 * where the JVM was started with it. Both add up every number in the same order, by fused multiply-adds, so their results are
 * the same to the bit, whatever the width of the vectors: lanes hold different numbers, never parts of one. {@link
 * SimpleKernels}, for processors without that instruction, agree to rounding.
 */
public interface Kernels {
    /** Rows are worked on in groups of this many. */
    int ROW_TILE = 4;

    /** Columns are worked on in groups of this many. */
    int COLUMN_TILE = 16;

    /**
     * C = A·B in whole tiles: rows and columns are multiples of the tile, so arrays hold that much; what is beyond the
     * matrix proper is padding.
     *
     * @param a rows×inner from {@code aFrom} on with row stride {@code inner}, not modified
     * @param b inner rows of at least {@code columns} numbers, not modified
     * @param c rows×columns from 0 on with row stride {@code columns}, modified
     */
    void multiplyTiles(double[] a, int aFrom, int rows, int inner, double[][] b, int columns, double[] c);

    /**
     * Adds a vector, scaled four ways, to four rows: row_c += f_c·y. NOTE: arrays of rows and not one array with offsets: only so does the JIT of JDK 17
     * (and 25) make vectors of the plain loop, which is worth a factor of three to four.
     *
     * @param factors four, not modified
     * @param y {@code count} numbers from 0 on, not modified
     * @param rows of {@code count} numbers, those from {@code first} on modified
     */
    void addToFourRows(double[] factors, double[] y, int count, double[][] rows, int first);

    /**
     * The same with two vectors: row_c += f_c·y, then += f_{4+c}·z, for half of what they cost one after the other.
     *
     * @param factors eight, not modified
     */
    void addToFourRows(double[] factors, double[] y, double[] z, int count, double[][] rows, int first);

    /**
     * T −= A·Aᵀ, lower part, of rows that follow one another in columns {@code from ≤ k < to}: t(r, c) −= Σ_k a(shift + r, k)·a(shift + c, k)
     * for c ≤ r, one product after the other with growing k. What stands above the diagonal of T may be overwritten with anything.
     *
     * @param a column-major with {@code height} rows; not modified, unless T lies in other columns of it
     * @param rows of T, at least {@code columns}
     * @param t column-major from {@code at} on with {@code stride} numbers a column; modified
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

    /** What runs: {@code plain} or {@code vector}. */
    String name();

    /** The fastest provider this JVM can run. */
    static Kernels best() {
        return Best.KERNELS;
    }

    /** Chosen once, when it is first asked for. */
    final class Best {
        private static final Kernels KERNELS = Machine.chooseKernels(
                Kernels.class,
                "dev.sinew.linalg.VectorKernels",
                () -> Machine.HAS_FUSED_MULTIPLY_ADD ? new PlainKernels() : new SimpleKernels());

        private Best() {}
    }
}
