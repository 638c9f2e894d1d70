package dev.sinew.run;

import java.util.OptionalDouble;

/** Receives progress reports of a solver and can cancel it. Called on the solver's thread, at most a few times per second. */
@FunctionalInterface
public interface Progress {
    /** Ignores reports and never cancels. */
    Progress SILENT = step -> Answer.CONTINUE;

    Answer report(Step step);

    /**
     * Receives the current mesh between steps, from solvers that support previews. Costs nothing unless a pose is read.
     *
     * @param iterate valid only during the call
     */
    default void preview(Iterate iterate) {}

    /**
     * Called by solvers wherever they can be cancelled.
     *
     * @throws CancelledException if the answer is to cancel
     */
    default void update(String stage, int iteration, int iterations, double error) {
        update(new Step(stage, iteration, iterations, OptionalDouble.of(error)));
    }

    /** The same before an error is known. */
    default void update(String stage, int iteration, int iterations) {
        update(new Step(stage, iteration, iterations, OptionalDouble.empty()));
    }

    private void update(Step step) {
        if (report(step) == Answer.CANCEL) {
            throw new CancelledException();
        }
    }

    /** The current state of a solver. */
    interface Iterate {
        int frameCount();

        /** Positions of a frame, 3N, in the sequence's own units. */
        float[] pose(int frame);
    }

    /** What the solver does next. */
    enum Answer {
        CONTINUE,
        /** Ends the run with a {@link CancelledException}; there is no result. */
        CANCEL
    }

    /**
     * The progress of a solver.
     *
     * @param stage current activity, in a word or two
     * @param iteration finished iterations of this stage
     * @param iterations maximum number of iterations
     * @param error current value of the minimised metric; empty if not known yet
     */
    record Step(String stage, int iteration, int iterations, OptionalDouble error) {}
}
