package dev.sinew.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** Kernels on the Vector API: a tile of 4 rows × 2 vectors of C stays in registers during the inner loop. */
public final class VectorKernels implements Kernels {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    /** Tiles support vectors of up to eight numbers; two vectors fill a column tile. */
    public VectorKernels() {
        if (COLUMN_TILE % (2 * LANES) != 0) {
            throw new IllegalStateException("vectors of " + LANES + " do not fill a column tile of " + COLUMN_TILE);
        }
    }

    @Override
    public void multiplyTiles(double[] a, int aFrom, int rows, int inner, double[][] b, int columns, double[] c) {
        for (int q = 0; q < columns; q += 2 * LANES) {
            for (int r = 0; r < rows; r += ROW_TILE) {
                tile(a, aFrom + r * inner, inner, b, columns, q, c, r * columns + q);
            }
        }
    }

    private static void tile(double[] a, int a0, int inner, double[][] b, int columns, int q, double[] c, int to) {
        DoubleVector c00 = DoubleVector.zero(SPECIES);
        DoubleVector c01 = c00;
        DoubleVector c10 = c00;
        DoubleVector c11 = c00;
        DoubleVector c20 = c00;
        DoubleVector c21 = c00;
        DoubleVector c30 = c00;
        DoubleVector c31 = c00;
        int a1 = a0 + inner;
        int a2 = a1 + inner;
        int a3 = a2 + inner;
        for (int k = 0; k < inner; k++) {
            DoubleVector b0 = DoubleVector.fromArray(SPECIES, b[k], q);
            DoubleVector b1 = DoubleVector.fromArray(SPECIES, b[k], q + LANES);
            DoubleVector x = DoubleVector.broadcast(SPECIES, a[a0 + k]);
            c00 = x.fma(b0, c00);
            c01 = x.fma(b1, c01);
            x = DoubleVector.broadcast(SPECIES, a[a1 + k]);
            c10 = x.fma(b0, c10);
            c11 = x.fma(b1, c11);
            x = DoubleVector.broadcast(SPECIES, a[a2 + k]);
            c20 = x.fma(b0, c20);
            c21 = x.fma(b1, c21);
            x = DoubleVector.broadcast(SPECIES, a[a3 + k]);
            c30 = x.fma(b0, c30);
            c31 = x.fma(b1, c31);
        }
        c00.intoArray(c, to);
        c01.intoArray(c, to + LANES);
        c10.intoArray(c, to + columns);
        c11.intoArray(c, to + columns + LANES);
        c20.intoArray(c, to + 2 * columns);
        c21.intoArray(c, to + 2 * columns + LANES);
        c30.intoArray(c, to + 3 * columns);
        c31.intoArray(c, to + 3 * columns + LANES);
    }

    @Override
    public void addToFourRows(double[] factors, double[] y, int count, double[][] rows, int first) {
        int whole = SPECIES.loopBound(count);
        for (int c = 0; c < 4; c++) {
            double factor = factors[c];
            double[] row = rows[first + c];
            for (int k = 0; k < whole; k += LANES) {
                DoubleVector.fromArray(SPECIES, y, k)
                        .fma(DoubleVector.broadcast(SPECIES, factor), DoubleVector.fromArray(SPECIES, row, k))
                        .intoArray(row, k);
            }
            for (int k = whole; k < count; k++) {
                row[k] = Math.fma(factor, y[k], row[k]);
            }
        }
    }

    @Override
    public void addToFourRows(double[] factors, double[] y, double[] z, int count, double[][] rows, int first) {
        int whole = SPECIES.loopBound(count);
        for (int c = 0; c < 4; c++) {
            double f = factors[c];
            double g = factors[4 + c];
            double[] row = rows[first + c];
            for (int k = 0; k < whole; k += LANES) {
                DoubleVector one = DoubleVector.fromArray(SPECIES, y, k)
                        .fma(DoubleVector.broadcast(SPECIES, f), DoubleVector.fromArray(SPECIES, row, k));
                DoubleVector.fromArray(SPECIES, z, k)
                        .fma(DoubleVector.broadcast(SPECIES, g), one)
                        .intoArray(row, k);
            }
            for (int k = whole; k < count; k++) {
                row[k] = Math.fma(g, z[k], Math.fma(f, y[k], row[k]));
            }
        }
    }

    /** Columns of A processed together, so that the data of a tile stays in the L1 cache. */
    private static final int INNER_BLOCK = 128;

    /** Rows of a tile. */
    private static final int BLOCK = 2 * LANES;

