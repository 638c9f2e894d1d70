package dev.sinew.compress;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** D and A during the solve: LD13 Algorithm 1, line by line. */
final class Factorisation {
    /** Rounds per iteration are cheap; two achieve almost as much as five. */
    private static final int DICTIONARY_ROUNDS = 2;

    private final Fitness fitness;
    private final Atoms atoms;
    private final Coefficients a;
    private final CoefficientUpdate coefficients;
    private final DictionaryUpdate dictionary;

    /** Lines 1 and 2. */
    Factorisation(Fitness fitness, VertexGraph graph, int maxElements, Workers workers) {
        this.fitness = fitness;
        atoms = new Atoms(fitness.boneCount(), maxElements);
        a = new Coefficients(fitness.vertexCount());
        coefficients = new CoefficientUpdate(fitness, graph, atoms, a, workers);
        dictionary = new DictionaryUpdate(fitness, atoms, a);
        addFirstAtoms();
        coefficients.sweep();
    }

    /** The weights of largest norm, and those with the smallest product with them. */
    private void addFirstAtoms() {
        int longest = extreme(i -> dot(i, i));
        atoms.add(fitness.targets(), longest * fitness.boneCount());
        if (fitness.vertexCount() > 1) {
            int farthest = extreme(i -> -dot(i, longest));
            atoms.add(fitness.targets(), farthest * fitness.boneCount());
            Arrays.fill(a.second, 1);
        }
    }

    private int extreme(IntToDoubleFunction value) {
        int best = 0;
        for (int i = 1; i < fitness.vertexCount(); i++) {
            best = value.applyAsDouble(i) > value.applyAsDouble(best) ? i : best;
        }
        return best;
    }

    private double dot(int i, int j) {
        int k = fitness.boneCount();
        double sum = 0;
        for (int z = 0; z < k; z++) {
            sum += fitness.targets()[i * k + z] * fitness.targets()[j * k + z];
        }
        return sum;
    }

    /** Lines 4 to 8: the weights of the worst vertex become an atom, {@code count} times. */
    void addAtoms(int count) {
        WorstVertex worst = new WorstVertex(a.squaredErrors);
        for (int t = 0; t < count; t++) {
            int p = worst.get();
            int atom = atoms.add(fitness.targets(), p * fitness.boneCount());
            coefficients.spreadFrom(p, atom, worst);
        }
    }

    /** Lines 10 to 13; unused atoms move to the worst vertices. */
    void improve() {
        reseedUnused();
        dictionary.run(DICTIONARY_ROUNDS);
        coefficients.sweep();
    }

    /** Like {@link #improve}, after rest pose and bones have adapted. */
    void settle() {
        fitness.adapt(this);
        improve();
    }

    private void reseedUnused() {
        boolean[] used = new boolean[atoms.count()];
        for (int i = 0; i < a.first.length; i++) {
            used[a.first[i]] = true;
            used[a.second[i]] = true;
        }
        WorstVertex worst = null;
        for (int j = 0; j < used.length; j++) {
            if (!used[j]) {
                worst = worst == null ? new WorstVertex(a.squaredErrors) : worst;
                int p = worst.get();
                atoms.set(j, fitness.targets(), p * fitness.boneCount());
                coefficients.spreadFrom(p, j, worst);
            }
        }
    }

    /**
     * Dα_i.
     *
     * @param x k numbers, modified
     */
    void weightsOf(int i, double[] x) {
        int k = fitness.boneCount();
        for (int z = 0; z < k; z++) {
            x[z] = a.alpha[i] * atoms.values()[a.first[i] * k + z]
                    + (1 - a.alpha[i]) * atoms.values()[a.second[i] * k + z];
        }
    }

    double metric() {
        return fitness.metric(a.squaredSum());
    }

    Atoms atoms() {
        return atoms;
    }

    Coefficients coefficients() {
        return a;
    }

    /** Selects the two atoms of every vertex (LD13 §3.4), assuming that neighbours prefer similar ones. */
    private static final class CoefficientUpdate {
        /** A relative decrease of the error below this does not count. */
        private static final double MIN_RELATIVE_GAIN = 1e-6;

        /** Maximum visits of a traversal, so that it ends despite rounding; usually some dozens. */
        private static final int VISITS_PER_VERTEX = 8;

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
         * LD13 Algorithm 2 from vertex p, which gets {@code atom}: depth first, with an explicit stack, because a million vertices would
         * overflow the thread's.
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
            for (long visits = (long) VISITS_PER_VERTEX * graph.vertexCount(); top > 0 && visits > 0; visits--) {
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

        /** Line 4 and line 1: takes the best pair out of {r, s, ρ_j, σ_j} if it is better. */
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
            if (!(before - search.squaredError() > MIN_RELATIVE_GAIN * Math.abs(before))) {
                return false;
            }
            a.set(j, search);
            return true;
        }

