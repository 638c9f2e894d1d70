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

/** The smoothest weights at the nodes of a domain, a handle at a time, the handles in parallel. */
final class NodeWeights {
    /** Nearer to a bound than this, a coarse solution is taken to be at it. */
    private static final double AT_BOUND = 1e-9;
    /** Without bounds, weights beyond them by this much are taken to be at them; nearer ones swing about 0 far away, and are let go. */
    private static final double BROKEN = 1e-6;
    /**
     * Weights that move by less in a step are done: the steps after that are many and small. Against going on to the end, cheburashka's
     * weights on its surface are then off by 0.006 at most (half of the factorisations), in its volume by 0.03 in the ears, whose
     * weights hardly change the energy, and by 0.005 root mean square.
     */
    private static final double STILL = 1e-3;

    private final Domain domain;
    private final Conditions conditions;
    private final int handles;
    private final boolean[] loose;
    private final SparseMatrix q;
    private final SparseMatrix stiff;
    private final int[] order;

    /** @param order how the matrix is eliminated: nodes inside a volume, or on a surface */
    NodeWeights(Domain domain, Conditions conditions, int handles, Order order) {
        this.domain = domain;
        this.conditions = conditions;
        this.handles = handles;
        this.loose = NodeComponents.withoutConditions(domain, conditions);
        double[] inverseMass = Arrays.stream(domain.mass()).map(m -> 1 / m).toArray();
        SparseMatrix l = domain.stiffness();
        // YLWXG19 eq. 6: Q = L·M⁻¹·L
        this.q = l.times(l.scaledRows(inverseMass));
        this.stiff = conditions.stiffened(q);
        this.order = order == Order.SOLID ? NestedDissection.of(stiff, domain.xyz()) : SparseCholesky.orderOf(stiff);
    }

    /** What the nodes fill. */
    enum Order {
        SOLID,
        SHEET
    }

    /**
     * @param w a handle each, every number from 0 to 1
     * @param factorisations it took, all handles together
     * @param exact whether every handle's problem was solved to the end
     */
    record Solved(double[][] w, int factorisations, boolean exact) {}

    /** From the weights without bounds on: the first factorisation, the largest one, is then shared by all handles. */
    Solved bounded(int threads, Progress progress) {
        double[][] start = unbounded();
        for (double[] w : start) {
            for (int k = 0; k < w.length; k++) {
                w[k] = w[k] < -BROKEN ? 0 : w[k] > 1 + BROKEN ? 1 : 0.5;
            }
        }
        Solved solved = bounded(start, threads, progress);
        return new Solved(solved.w(), solved.factorisations() + 1, solved.exact());
    }

    /** @param start where to look first, a handle each */
    Solved bounded(double[][] start, int threads, Progress progress) {
        BoxQuadratic problem = new BoxQuadratic(stiff, order, STILL);
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

    /** The smoothest weights without bounds, cut off at 0 and 1: one factorisation for all handles. */
    Solved clipped() {
        double[][] w = unbounded();
        for (double[] x : w) {
            for (int k = 0; k < x.length; k++) {
                x[k] = Math.max(0, Math.min(1, x[k]));
            }
        }
        return new Solved(w, 1, true);
    }

    private double[][] unbounded() {
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

    /** The given weights of all handles, NaN where they are sought. */
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
            first[k] = start[k] < AT_BOUND ? 0 : start[k] > 1 - AT_BOUND ? 1 : 0.5;
        }
        return first;
    }

    boolean[] loose() {
        return loose;
    }

    /** The connected parts of a domain. */
    private static final class NodeComponents {
        private NodeComponents() {}

        /** Nodes of parts that no handle holds: no smoothness says anything about their weights. */
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
