package dev.sinew.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/** Kernels on the Vector API: a tile of 4 rows × 2 vectors of C stays in registers while the inner dimension runs. */
public final class VectorKernels implements Kernels {
    private static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = SPECIES.length();
    private static final int TILE_ROWS = 4;

    @Override
    public void multiply(double[] a, int aFrom, int rows, int inner, double[] b, int columns, double[] c) {
        int q = 0;
        for (; q + 2 * LANES <= columns; q += 2 * LANES) {
            int r = 0;
            for (; r + TILE_ROWS <= rows; r += TILE_ROWS) {
                tile(a, aFrom + r * inner, inner, b, columns, q, c, r * columns + q);
            }
            for (; r < rows; r++) {
                strip(a, aFrom + r * inner, inner, b, columns, q, c, r * columns + q);
            }
        }
        remainder(a, aFrom, rows, inner, b, columns, q, c);
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

    private static void strip(double[] a, int a0, int inner, double[] b, int columns, int q, double[] c, int to) {
        DoubleVector c0 = DoubleVector.zero(SPECIES);
        DoubleVector c1 = c0;
        for (int k = 0, at = q; k < inner; k++, at += columns) {
            DoubleVector x = DoubleVector.broadcast(SPECIES, a[a0 + k]);
            c0 = x.fma(DoubleVector.fromArray(SPECIES, b, at), c0);
            c1 = x.fma(DoubleVector.fromArray(SPECIES, b, at + LANES), c1);
        }
        c0.intoArray(c, to);
        c1.intoArray(c, to + LANES);
    }

    /** The columns from q on that fill no pair of vectors: one vector at a time, the last one masked. */
    private static void remainder(
            double[] a, int aFrom, int rows, int inner, double[] b, int columns, int from, double[] c) {
        for (int q = from; q < columns; q += LANES) {
            VectorMask<Double> inside = SPECIES.indexInRange(q, columns);
            int r = 0;
            for (; r + TILE_ROWS <= rows; r += TILE_ROWS) {
                maskedTile(a, aFrom + r * inner, inner, b, columns, q, inside, c, r * columns + q);
            }
            for (; r < rows; r++) {
                maskedStrip(a, aFrom + r * inner, inner, b, columns, q, inside, c, r * columns + q);
            }
        }
    }

    private static void maskedTile(
            double[] a, int a0, int inner, double[] b, int columns, int q, VectorMask<Double> in, double[] c, int to) {
        DoubleVector c0 = DoubleVector.zero(SPECIES);
        DoubleVector c1 = c0;
        DoubleVector c2 = c0;
        DoubleVector c3 = c0;
        int a1 = a0 + inner;
        int a2 = a1 + inner;
        int a3 = a2 + inner;
        for (int k = 0, at = q; k < inner; k++, at += columns) {
            DoubleVector row = DoubleVector.fromArray(SPECIES, b, at, in);
            c0 = DoubleVector.broadcast(SPECIES, a[a0 + k]).fma(row, c0);
            c1 = DoubleVector.broadcast(SPECIES, a[a1 + k]).fma(row, c1);
            c2 = DoubleVector.broadcast(SPECIES, a[a2 + k]).fma(row, c2);
            c3 = DoubleVector.broadcast(SPECIES, a[a3 + k]).fma(row, c3);
        }
        c0.intoArray(c, to, in);
        c1.intoArray(c, to + columns, in);
        c2.intoArray(c, to + 2 * columns, in);
        c3.intoArray(c, to + 3 * columns, in);
    }

    private static void maskedStrip(
            double[] a, int a0, int inner, double[] b, int columns, int q, VectorMask<Double> in, double[] c, int to) {
        DoubleVector sum = DoubleVector.zero(SPECIES);
        for (int k = 0, at = q; k < inner; k++, at += columns) {
            sum = DoubleVector.broadcast(SPECIES, a[a0 + k]).fma(DoubleVector.fromArray(SPECIES, b, at, in), sum);
        }
        sum.intoArray(c, to, in);
    }

    @Override
    public String name() {
        return "vector";
    }
}