    @Override
    public void subtractProducts(
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
        if (rows < BLOCK) {
            FrontKernels.subtractProducts(a, height, from, to, shift, rows, columns, t, at, stride);
            return;
        }
        int blocks = (rows + BLOCK - 1) / BLOCK;
        double[] packed = new double[blocks * BLOCK * Math.min(INNER_BLOCK, to - from)];
        double[] edge = new double[4 * BLOCK];
        for (int panel = from; panel < to; panel += INNER_BLOCK) {
            int inner = Math.min(INNER_BLOCK, to - panel);
            pack(a, height, panel, inner, shift, rows, packed);
            for (int block = 0; block < blocks; block++) {
                int row = block * BLOCK;
                // Tiles that overlap the lower part.
                for (int c = 0; c < columns && c < row + BLOCK; c += 4) {
                    int right = c / BLOCK * BLOCK * inner + c % BLOCK;
                    if (row + BLOCK <= rows && c + 4 <= columns) {
                        tile(packed, row * inner, right, inner, t, at + c * stride + row, stride);
                    } else {
                        int tall = Math.min(BLOCK, rows - row);
                        int wide = Math.min(4, columns - c);
                        move(t, at + c * stride + row, stride, edge, 0, BLOCK, tall, wide);
                        tile(packed, row * inner, right, inner, edge, 0, BLOCK);
                        move(edge, 0, BLOCK, t, at + c * stride + row, stride, tall, wide);
                    }
                }
            }
        }
    }

    /** Packs blocks of rows, each column by column, so that a tile reads contiguous memory. */
    private static void pack(double[] a, int height, int from, int inner, int shift, int rows, double[] packed) {
        for (int row = 0; row < rows; row += BLOCK) {
            int count = Math.min(BLOCK, rows - row);
            for (int k = 0; k < inner; k++) {
                int to = row * inner + k * BLOCK;
                System.arraycopy(a, (from + k) * height + shift + row, packed, to, count);
                for (int r = count; r < BLOCK; r++) {
                    packed[to + r] = 0;
                }
            }
        }
    }

    /** Copies part of a tile, for tiles that exceed T. */
    private static void move(
            double[] from, int at, int stride, double[] to, int toAt, int toStride, int rows, int columns) {
        for (int c = 0; c < columns; c++) {
            System.arraycopy(from, at + c * stride, to, toAt + c * toStride, rows);
        }
    }

    /** Subtracts products from 2 vectors of rows × 4 columns of T, kept in registers. */
    private static void tile(double[] packed, int left, int right, int inner, double[] t, int at, int stride) {
        DoubleVector t00 = DoubleVector.fromArray(SPECIES, t, at);
        DoubleVector t10 = DoubleVector.fromArray(SPECIES, t, at + LANES);
        DoubleVector t01 = DoubleVector.fromArray(SPECIES, t, at + stride);
        DoubleVector t11 = DoubleVector.fromArray(SPECIES, t, at + stride + LANES);
        DoubleVector t02 = DoubleVector.fromArray(SPECIES, t, at + 2 * stride);
        DoubleVector t12 = DoubleVector.fromArray(SPECIES, t, at + 2 * stride + LANES);
        DoubleVector t03 = DoubleVector.fromArray(SPECIES, t, at + 3 * stride);
        DoubleVector t13 = DoubleVector.fromArray(SPECIES, t, at + 3 * stride + LANES);
        for (int k = 0, l = left, r = right; k < inner; k++, l += BLOCK, r += BLOCK) {
            DoubleVector a0 = DoubleVector.fromArray(SPECIES, packed, l);
            DoubleVector a1 = DoubleVector.fromArray(SPECIES, packed, l + LANES);
            DoubleVector x = DoubleVector.broadcast(SPECIES, -packed[r]);
            t00 = x.fma(a0, t00);
            t10 = x.fma(a1, t10);
            x = DoubleVector.broadcast(SPECIES, -packed[r + 1]);
            t01 = x.fma(a0, t01);
            t11 = x.fma(a1, t11);
            x = DoubleVector.broadcast(SPECIES, -packed[r + 2]);
            t02 = x.fma(a0, t02);
            t12 = x.fma(a1, t12);
            x = DoubleVector.broadcast(SPECIES, -packed[r + 3]);
            t03 = x.fma(a0, t03);
            t13 = x.fma(a1, t13);
        }
        t00.intoArray(t, at);
        t10.intoArray(t, at + LANES);
        t01.intoArray(t, at + stride);
        t11.intoArray(t, at + stride + LANES);
        t02.intoArray(t, at + 2 * stride);
        t12.intoArray(t, at + 2 * stride + LANES);
        t03.intoArray(t, at + 3 * stride);
        t13.intoArray(t, at + 3 * stride + LANES);
    }

    @Override
    public String name() {
        return "vector";
    }
}
