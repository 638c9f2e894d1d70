package dev.sinew.run;

import java.util.List;
import java.util.Objects;

/**
 * The result of a solver: the model, how the loop ended and notes about the run.
 *
 * @param iterations iterations of the final run
 * @param convergence the minimised metric after each iteration
 * @param notes sentences for the user, such as removed bones
 */
public record SolveResult<M>(M model, Outcome outcome, int iterations, double[] convergence, List<String> notes) {
    public SolveResult {
        Objects.requireNonNull(model);
        Objects.requireNonNull(outcome);
        notes = List.copyOf(notes);
    }

    /** The same result with another model. */
    public <N> SolveResult<N> with(N other) {
        return new SolveResult<>(other, outcome, iterations, convergence, notes);
    }
}
