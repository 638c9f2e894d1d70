package dev.sinew.linalg;

import java.util.Arrays;

/**
 * Minimises xᵀGx − 2bᵀx over the simplex x ≥ 0, Σx = 1, exactly, by an active set. Designed for the few influences of one vertex: the
 * caller fills {@link #g} and {@link #b}, calls {@link #minimise} and reads {@link #x}, without allocation. Not thread-safe.
 */
public final class SimplexQuadratic {
    private final int capacity;
    private final double[] g;
    private final double[] b;
    private final double[] x;
    private final double[] l;
    private final double[] pivots;
    private final double[] inverses;
    private final double[] atB;
    private final double[] atOnes;
    private final int[] free;
    private final boolean[] isFree;
    private double multiplier;

    public SimplexQuadratic(int capacity) {
        this.capacity = capacity;
        g = new double[capacity * capacity];
        b = new double[capacity];
        x = new double[capacity];
        l = new double[capacity * capacity];
        pivots = new double[capacity];
        inverses = new double[capacity];
        atB = new double[capacity];
        atOnes = new double[capacity];
        free = new int[capacity];
        isFree = new boolean[capacity];
    }

    /** Row stride of {@link #g}. */
    public int stride() {
        return capacity;
    }

    /** G, symmetric, to be filled by the caller. */
    public double[] g() {
        return g;
    }

    /** b, to be filled by the caller. */
    public double[] b() {
        return b;
    }

    /** The minimiser after {@link #minimise}. */
    public double[] x() {
        return x;
    }

    /** Solves over the first n unknowns and returns the objective. */
    public double minimise(int n) {
        return allStayFree(n) ? finish(n) : walk(n);
    }

    /** Like {@link #minimise}, starting from the feasible point in {@link #x}: faster if few unknowns are positive and stay so. */
    public double minimiseFrom(int n) {
        double size = 0;
        for (int k = 0; k < n; k++) {
            isFree[k] = x[k] > 0;
            size += g[k * capacity + k] / n;
        }
        return settle(n, Math.max(1e-13 * size, Double.MIN_NORMAL), n) ? walkOn(n, size) : walk(n);
    }

    /** Usually all unknowns are positive, and one equality-constrained solve suffices. */
    private boolean allStayFree(int n) {
        double size = 0;
        for (int k = 0; k < n; k++) {
            free[k] = k;
            size += g[k * capacity + k];
        }
        double lambda = solveEquality(n, Math.max(1e-13 * size / n, Double.MIN_NORMAL));
        for (int k = 0; k < n; k++) {
            x[k] = atB[k] + lambda * atOnes[k];
            if (!(x[k] > 0)) {
                return false;
            }
        }
        return true;
    }

    /** Starts at the best corner and frees one unknown at a time. */
    private double walk(int n) {
        return walkOn(n, startAtBestCorner(n));
    }

    /** Starts at the minimum over the free unknowns and frees one more at a time. */
    private double walkOn(int n, double size) {
        // Every round but the last frees an unknown for good or drops one; only rounding could cause cycles.
        for (int round = 0; round < 4 * n + 4; round++) {
            int entering = mostPromising(n, 1e-12 * size);
            if (entering < 0) {
                break;
            }
            isFree[entering] = true;
            if (!settle(n, Math.max(1e-13 * size, Double.MIN_NORMAL), entering)) {
                break;
            }
        }
        return finish(n);
    }

    /** Starts at the best single unknown; returns the mean of G's diagonal, the scale of the problem. */
    private double startAtBestCorner(int n) {
        int best = 0;
        double lowest = Double.POSITIVE_INFINITY;
        double size = 0;
        for (int k = 0; k < n; k++) {
            double value = g[k * capacity + k] - 2 * b[k];
            size += g[k * capacity + k];
            if (value < lowest) {
                lowest = value;
                best = k;
            }
        }
        Arrays.fill(x, 0, n, 0);
        Arrays.fill(isFree, 0, n, false);
        x[best] = 1;
        isFree[best] = true;
        multiplier = g[best * capacity + best] - b[best];
        return size / n;
    }

