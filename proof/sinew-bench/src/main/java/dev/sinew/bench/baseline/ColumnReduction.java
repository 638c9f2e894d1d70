package dev.sinew.bench.baseline;

import dev.sinew.bench.baseline.GramReduction.DenseReduction;
import java.util.Arrays;

/** KSO10's Algorithm 1 as printed, on the whole animation matrix; comments give its line numbers. */
public final class ColumnReduction {
    /** How line 4 finds the next direction (KSO10 Table 1). */
    public enum Choice {
        /** MAX: the longest remaining column. */
        LONGEST(0),
        /** GS: columns in order. */
        IN_ORDER(0),
        /** PM1: the longest column after one step of the power method. */
        POWER_ONCE(1),
        /** PM2: after two. */
        POWER_TWICE(2);

        private final int powerSteps;

        Choice(int powerSteps) {
            this.powerSteps = powerSteps;
        }
    }

    /** Columns with a smaller relative remainder are already spanned. */
    private static final double SPANNED = 1e-20;

    private final double[] a;
    private final int n;
    private final int m;
    private final Choice choice;
    private final double[] squared;
    private double[] b = new double[0];
    private int taken;

    /** @param a Aᵀ, n×m, one trajectory per row; modified */
    private ColumnReduction(double[] a, int n, int m, Choice choice) {
        this.a = a;
        this.n = n;
        this.m = m;
        this.choice = choice;
        squared = new double[n];
        for (int i = 0; i < n; i++) {
            squared[i] = dot(a, i * m, a, i * m);
        }
    }

    /**
     * @param trajectories Aᵀ, n×m with m = 3F, not modified
     * @param epsilon bound on ‖BC − A‖
     */
    public static DenseReduction of(double[] trajectories, int n, int m, double epsilon, Choice choice) {
        return new ColumnReduction(trajectories.clone(), n, m, choice).run(epsilon);
    }

    private DenseReduction run(double epsilon) {
        double left = Arrays.stream(squared).sum();
        double[] c = new double[0];
        int d = 0;
        while (d < Math.min(m, n) && taken < n && (d == 0 || left > epsilon * epsilon)) {
            double[] direction = nextDirection(d); // 4–6
            b = Arrays.copyOf(b, (d + 1) * m); // 8
            System.arraycopy(direction, 0, b, d * m, m);
            c = Arrays.copyOf(c, (d + 1) * n); // 9
            left -= deflate(direction, c, d * n);
            d++;
        } // 10: ‖BC − A‖² = ‖A‖² − ‖C‖²
        double[] rows = new double[n * d];
        for (int k = 0; k < c.length; k++) {
            rows[k % n * d + k / n] = c[k];
        }
        return new DenseReduction(d, b, rows, Math.max(0, left));
    }

    private double[] nextDirection(int d) {
        int column = choice == Choice.IN_ORDER ? nextColumn() : longestColumn(); // 4
        double[] direction = Arrays.copyOfRange(a, column * m, (column + 1) * m);
        for (int step = 0; step < choice.powerSteps; step++) {
            direction = powerStep(direction);
        }
        double[] projections = new double[d];
        for (int k = 0; k < d; k++) { // 5: all projections first, as in Bᵀm
            projections[k] = dot(b, k * m, direction, 0);
        }
        for (int k = 0; k < d; k++) {
            addScaled(-projections[k], b, k * m, direction, 0);
        }
        double length = Math.sqrt(dot(direction, 0, direction, 0)); // 6
        for (int f = 0; f < m; f++) {
            direction[f] /= length;
        }
        return direction;
    }

    private int longestColumn() {
        int longest = 0;
        for (int i = 1; i < n; i++) {
            longest = squared[i] > squared[longest] ? i : longest;
        }
        return longest;
    }

    private int nextColumn() {
        while (taken < n - 1 && squared[taken] <= SPANNED * m) {
            taken++;
        }
        return taken++;
    }

    /** §3: m ← A·Aᵀ·m, not normalised. */
    private double[] powerStep(double[] direction) {
        double[] next = new double[m];
        for (int i = 0; i < n; i++) {
            addScaled(dot(direction, 0, a, i * m), a, i * m, next, 0);
        }
        return next;
    }

    /** 7: A −= m·mᵀA; stores mᵀA in c and returns its squared norm. */
    private double deflate(double[] direction, double[] c, int at) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double along = dot(direction, 0, a, i * m);
            addScaled(-along, direction, 0, a, i * m);
            squared[i] -= along * along;
            c[at + i] = along;
            sum += along * along;
        }
        return sum;
    }

    /** Four independent sums, for instruction-level parallelism. */
    private double dot(double[] x, int xFrom, double[] y, int yFrom) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int k = 0;
        for (; k + 4 <= m; k += 4) {
            s0 += x[xFrom + k] * y[yFrom + k];
            s1 += x[xFrom + k + 1] * y[yFrom + k + 1];
            s2 += x[xFrom + k + 2] * y[yFrom + k + 2];
            s3 += x[xFrom + k + 3] * y[yFrom + k + 3];
        }
        for (; k < m; k++) {
            s0 += x[xFrom + k] * y[yFrom + k];
        }
        return s0 + s1 + s2 + s3;
    }

    private void addScaled(double factor, double[] x, int xFrom, double[] y, int yFrom) {
        for (int k = 0; k < m; k++) {
            y[yFrom + k] += factor * x[xFrom + k];
        }
    }
}
