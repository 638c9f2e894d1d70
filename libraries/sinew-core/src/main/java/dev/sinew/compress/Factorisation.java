package dev.sinew.compress;

import dev.sinew.math.Workers;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;
import java.util.function.IntToDoubleFunction;

/** D and A on their way: LD13 Algorithm 1, line by line. */
final class Factorisation {
    /** The atoms listen to one another at little cost: two rounds an iteration do nearly what five would. */
    private static final int DICTIONARY_ROUNDS = 2;

    private final Fitness fitness;
    private final Atoms atoms;
    private final Coefficients a;
    private final CoefficientUpdate coefficients;
    private final DictionaryUpdate dictionary;

    /** Lines 1 and 2. */
    Factorisation(Fitness fitness, VertexGraph graph, int mostElements, Workers workers) {
        this.fitness = fitness;
        atoms = new Atoms(fitness.boneCount(), mostElements);
        a = new Coefficients(fitness.vertexCount());
        coefficients = new CoefficientUpdate(fitness, graph, atoms, a, workers);
        dictionary = new DictionaryUpdate(fitness, atoms, a);
        addFirstAtoms();
        coefficients.sweep();
    }

    /** The longest weights, and those that have least in common with them. */
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

    /** Lines 10 to 13; atoms that nobody uses move to the worst vertices. */
    void improve() {
        reseedUnused();
        dictionary.run(DICTIONARY_ROUNDS);
        coefficients.sweep();
    }

    /** Like {@link #improve}, after what is not weights has adapted to them. */
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
}
