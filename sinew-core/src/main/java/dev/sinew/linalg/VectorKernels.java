package dev.sinew.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** Kernels on the Vector API: a tile of 4 rows × 2 vectors of C stays in registers while the inner dimension runs. */
public final class VectorKernels implements Kernels {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();

    /** Tiles are made for vectors of up to eight numbers; two of them fill a column tile. */
    public VectorKernels() {
        if (COLUMN_TILE % (2 * LANES) != 0) {
            throw new IllegalStateException("vectors of " + LANES + " do not fill a column tile of " + COLUMN_TILE);
        }
    }

    @Override
    public void multiplyTiles(double[] a, int aFrom, int rows, int inner, double[] b, int columns, double[] c) {
        for (int q = 0; q < columns; q += 2 * LANES) {
            for (int r = 0; r < rows; r += ROW_TILE) {
                tile(a, aFrom + r * inner, inner, b, columns, q, c, r * columns + q);
            }
        }
    }

    private static void tile(double[] a, int a0, int inner, double[] b, int columns, int q, double[] c, int to) {
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
        for (int k = 0, at = q; k < inner; k++, at += columns) {
            DoubleVector b0 = DoubleVector.fromArray(SPECIES, b, at);
            DoubleVector b1 = DoubleVector.fromArray(SPECIES, b, at + LANES);
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
    public void addToFourRows(double[] factors, double[] y, int yFrom, int count, double[] rows, int at) {
        int whole = SPECIES.loopBound(count);
        for (int k = 0; k < whole; k += LANES) {
            DoubleVector v = DoubleVector.fromArray(SPECIES, y, yFrom + k);
            for (int c = 0, to = at + k; c < 4; c++, to += count) {
                v.fma(DoubleVector.broadcast(SPECIES, factors[c]), DoubleVector.fromArray(SPECIES, rows, to))
                        .intoArray(rows, to);
            }
        }
        for (int c = 0; c < 4; c++) {
            for (int k = whole; k < count; k++) {
                rows[at + c * count + k] = Math.fma(factors[c], y[yFrom + k], rows[at + c * count + k]);
            }
        }
    }

    @Override
    public String name() {
        return "vector";
    }
}
