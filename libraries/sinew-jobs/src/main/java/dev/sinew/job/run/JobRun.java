package dev.sinew.job.run;

import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.Words;
import dev.sinew.platform.Workers;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Progress;
import dev.sinew.run.Progress.Answer;
import dev.sinew.solve.sequence.RemoteVertices;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One run of a job: reports its stages, measures their time, and stops when it is cancelled. */
public final class JobRun {
    private final JobContext context;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    JobRun(JobContext context) {
        this.context = context;
    }

    /**
     * Runs a stage of the job.
     *
     * @param name its name in {@code seconds}; stages of the same name add up
     * @param what in words, for a person
     */
    public <T> T stage(String name, String what, Supplier<T> part) {
        stopIfAsked();
        context.watcher().stage(name, what);
        long start = System.nanoTime();
        T result = part.get();
        seconds.merge(name, (System.nanoTime() - start) * 1e-9, Double::sum);
        return result;
    }

    /** A stage that moves files into place; the process must not end before it is done. */
    public <T> T writing(String name, String what, Supplier<T> part) {
        return stage(name, what, () -> context.watcher().whileWriting(part));
    }

    /** The same without a result. */
    public void writing(String name, String what, Runnable part) {
        writing(name, what, () -> {
            part.run();
            return what;
        });
    }

    public void stopIfAsked() {
        if (context.watcher().cancelled()) {
            throw new CancelledException();
        }
    }

    /** A sentence with the front end's names for fields. */
    public String said(String sentence) {
        return Words.said(sentence, context.watcher()::named);
    }

    /** For the solvers. */
    public Progress progress() {
        return new Progress() {
            @Override
            public Answer report(Step step) {
                context.watcher().step(step);
                return context.watcher().cancelled() ? Answer.CANCEL : Answer.CONTINUE;
            }

            @Override
            public void preview(Iterate iterate) {
                context.watcher().preview(iterate);
            }
        };
    }

    /** The machines that run the passes of a fit, where this one does not. */
    @SuppressWarnings("exports")
    public Optional<RemoteVertices> remote() {
        return context.remote();
    }

    public Workers workers() {
        return context.workers();
    }

    public int threads() {
        return context.threads();
    }

    /** The path of an output. */
    public Path place(Path output) {
        return context.place(output);
    }

    /** An output that is moved into place at the very end. */
    public PendingFile pending(Path output) {
        return new PendingFile(place(output), context.watcher());
    }

    /** Seconds by part of the job, in the order they came; grows until the job is done. */
    public Map<String, Double> seconds() {
        return Collections.unmodifiableMap(seconds);
    }

    /** Writes the solution. */
    @FunctionalInterface
    public interface Writer<S> {
        WrittenModel write(S solved, Path file);
    }

    /** Reads the file back and measures it. */
    @FunctionalInterface
    public interface Measurer<S, M> {
        M measured(S solved, WrittenModel written, Path file);
    }

    /**
     * Makes a model: solves, writes to a temporary file, reads it back, measures it, and moves it into place. So the reported error is that
     * of the file, and a cancelled job leaves no files behind.
     *
     * @param doing what the progress display says while the solver runs
     */
    public <S, M> M make(Path output, String doing, Supplier<S> solver, Writer<S> writer, Measurer<S, M> measurer) {
        try (PendingFile file = pending(output)) {
            S solved = stage("solve", doing, solver);
            WrittenModel written = writing("write", "writing " + output, () -> writer.write(solved, file.path()));
            M made = stage("measure", "measuring " + output, () -> measurer.measured(solved, written, file.path()));
            stopIfAsked();
            file.commit();
            return made;
        }
    }
}
