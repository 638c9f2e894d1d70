package dev.sinew.cli;

import dev.sinew.math.Workers;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Progress;
import dev.sinew.run.Progress.Answer;
import java.io.PrintStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** One run of a verb: shows what is going on, measures how long it takes, stops when Ctrl-C was pressed. */
final class Session implements AutoCloseable {
    private final Environment environment;
    private final CommonOptions options;
    private final ProgressDisplay display;
    private final Workers workers;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    Session(Environment environment, CommonOptions options) {
        this.environment = environment;
        this.options = options;
        this.display = options.quiet() ? ProgressDisplay.NONE : ProgressDisplay.on(environment);
        this.workers = new Workers(options.threads());
    }

    /**
     * Does a part of the run.
     *
     * @param name what {@code seconds} calls it; parts of the same name add up
     * @param what what the person who waits is told
     */
    <T> T stage(String name, String what, Supplier<T> work) {
        stopIfAsked();
        display.stage(what);
        long start = System.nanoTime();
        T result = work.get();
        seconds.merge(name, (System.nanoTime() - start) * 1e-9, Double::sum);
        return result;
    }

    /** A part that puts files into place: Ctrl-C waits for its end. */
    <T> T writing(String name, String what, Supplier<T> work) {
        return stage(name, what, () -> environment.interruption().whileWriting(work));
    }

    void stopIfAsked() {
        if (environment.interruption().requested()) {
            throw new CancelledException();
        }
    }

    /** For the solvers. */
    Progress progress() {
        return step -> {
            display.step(step);
            return environment.interruption().requested() ? Answer.CANCEL : Answer.CONTINUE;
        };
    }

    Workers workers() {
        return workers;
    }

    Interruption interruption() {
        return environment.interruption();
    }

    /** Seconds by part of the run, in the order they came. */
    Map<String, Double> seconds() {
        return Collections.unmodifiableMap(seconds);
    }

    /** The summary of work done; what was asked to be quiet says nothing. */
    void summary(Sheet sheet) {
        display.clear();
        if (!options.quiet()) {
            sheet.print(summaryStream());
        }
    }

    /** The answer to a question: printed even when quiet, unless the JSON takes its place. */
    void answer(Sheet sheet) {
        display.clear();
        if (!options.quiet() || !options.jsonToStandardOut()) {
            sheet.print(summaryStream());
        }
    }

    private PrintStream summaryStream() {
        return options.jsonToStandardOut() ? environment.err() : environment.out();
    }

    /** Writes the report where {@code --json} wants it, if it does. */
    void report(Supplier<?> tree) {
        options.json().ifPresent(target -> Json.write(tree.get(), target, environment.out()));
    }

    @Override
    public void close() {
        display.close();
        workers.close();
    }
}
