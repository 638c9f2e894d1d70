package dev.sinew.cli.console;

import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Watcher;
import dev.sinew.job.desk.Work;
import dev.sinew.run.Progress.Step;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One run of a verb: the desk its job works at, and what it says on the way and in the end. */
public final class Session implements AutoCloseable {
    private final Environment environment;
    private final Manners manners;
    private final ProgressDisplay display;
    private final Desk desk;
    private final Work work;

    /** @param naming what the command line calls a field of a request */
    public Session(Environment environment, Manners manners, UnaryOperator<String> naming) {
        this.environment = environment;
        this.manners = manners;
        this.display = manners.quiet() ? ProgressDisplay.NONE : ProgressDisplay.on(environment);
        this.desk = new Desk(manners.threads(), new ConsoleWatcher(display, environment.interruption(), naming));
        this.work = desk.begin();
    }

    public Desk desk() {
        return desk;
    }

    /** What the verb does besides its job. */
    public Work work() {
        return work;
    }

    /** The summary of work done; what was asked to be quiet says nothing. */
    public void summary(Sheet sheet) {
        display.clear();
        if (!manners.quiet()) {
            sheet.print(summaryStream());
        }
    }

    /** The answer to a question: printed even when quiet, unless the JSON takes its place. */
    public void answer(Sheet sheet) {
        display.clear();
        if (!manners.quiet() || !manners.jsonToStandardOut()) {
            sheet.print(summaryStream());
        }
    }

    private PrintStream summaryStream() {
        return manners.jsonToStandardOut() ? environment.err() : environment.out();
    }

    /** Writes the report where {@code --json} wants it, if it does. */
    public void report(Supplier<?> tree) {
        manners.json().ifPresent(target -> target.write(tree.get(), environment));
    }

    @Override
    public void close() {
        display.close();
        desk.close();
    }

    /** Shows on the console how far a job is, and stops it on Ctrl-C. */
    private record ConsoleWatcher(ProgressDisplay display, Interruption interruption, UnaryOperator<String> naming)
            implements Watcher {
        @Override
        public void stage(String name, String what) {
            display.stage(what);
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
        public <T> T whileWriting(Supplier<T> work) {
            return interruption.whileWriting(work);
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
     * How a run is to behave.
     *
     * @param quiet no progress and no summary
     * @param json where the report goes, if anywhere
     */
    public record Manners(int threads, boolean quiet, boolean debug, Optional<JsonTarget> json) {
        boolean jsonToStandardOut() {
            return json.filter(target -> target.file().isEmpty()).isPresent();
        }
    }
}
