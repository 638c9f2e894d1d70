package dev.sinew.run;

import java.util.List;
import java.util.Objects;

/**
 * What a solver hands back: the model, how the loop ended and what is worth knowing about the run.
 *
 * @param iterations iterations of the final run
 * @param convergence the minimised metric after each iteration
 * @param notes sentences for the user, such as bones that were dropped
 */
public record Fitted<M>(M model, Outcome outcome, int iterations, double[] convergence, List<String> notes) {
    public Fitted {
        Objects.requireNonNull(model);
        Objects.requireNonNull(outcome);
        notes = List.copyOf(notes);
    }

    /** The same run, its model in another form. */
    public <N> Fitted<N> with(N other) {
        return new Fitted<>(other, outcome, iterations, convergence, notes);
    }
}
