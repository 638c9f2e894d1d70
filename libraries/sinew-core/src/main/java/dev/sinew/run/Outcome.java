package dev.sinew.run;

/** How a solver's loop ended. */
public enum Outcome {
    /** Further iterations would not have paid. */
    CONVERGED,
    /** The bound on iterations came first. */
    ITERATION_LIMIT,
    /** The error asked for cannot be had; the model is the best that was found. */
    TARGET_NOT_REACHED
}
