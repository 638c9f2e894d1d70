package dev.sinew.linalg;

import java.util.Arrays;

/** Orthonormal bases by Gram-Schmidt, each vector treated twice, which is enough (Giraud et al. 2005). */
public final class Orthonormal {
    private Orthonormal() {}

    /**
     * Replaces rows by an orthonormal basis of what they span; returns how many rows that takes, the others are zero.
     *
     * @param rows count×n, modified
     */
    public static int rows(double[] rows, int count, int n) {
        int kept = 0;
        for (int r = 0; r < count; r++) {
            double before = norm(rows, r * n, n);
            for (int again = 0; again < 2; again++) {
                for (int q = 0; q < kept; q++) {
                    subtractProjection(rows, q * n, r * n, n);
                }
            }
            double length = norm(rows, r * n, n);
            if (length > 1e-10 * before && length > Double.MIN_NORMAL) {
                for (int k = 0; k < n; k++) {
                    rows[kept * n + k] = rows[r * n + k] / length;
                }
                kept++;
            }
        }
        Arrays.fill(rows, kept * n, count * n, 0);
        return kept;
    }

    private static void subtractProjection(double[] rows, int q, int r, int n) {
        double along = 0;
        for (int k = 0; k < n; k++) {
            along += rows[q + k] * rows[r + k];
        }
        for (int k = 0; k < n; k++) {
            rows[r + k] -= along * rows[q + k];
        }
    }

    private static double norm(double[] rows, int at, int n) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += rows[at + k] * rows[at + k];
        }
        return Math.sqrt(sum);
    }
}
