package dev.sinew.run;

/** How a solver's loop ended. */
public enum Outcome {
    /** The tolerance was reached. */
    CONVERGED,
    /** The maximum number of iterations was reached. */
    ITERATION_LIMIT,
    /** The requested error cannot be reached; the model is the best one found. */
    TARGET_NOT_REACHED
}
