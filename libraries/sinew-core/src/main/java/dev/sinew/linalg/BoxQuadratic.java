package dev.sinew.linalg;

import java.util.Arrays;

/**
 * min ½xᵀQx − bᵀx over 0 ≤ x ≤ 1 with some x given; Q is sparse, symmetric and positive definite on the unknowns. A primal-dual active set
 * method (Hintermüller, Ito, Kunisch 2002): violated bounds become active, bounds with the wrong sign are released, until neither happens;
 * the result is then exact. If the sets cycle, projected Newton steps, each of which lowers the objective, take over. All factorisations
 * use one elimination order.
 */
public final class BoxQuadratic {
    private static final int ACTIVE_SET_STEPS = 40;
    private static final int NEWTON_STEPS = 60;
    /**
     * Bounds may be violated by this much until the end, when they are met exactly. Far from a handle the solution oscillates around 0, and
     * each oscillation costs a step; 1e-10 takes twice the steps without visible effect.
     */
    private static final double MAX_VIOLATION = 1e-6;
    /** Multipliers below this fraction of the largest count as zero. */
    private static final double ROUNDING = 1e-8;

    private static final byte FREE = 0;
    private static final byte LOW = 1;
    private static final byte HIGH = 2;
    private static final byte GIVEN = 3;

    private final SparseMatrix q;
    private final int[] order;
    private final int n;
    private final double still;

    /**
     * @param order elimination order for all of Q
     * @param still ends when a step changes no x, and violates no bound, by more than this; 0 continues until no bound changes
     */
    public BoxQuadratic(SparseMatrix q, int[] order, double still) {
        this.q = q;
        this.order = order;
        this.still = still;
        this.n = q.rows();
    }

    /**
     * @param x the minimiser, values from 0 to 1
     * @param steps number of factorisations
     * @param exact false if the maximum number of steps was reached before x converged; x is then feasible and the best found
     */
    public record Solution(double[] x, int steps, boolean exact) {}

    /**
     * @param given the given values, NaN for unknowns; not modified
     * @param b the linear part; not modified
     * @param start initial values, NaN or between 0 and 1: those at 0 and 1 start at their bounds; not modified
     */
    public Solution solve(double[] given, double[] b, double[] start) {
        byte[] state = new byte[n];
        double[] x = new double[n];
        for (int i = 0; i < n; i++) {
            state[i] = !Double.isNaN(given[i]) ? GIVEN : start[i] <= 0 ? LOW : start[i] >= 1 ? HIGH : FREE;
            x[i] = state[i] == GIVEN ? given[i] : state[i] == HIGH ? 1 : 0;
        }
        double[] gradient = new double[n];
        int steps = 0;
        int fewest = Integer.MAX_VALUE;
        int withoutGain = 0;
        while (steps < ACTIVE_SET_STEPS && withoutGain < 8) {
            double[] before = x.clone();
            minimise(state, x, b);
            steps++;
            if (steps > 1 && largestMove(before, x) <= still) {
                clamp(x);
                return new Solution(x, steps, true);
            }
            gradient(x, b, gradient);
            int changes = regroup(state, x, gradient);
            if (changes == 0) {
                clamp(x);
                return new Solution(x, steps, true);
            }
            withoutGain = changes < fewest ? 0 : withoutGain + 1;
            fewest = Math.min(fewest, changes);
        }
        return newton(state, x, b, gradient, steps);
    }

    /** The largest change of any x, or violation of a bound. */
    private static double largestMove(double[] before, double[] after) {
        double largest = 0;
        for (int i = 0; i < after.length; i++) {
            double beyond = Math.max(-after[i], after[i] - 1);
            largest = Math.max(largest, Math.max(beyond, Math.abs(after[i] - before[i])));
        }
        return largest;
    }

    private void gradient(double[] x, double[] b, double[] gradient) {
        q.multiply(x, gradient);
        for (int i = 0; i < n; i++) {
            gradient[i] -= b[i];
        }
    }

