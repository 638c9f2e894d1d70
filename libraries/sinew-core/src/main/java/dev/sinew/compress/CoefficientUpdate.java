package dev.sinew.compress;

import dev.sinew.math.Workers;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;

/** Chooses the two atoms of every vertex (LD13 §3.4), trusting that neighbours want similar ones. */
final class CoefficientUpdate {
    /** An error that falls by less than this part has not fallen. */
    private static final double NO_GAIN = 1e-6;

    /** Visits a traversal may make, so that it ends whatever rounding does; a usual one makes some dozens. */
    private static final int VISITS_A_VERTEX = 8;

    private static final int CHUNK = 256;

    private final Fitness fitness;
    private final VertexGraph graph;
    private final Atoms atoms;
    private final Coefficients a;
    private final Workers workers;
    private final PairSearch search;
    private int[] stack = new int[256];

    CoefficientUpdate(Fitness fitness, VertexGraph graph, Atoms atoms, Coefficients a, Workers workers) {
        this.fitness = fitness;
        this.graph = graph;
        this.atoms = atoms;
        this.a = a;
        this.workers = workers;
        this.search = new PairSearch(fitness);
    }

    /**
     * LD13 Algorithm 2 from vertex p, which gets {@code atom}: depth first, on a stack of its own since a million vertices
     * would overflow the thread's.
     */
    void spreadFrom(int p, int atom, WorstVertex worst) {
        search.begin(p, atoms);
        search.offer(atom);
        search.offer(a.first[p]);
        search.offer(a.second[p]);
        search.run();
        a.set(p, search);
        worst.changed(p);
        int top = 0;
        stack[top++] = p;
        for (long visits = (long) VISITS_A_VERTEX * graph.vertexCount(); top > 0 && visits > 0; visits--) {
            int i = stack[--top];
            for (int at = graph.start(i); at < graph.start(i + 1); at++) {
                int j = graph.neighbours()[at];
                if (improves(j, i)) {
                    worst.changed(j);
                    if (top == stack.length) {
                        stack = Arrays.copyOf(stack, 2 * top);
                    }
                    stack[top++] = j;
                }
            }
        }
    }

    /** Line 4 and line 1: the best pair out of {r, s, ρ_j, σ_j}, taken where it is better. */
    private boolean improves(int j, int i) {
        if (holds(j, a.first[i]) && holds(j, a.second[i])) {
            return false;
        }
        search.begin(j, atoms);
        search.offer(a.first[j]);
        search.offer(a.second[j]);
        search.offer(a.first[i]);
        search.offer(a.second[i]);
        search.run();
        double before = a.squaredErrors[j];
        if (!(before - search.squaredError() > NO_GAIN * Math.abs(before))) {
            return false;
        }
        a.set(j, search);
        return true;
    }

    private boolean holds(int j, int atom) {
        return a.first[j] == atom || a.second[j] == atom;
    }

    /**
     * All vertices anew for atoms that have changed: α_i, E_i, and better pairs out of those that the vertices up to two
     * edges away have. NOTE: LD13 lines 11–13 start Algorithm 2 from every vertex. Looking at all pairs of the
     * neighbourhood's atoms instead of six leaves a fifth less error in a third of the time (docs/decisions.md), and as
     * everyone looks at the pairs from before, threads may share the work without changing the result.
     */
    void sweep() {
        int[] first = a.first.clone();
        int[] second = a.second.clone();
        workers.forChunks(graph.vertexCount(), CHUNK, (chunk, from, to) -> {
            PairSearch own = new PairSearch(fitness);
            for (int i = from; i < to; i++) {
                own.begin(i, atoms);
                own.offer(first[i]);
                own.offer(second[i]);
                offerAround(own, i, first, second);
                own.run();
                a.set(i, own);
            }
        });
    }

    private void offerAround(PairSearch own, int i, int[] first, int[] second) {
        int[] neighbours = graph.neighbours();
        for (int at = graph.start(i); at < graph.start(i + 1); at++) {
            own.offer(first[neighbours[at]]);
            own.offer(second[neighbours[at]]);
        }
        for (int at = graph.start(i); at < graph.start(i + 1) && !own.isFull(); at++) {
            int j = neighbours[at];
            for (int beyond = graph.start(j); beyond < graph.start(j + 1); beyond++) {
                own.offer(first[neighbours[beyond]]);
                own.offer(second[neighbours[beyond]]);
            }
        }
    }
}
