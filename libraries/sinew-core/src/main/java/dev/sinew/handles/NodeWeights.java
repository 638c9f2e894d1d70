package dev.sinew.handles;

import dev.sinew.linalg.BoxQuadratic;
import dev.sinew.linalg.NestedDissection;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.platform.Workers;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Progress;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** The smoothest weights at the nodes of a domain, one handle at a time, the handles in parallel. */
final class NodeWeights {
    /** Values of a coarse solution closer to a bound than this count as at the bound. */
    private static final double BOUND_TOLERANCE = 1e-9;
    /**
     * Without bounds, weights that exceed a bound by this much count as at the bound. Smaller violations are oscillations around 0 far away
     * and are ignored.
     */
    private static final double MIN_VIOLATION = 1e-6;
    /**
     * A step that changes no weight by more than this ends the loop, because many small steps would follow. The weights then differ by at
     * most 0.006 from the limit on a surface, and by 0.03 in a volume.
     */
    private static final double MAX_FINAL_CHANGE = 1e-3;

    private final Domain domain;
    private final Conditions conditions;
    private final int handles;
    private final boolean[] loose;
    private final SparseMatrix q;
    private final SparseMatrix stiff;
    private final int[] order;

    /** @param order elimination order of the matrix: for a volume or a surface */
    NodeWeights(Domain domain, Conditions conditions, int handles, Order order) {
        this.domain = domain;
        this.conditions = conditions;
        this.handles = handles;
        this.loose = NodeComponents.withoutConditions(domain, conditions);
        double[] inverseMass = Arrays.stream(domain.mass()).map(m -> 1 / m).toArray();
        SparseMatrix l = domain.stiffness();
        // YLWXG19 eq. 6: Q = L·M⁻¹·L
        this.q = l.times(l.scaledRows(inverseMass));
        this.stiff = conditions.stiffen(q);
        this.order = order == Order.SOLID ? NestedDissection.of(stiff, domain.xyz()) : SparseCholesky.orderOf(stiff);
    }

    /** What the nodes discretise. */
    enum Order {
        SOLID,
        SHEET
    }

    /**
     * @param w one array per handle, values from 0 to 1
     * @param factorisations number for all handles together
     * @param exact whether every handle's problem was solved until it converged
     */
    record Solved(double[][] w, int factorisations, boolean exact) {}

    /** Starts from the weights without bounds: the first and largest factorisation is then shared by all handles. */
    Solved solveBounded(int threads, Progress progress) {
        double[][] start = solveUnbounded();
        for (double[] w : start) {
            for (int k = 0; k < w.length; k++) {
                w[k] = w[k] < -MIN_VIOLATION ? 0 : w[k] > 1 + MIN_VIOLATION ? 1 : 0.5;
            }
        }
        Solved solved = solveBounded(start, threads, progress);
        return new Solved(solved.w(), solved.factorisations() + 1, solved.exact());
    }

    /** @param start initial weights, one array per handle */
    Solved solveBounded(double[][] start, int threads, Progress progress) {
        BoxQuadratic problem = new BoxQuadratic(stiff, order, MAX_FINAL_CHANGE);
        double[][] w = new double[handles][];
        AtomicInteger done = new AtomicInteger();
        AtomicInteger steps = new AtomicInteger();
        AtomicBoolean allExact = new AtomicBoolean(true);
        AtomicBoolean stop = new AtomicBoolean();
        try (Workers workers = new Workers(threads)) {
            workers.forChunks(handles, 1, (chunk, j, end) -> {
                if (stop.get()) {
                    return;
                }
                BoxQuadratic.Solution solution = problem.solve(given(j), conditions.pull(q, j), first(start[j]));
                w[j] = solution.x();
                steps.addAndGet(solution.steps());
                allExact.compareAndSet(true, solution.exact());
                synchronized (progress) {
                    Progress.Step step =
                            new Progress.Step("weights", done.incrementAndGet(), handles, OptionalDouble.empty());
                    if (progress.report(step) == Progress.Answer.CANCEL) {
                        stop.set(true);
                    }
                }
            });
        }
        if (stop.get()) {
            throw new CancelledException();
        }
        return new Solved(w, steps.get(), allExact.get());
    }

    /** The smoothest weights without bounds, clamped to 0–1: one factorisation for all handles. */
    Solved solveClamped() {
        double[][] w = solveUnbounded();
        for (double[] x : w) {
            for (int k = 0; k < x.length; k++) {
                x[k] = Math.max(0, Math.min(1, x[k]));
            }
        }
        return new Solved(w, 1, true);
    }

    private double[][] solveUnbounded() {
        int n = domain.nodeCount();
        double[] held = given(0);
        int[] newIndex = new int[n];
        int free = 0;
        for (int k = 0; k < n; k++) {
            newIndex[k] = Double.isNaN(held[k]) ? free++ : -1;
        }
        double[] y = new double[Math.multiplyExact(free, handles)];
        double[][] w = new double[handles][n];
        for (int j = 0; j < handles; j++) {
            double[] given = given(j);
            double[] pull = conditions.pull(q, j);
            for (int k = 0; k < n; k++) {
                w[j][k] = newIndex[k] >= 0 ? 0 : given[k];
            }
            for (int k = 0; k < n; k++) {
                if (newIndex[k] >= 0) {
                    y[j * free + newIndex[k]] = pull[k] - stiff.rowTimes(k, w[j]);
                }
            }
        }
        int[] part = Arrays.stream(order)
                .filter(k -> newIndex[k] >= 0)
                .map(k -> newIndex[k])
                .toArray();
        BoxQuadratic.factor(stiff.principal(newIndex, free), part).solveColumns(y, handles);
        for (int j = 0; j < handles; j++) {
            for (int k = 0; k < n; k++) {
                w[j][k] = newIndex[k] >= 0 ? y[j * free + newIndex[k]] : w[j][k];
            }
        }
        return w;
    }

    /** The prescribed weights of all handles, NaN where they are unknown. */
    double[][] given() {
        double[][] all = new double[handles][];
        Arrays.setAll(all, this::given);
        return all;
    }

    private double[] given(int j) {
        double[] given = conditions.given(domain.nodeCount(), j);
        for (int k = 0; k < given.length; k++) {
            given[k] = loose[k] ? 0 : given[k];
        }
        return given;
    }

    private double[] first(double[] start) {
        double[] first = new double[domain.nodeCount()];
        for (int k = 0; k < first.length; k++) {
            first[k] = start[k] < BOUND_TOLERANCE ? 0 : start[k] > 1 - BOUND_TOLERANCE ? 1 : 0.5;
        }
        return first;
    }

    boolean[] loose() {
        return loose;
    }

    /** The connected parts of a domain. */
    private static final class NodeComponents {
        private NodeComponents() {}

        /** Nodes of components without a handle: their weights are not determined. */
        static boolean[] withoutConditions(Domain domain, Conditions conditions) {
            int n = domain.nodeCount();
            boolean[] reached = new boolean[n];
            Deque<Integer> open = new ArrayDeque<>();
            for (int node : conditions.nodes()) {
                reached[node] = true;
                open.push(node);
            }
            int[] starts = domain.stiffness().starts();
            int[] indices = domain.stiffness().indices();
            while (!open.isEmpty()) {
                int k = open.pop();
                for (int e = starts[k]; e < starts[k + 1]; e++) {
                    if (!reached[indices[e]]) {
                        reached[indices[e]] = true;
                        open.push(indices[e]);
                    }
                }
            }
            boolean[] loose = new boolean[n];
            for (int k = 0; k < n; k++) {
                loose[k] = !reached[k];
            }
            return loose;
        }
    }
}