    /** Solves the free x for fixed others: Q_FF·x_F = b_F − Q_FR·x_R. */
    private void minimise(byte[] state, double[] x, double[] b) {
        int[] newIndex = new int[n];
        int free = 0;
        for (int i = 0; i < n; i++) {
            newIndex[i] = state[i] == FREE ? free++ : -1;
            x[i] = state[i] == FREE ? 0 : state[i] == LOW ? 0 : state[i] == HIGH ? 1 : x[i];
        }
        if (free == 0) {
            return;
        }
        double[] y = new double[free];
        for (int i = 0; i < n; i++) {
            if (newIndex[i] >= 0) {
                y[newIndex[i]] = b[i] - q.rowTimes(i, x);
            }
        }
        solveFree(newIndex, free, y);
        for (int i = 0; i < n; i++) {
            if (newIndex[i] >= 0) {
                x[i] = y[newIndex[i]];
            }
        }
    }

    private void solveFree(int[] newIndex, int free, double[] y) {
        int[] part = new int[free];
        int at = 0;
        for (int i : order) {
            if (newIndex[i] >= 0) {
                part[at++] = newIndex[i];
            }
        }
        factor(q.principal(newIndex, free), part).solve(y);
    }

    /** If rounding makes a pivot non-positive, the diagonal is raised slightly, then more. */
    public static SparseCholesky factor(SparseMatrix a, int[] order) {
        double lift = 1e-13;
        SparseMatrix lifted = a;
        while (true) {
            try {
                return SparseCholesky.of(lifted, order);
            } catch (SparseCholesky.NotPositiveException singular) {
                if (lift > 1e-3) {
                    throw singular;
                }
                double[] diagonal = a.diagonal();
                double factor = lift;
                lifted = SparseMatrix.diagonal(Arrays.stream(diagonal)
                                .map(d -> factor * Math.max(d, 1e-300))
                                .toArray())
                        .plus(1, a);
                lift *= 100;
            }
        }
    }

    private int regroup(byte[] state, double[] x, double[] gradient) {
        double scale = 0;
        for (int i = 0; i < n; i++) {
            scale = Math.max(scale, state[i] == FREE ? 0 : Math.abs(gradient[i]));
        }
        int changes = 0;
        for (int i = 0; i < n; i++) {
            byte next = state[i];
            if (state[i] == FREE) {
                next = x[i] < -MAX_VIOLATION ? LOW : x[i] > 1 + MAX_VIOLATION ? HIGH : FREE;
            } else if (state[i] == LOW && gradient[i] < -ROUNDING * scale
                    || state[i] == HIGH && gradient[i] > ROUNDING * scale) {
                next = FREE;
            }
            changes += next == state[i] ? 0 : 1;
            state[i] = next;
        }
        return changes;
    }

    /** Two-metric projection (Bertsekas 1982): a Newton step of the unknowns without active bounds, shortened until it descends. */
    private Solution newton(byte[] state, double[] x, double[] b, double[] gradient, int stepsBefore) {
        clamp(x);
        int steps = stepsBefore;
        double[] next = new double[n];
        double value = value(x, b, gradient);
        for (int k = 0; k < NEWTON_STEPS; k++) {
            for (int i = 0; i < n; i++) {
                if (state[i] != GIVEN) {
                    boolean held = x[i] <= 0 && gradient[i] > 0 || x[i] >= 1 && gradient[i] < 0;
                    state[i] = !held ? FREE : x[i] <= 0 ? LOW : HIGH;
                }
            }
            double[] target = x.clone();
            minimise(state, target, b);
            steps++;
            double length = 1;
            double nextValue = Double.POSITIVE_INFINITY;
            for (; length > 1e-4; length /= 2) {
                for (int i = 0; i < n; i++) {
                    next[i] = state[i] == FREE ? Math.max(0, Math.min(1, x[i] + length * (target[i] - x[i]))) : x[i];
                }
                nextValue = value(next, b, gradient);
                if (nextValue < value) {
                    break;
                }
            }
            double change = 0;
            for (int i = 0; i < n; i++) {
                change = Math.max(change, Math.abs(next[i] - x[i]));
            }
            if (!(nextValue < value)) {
                return new Solution(x, steps, true);
            }
            System.arraycopy(next, 0, x, 0, n);
            value = nextValue;
            if (change < Math.max(still, MAX_VIOLATION)) {
                return new Solution(x, steps, true);
            }
        }
        return new Solution(x, steps, false);
    }

    /** ½xᵀQx − bᵀx; also computes the gradient. */
    private double value(double[] x, double[] b, double[] gradient) {
        gradient(x, b, gradient);
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += 0.5 * x[i] * (gradient[i] - b[i]);
        }
        return sum;
    }

    private static void clamp(double[] x) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Math.max(0, Math.min(1, x[i]));
        }
    }
}
