package dev.sinew.run;

/** Hears how a solver gets on, and may stop it. Called from the solver's thread, a few times a second at most. */
@FunctionalInterface
public interface Progress {
    /** Hears nothing, never stops. */
    Progress SILENT = step -> Answer.CONTINUE;

    Answer report(Step step);

    /**
     * What every solver calls where it may be stopped.
     *
     * @throws CancelledException where the answer is to cancel
     */
    default void say(String stage, int iteration, int iterations, double error) {
        if (report(new Step(stage, iteration, iterations, error)) == Answer.CANCEL) {
            throw new CancelledException();
        }
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
     * @param error current value of the metric the verb minimises; NaN before there is one
     */
    record Step(String stage, int iteration, int iterations, double error) {}
}