        private boolean holds(int j, int atom) {
            return a.first[j] == atom || a.second[j] == atom;
        }

        /**
         * Updates all vertices for changed atoms: α_i, E_i, and better pairs among the atoms of vertices up to two edges away. NOTE: LD13
         * lines 11–13 start Algorithm 2 from every vertex. Trying all pairs of the neighbourhood's atoms instead of six leaves a fifth less
         * error in a third of the time (docs/decisions/index.md). All vertices read the previous pairs, so threads do not change the result.
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

    /** Optimises each atom in turn for the vertices that use it (LD13 §3.3). */
    static final class DictionaryUpdate {
        private final Coefficients a;
        private final Atoms atoms;
        private final int boneCount;
        private final Fitness.AtomStep step;

        DictionaryUpdate(Fitness fitness, Atoms atoms, Coefficients a) {
            this.a = a;
            this.atoms = atoms;
            this.boneCount = fitness.boneCount();
            this.step = fitness.atomStep();
        }

        /** @param rounds passes over all atoms, each using those updated before it */
        void run(int rounds) {
            int[] starts = starts();
            long[] users = users(starts);
            for (int round = 0; round < rounds; round++) {
                for (int j = 0; j < atoms.count(); j++) {
                    update(j, users, starts[j], starts[j + 1]);
                }
            }
        }

        private void update(int j, long[] users, int from, int to) {
            step.begin();
            for (int at = from; at < to; at++) {
                int i = (int) users[at];
                double alpha = a.first[i] == j ? a.alpha[i] : 1 - a.alpha[i];
                step.add(i, alpha, atoms.values(), (int) (users[at] >>> 32) * boneCount);
            }
            // An atom without users stays unchanged until it is moved.
            step.solve(atoms, j * boneCount);
        }

        /** Offsets of the users of each atom; a vertex with only one atom counts once. */
        private int[] starts() {
            int[] starts = new int[atoms.count() + 1];
            for (int i = 0; i < a.first.length; i++) {
                starts[a.first[i] + 1]++;
                if (a.second[i] != a.first[i]) {
                    starts[a.second[i] + 1]++;
                }
            }
            for (int j = 0; j < atoms.count(); j++) {
                starts[j + 1] += starts[j];
            }
            return starts;
        }

        /** Users of each atom sorted by their other atom: that one in the upper half, the vertex in the lower. */
        private long[] users(int[] starts) {
            int[] ends = starts.clone();
            long[] users = new long[starts[atoms.count()]];
            for (int i = 0; i < a.first.length; i++) {
                users[ends[a.first[i]]++] = (long) a.second[i] << 32 | i;
                if (a.second[i] != a.first[i]) {
                    users[ends[a.second[i]]++] = (long) a.first[i] << 32 | i;
                }
            }
            for (int j = 0; j < atoms.count(); j++) {
                Arrays.sort(users, starts[j], starts[j + 1]);
            }
            return users;
        }
    }

    /** The coefficients A: vertex i is α_i of one atom and 1 − α_i of another; E_i² is its cost. */
    static final class Coefficients {
        final int[] first;
        final int[] second;
        final double[] alpha;
        final double[] squaredErrors;

        /** All vertices at atom 0. */
        Coefficients(int vertexCount) {
            first = new int[vertexCount];
            second = new int[vertexCount];
            alpha = new double[vertexCount];
            squaredErrors = new double[vertexCount];
        }

        /** Stores the result of a search for vertex i. */
        void set(int i, PairSearch found) {
            first[i] = found.first();
            second[i] = found.second();
            alpha[i] = found.alpha();
            squaredErrors[i] = found.squaredError();
        }

        /** May be negative: LD13 eq. 7 subtracts the cost of convex weights, and Dα is only affine. */
        double squaredSum() {
            double sum = 0;
            for (double e : squaredErrors) {
                sum += e;
            }
            return sum;
        }
    }

    /** The vertex with the largest error while errors change one by one: a tournament tree, O(log n) per change. */
    static final class WorstVertex {
        private final double[] errors;
        private final int leaves;
        /** Winner of each match; the leaves are the vertices. */
        private final int[] winners;

        /** @param errors one per vertex, kept; report every later change with {@link #changed} */
        WorstVertex(double[] errors) {
            this.errors = errors;
            leaves = Integer.highestOneBit(Math.max(1, errors.length - 1)) * 2;
            winners = new int[leaves];
            for (int match = leaves - 1; match > 0; match--) {
                play(match);
            }
        }

        private void play(int match) {
            int a = winner(2 * match);
            int b = winner(2 * match + 1);
            winners[match] = b < errors.length && errors[b] > errors[a] ? b : a;
        }

        private int winner(int place) {
            return place >= leaves ? place - leaves : winners[place];
        }

        void changed(int i) {
            for (int match = (leaves + i) / 2; match > 0; match /= 2) {
                play(match);
            }
        }

        int get() {
            return winners[1];
        }
    }
}
