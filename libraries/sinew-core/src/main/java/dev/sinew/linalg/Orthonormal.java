package dev.sinew.linalg;

import java.util.Arrays;

/** Orthonormal bases by Gram-Schmidt with pivoting: the longest remaining row comes next (KSO10, Algorithm 1). */
public final class Orthonormal {
    /** Rows shorter than this fraction of the longest are rounding noise. */
    private static final double NOISE = 1e-10;

    private Orthonormal() {}

    /**
     * An orthonormal basis of the span of rows, most important directions first.
     *
     * @param rows count×n, modified
     * @return rank×n
     */
    public static double[] basisOf(double[] rows, int count, int n) {
        double[] basis = new double[Math.min(count, n) * n];
        double[] squared = new double[count];
        for (int r = 0; r < count; r++) {
            squared[r] = dot(rows, r * n, rows, r * n, n);
        }
        double largest = Arrays.stream(squared).max().orElse(0);
        int rank = 0;
        while (rank * n < basis.length) {
            int longest = longest(squared);
            double length = takeOut(rows, longest * n, basis, rank, n);
            // Norms are updated by subtraction, so the true length may be zero.
            squared[longest] = -1;
            if (!(length * length > NOISE * NOISE * largest)) {
                if (Arrays.stream(squared).allMatch(s -> s <= NOISE * NOISE * largest)) {
                    break;
                }
                continue;
            }
            deflate(rows, squared, basis, rank * n, n);
            rank++;
        }
        return Arrays.copyOf(basis, rank * n);
    }

    private static int longest(double[] squared) {
        int best = 0;
        for (int r = 1; r < squared.length; r++) {
            best = squared[r] > squared[best] ? r : best;
        }
        return best;
    }

    /** Orthogonalises the row at {@code from} against the basis again (KSO10, line 5) and normalises it; returns its length. */
    private static double takeOut(double[] rows, int from, double[] basis, int rank, int n) {
        int to = rank * n;
        System.arraycopy(rows, from, basis, to, n);
        for (int q = 0; q < rank; q++) {
            subtract(dot(basis, q * n, basis, to, n), basis, q * n, basis, to, n);
        }
        double length = Math.sqrt(dot(basis, to, basis, to, n));
        for (int k = 0; k < n && length > 0; k++) {
            basis[to + k] /= length;
        }
        return length;
    }

    private static void deflate(double[] rows, double[] squared, double[] basis, int at, int n) {
        for (int r = 0; r < squared.length; r++) {
            if (squared[r] > 0) {
                double along = dot(basis, at, rows, r * n, n);
                subtract(along, basis, at, rows, r * n, n);
                squared[r] = Math.max(0, squared[r] - along * along);
            }
        }
    }

    /** Four partial sums: a fixed order that allows the additions to overlap. */
    static double dot(double[] x, int xFrom, double[] y, int yFrom, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = 0;
        for (; k + 4 <= count; k += 4) {
            s0 += x[xFrom + k] * y[yFrom + k];
            s1 += x[xFrom + k + 1] * y[yFrom + k + 1];
            s2 += x[xFrom + k + 2] * y[yFrom + k + 2];
            s3 += x[xFrom + k + 3] * y[yFrom + k + 3];
        }
        for (; k < count; k++) {
            s0 += x[xFrom + k] * y[yFrom + k];
        }
        return (s0 + s1) + (s2 + s3);
    }

    private static void subtract(double factor, double[] x, int xFrom, double[] y, int yFrom, int count) {
        for (int k = 0; k < count; k++) {
            y[yFrom + k] -= factor * x[xFrom + k];
        }
    }
}