    /** The bound unknown whose increase lowers the objective fastest, or −1 at the minimum. */
    private int mostPromising(int n, double tolerance) {
        int entering = -1;
        double steepest = -tolerance;
        for (int k = 0; k < n; k++) {
            if (isFree[k]) {
                continue;
            }
            double slope = -b[k] - multiplier;
            for (int m = 0; m < n; m++) {
                slope += g[k * capacity + m] * x[m];
            }
            if (slope < steepest) {
                steepest = slope;
                entering = k;
            }
        }
        return entering;
    }

    /** Moves to the minimum over the free unknowns, dropping those that reach zero on the way; false if there is no progress. */
    private boolean settle(int n, double ridge, int entering) {
        for (int drops = 0; drops < n; drops++) {
            int m = 0;
            for (int k = 0; k < n; k++) {
                if (isFree[k]) {
                    free[m++] = k;
                }
            }
            double lambda = solveEquality(m, ridge);
            double step = 1;
            int leaving = -1;
            for (int k = 0; k < m; k++) {
                double target = atB[k] + lambda * atOnes[k];
                double now = x[free[k]];
                if (target <= 0 && now / (now - target) < step) {
                    step = now / (now - target);
                    leaving = k;
                }
            }
            for (int k = 0; k < m; k++) {
                x[free[k]] += step * (atB[k] + lambda * atOnes[k] - x[free[k]]);
            }
            if (leaving < 0) {
                multiplier = lambda;
                return true;
            }
            x[free[leaving]] = 0;
            isFree[free[leaving]] = false;
            if (step == 0 && free[leaving] == entering) {
                return false;
            }
        }
        return false;
    }

    /** G·z = b and G·o = 1 over the free unknowns by G = L·D·Lᵀ, then λ with Σ(z + λ·o) = 1. */
    private double solveEquality(int m, double ridge) {
        for (int r = 0; r < m; r++) {
            int row = r * capacity;
            int gRow = free[r] * capacity;
            double diagonal = g[gRow + free[r]] + ridge;
            double right = b[free[r]];
            double one = 1;
            for (int c = 0; c < r; c++) {
                double v = g[gRow + free[c]];
                for (int k = 0; k < c; k++) {
                    v -= l[row + k] * l[c * capacity + k] * pivots[k];
                }
                v *= inverses[c];
                l[row + c] = v;
                diagonal -= v * v * pivots[c];
                right -= v * atB[c];
                one -= v * atOnes[c];
            }
            pivots[r] = Math.max(diagonal, ridge);
            inverses[r] = 1 / pivots[r];
            atB[r] = right;
            atOnes[r] = one;
        }
        double sumB = 0;
        double sumOnes = 0;
        for (int r = m - 1; r >= 0; r--) {
            double right = atB[r] * inverses[r];
            double one = atOnes[r] * inverses[r];
            for (int k = r + 1; k < m; k++) {
                right -= l[k * capacity + r] * atB[k];
                one -= l[k * capacity + r] * atOnes[k];
            }
            atB[r] = right;
            atOnes[r] = one;
            sumB += right;
            sumOnes += one;
        }
        return (1 - sumB) / sumOnes;
    }

    /** Drops tiny values, restores the sum, returns the objective. */
    private double finish(int n) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            if (x[k] < 1e-9) {
                x[k] = 0;
            }
            sum += x[k];
        }
        double objective = 0;
        for (int k = 0; k < n; k++) {
            x[k] /= sum;
        }
        for (int k = 0; k < n; k++) {
            double gx = 0;
            for (int m = 0; m < n; m++) {
                gx += g[k * capacity + m] * x[m];
            }
            objective += x[k] * (gx - 2 * b[k]);
        }
        return objective;
    }
}
