package dev.sinew.solve.transform;

import dev.sinew.platform.Workers;

/**
 * How the bones follow from the weights: which transforms are allowed, and in which coordinates they are kept. T has one
 * column for each of the four numbers of ũ a bone, 4B in all.
 */
public interface TransformStep {
    /** Rows of T. */
    int dimensions();

    /**
     * The best T this step knows, given the weights and rest pose that were summed up.
     *
     * @param previous where the bones were, not modified; null where there were none
     */
    double[] solve(TransformEquations equations, double[] previous, Workers workers);

    /**
     * T made one that is allowed, after it was extrapolated.
     *
     * @param t may be modified
     */
    double[] allowed(double[] t, Workers workers);

    /** What the vertex step needs to know of T. */
    BoneForms forms(int boneCount, double[] t, Workers workers);
}
