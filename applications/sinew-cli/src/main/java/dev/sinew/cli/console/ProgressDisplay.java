package dev.sinew.cli.console;

import dev.sinew.run.Progress.Step;

/** Shows a person how far a run has come. */
public interface ProgressDisplay extends AutoCloseable {
    /** Shows nothing. */
    ProgressDisplay NONE = new ProgressDisplay() {
        @Override
        public void stage(String what) {}

        @Override
        public void step(Step step) {}

        @Override
        public void clear() {}

        @Override
        public void close() {}
    };

    /** Something without countable steps begins, such as reading a file. */
    void stage(String what);

    /** A solver has come a step further. */
    void step(Step step);

    /** Whatever is shown for the moment only goes away; called before anything else is printed. */
    void clear();

    /** Nothing is shown any more. */
    @Override
    void close();

    /** A bar on a terminal, lines in a file or a pipe, values for a program. */
    static ProgressDisplay on(Environment environment) {
        if (environment.caller().isPresent()) {
            return new CallerProgress(environment.caller().get());
        }
        return environment.terminalColumns().isPresent()
                ? new ProgressBar(
                        environment.err(), environment.terminalColumns().getAsInt(), System::nanoTime)
                : ProgressLines.on(environment.err());
    }
}
