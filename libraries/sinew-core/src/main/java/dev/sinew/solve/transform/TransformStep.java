package dev.sinew.solve.transform;

import dev.sinew.platform.Workers;

/**
 * How the bones follow from the weights: which transforms are allowed, and in which coordinates they are stored. T has four columns per
 * bone, one per component of ũ, 4B in total.
 */
public interface TransformStep {
    /** Rows of T. */
    int dimensions();

    /**
     * The best T for the summed weights and rest pose.
     *
     * @param previous previous bones, not modified; null if none exist
     */
    double[] solve(TransformEquations equations, double[] previous, Workers workers);

    /**
     * Projects T to the allowed transforms after an extrapolation.
     *
     * @param t may be modified
     */
    double[] allowed(double[] t, Workers workers);

    /** The products of T for the vertex step. */
    BoneForms forms(int boneCount, double[] t, Workers workers);
}
