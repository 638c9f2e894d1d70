package dev.sinew.run;

import java.util.OptionalDouble;

/** Hears how a solver gets on, and may stop it. Called from the solver's thread, a few times per second at most. */
@FunctionalInterface
public interface Progress {
    /** Hears nothing, never stops. */
    Progress SILENT = step -> Answer.CONTINUE;

    Answer report(Step step);

    /**
     * The mesh as it is just now, for whoever wants to see it. Called between steps by solvers that can tell; who does not look pays
     * nothing.
     *
     * @param iterate holds only during the call
     */
    default void look(Iterate iterate) {}

    /**
     * What every solver calls where it may be stopped.
     *
     * @throws CancelledException where the answer is to cancel
     */
    default void say(String stage, int iteration, int iterations, double error) {
        say(new Step(stage, iteration, iterations, OptionalDouble.of(error)));
    }

    /** The same before there is an error. */
    default void say(String stage, int iteration, int iterations) {
        say(new Step(stage, iteration, iterations, OptionalDouble.empty()));
    }

    private void say(Step step) {
        if (report(step) == Answer.CANCEL) {
            throw new CancelledException();
        }
    }

    /** What a solver has so far. */
    interface Iterate {
        int frameCount();

        /** Positions of a frame, 3N, in the sequence's own units. */
        float[] pose(int frame);
    }

    /** What the solver does next. */
    enum Answer {
        CONTINUE,
        /** Ends the run with a {@link CancelledException}; nothing is handed back. */
        CANCEL
    }

    /**
     * Where a solver stands.
     *
     * @param stage what is going on, in a word or two
     * @param iteration finished iterations of this stage
     * @param iterations the most there can be
     * @param error current value of the metric the verb minimises; nothing before there is one
     */
    record Step(String stage, int iteration, int iterations, OptionalDouble error) {}
}
