package dev.sinew.cli.console;

import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobListener;
import dev.sinew.job.run.JobRun;
import dev.sinew.run.Progress.Step;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One run of a command: the context of its job, its progress and its summary. */
public final class Session implements AutoCloseable {
    private final Environment environment;
    private final Manners manners;
    private final ProgressDisplay display;
    private final JobContext context;
    private final JobRun run;

    /** @param naming from a field of a request to its option */
    public Session(Environment environment, Manners manners, UnaryOperator<String> naming) {
        this.environment = environment;
        this.manners = manners;
        this.display = manners.quiet() ? ProgressDisplay.NONE : ProgressDisplay.on(environment);
        this.context =
                new JobContext(manners.threads(), new ConsoleWatcher(display, environment.interruption(), naming));
        this.run = context.begin();
    }

    public JobContext context() {
        return context;
    }

    /** For what the command does besides its job. */
    public JobRun run() {
        return run;
    }

    /** Prints the summary; with {@code --quiet} only its warnings. */
    public void summary(ResultSummary summary) {
        display.clear();
        if (manners.quiet()) {
            summary.printWarnings(environment.err(), environment.coloursErrors());
        } else {
            print(summary);
        }
    }

    /** Prints what the user asked for, even with {@code --quiet}, unless JSON replaces it. */
    public void answer(ResultSummary summary) {
        display.clear();
        if (!manners.quiet() || !manners.jsonToStandardOut()) {
            print(summary);
        }
    }

    private void print(ResultSummary summary) {
        if (manners.jsonToStandardOut()) {
            summary.print(environment.err(), environment.coloursErrors());
        } else {
            summary.print(environment.out(), environment.coloursOutput());
        }
    }

    /** Writes the JSON of {@code --json}, if it is given. */
    public void report(Supplier<?> tree) {
        manners.json().ifPresent(target -> target.write(tree.get(), environment));
    }

    @Override
    public void close() {
        display.close();
        context.close();
    }

    /** Shows the progress of a job, and stops it on Ctrl-C. */
    private record ConsoleWatcher(ProgressDisplay display, Interruption interruption, UnaryOperator<String> naming)
            implements JobListener {
        @Override
        public void stage(String name, String what) {
            display.stage(name, what);
        }

        @Override
        public void step(Step step) {
            display.step(step);
        }

        @Override
        public boolean cancelled() {
            return interruption.requested();
        }

        @Override
        public String named(String field) {
            return naming.apply(field);
        }

        @Override
        public <T> T whileWriting(Supplier<T> action) {
            return interruption.whileWriting(action);
        }

        @Override
        public void unfinished(Path file) {
            interruption.addUnfinished(file);
        }

        @Override
        public void finished(Path file) {
            interruption.removeUnfinished(file);
        }
    }

    /**
     * The general options of a run.
     *
     * @param quiet no progress, no summary, only warnings
     * @param json the destination of the JSON, if any
     */
    public record Manners(int threads, boolean quiet, Optional<JsonTarget> json) {
        boolean jsonToStandardOut() {
            return json.filter(target -> target.file().isEmpty()).isPresent();
        }
    }
}
