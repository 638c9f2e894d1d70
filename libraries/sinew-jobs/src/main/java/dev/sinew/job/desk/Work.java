package dev.sinew.job.desk;

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

/** One job at a desk: tells what is going on, measures how long it takes, stops when asked to. */
public final class Work {
    private final Desk desk;
    private final Map<String, Double> seconds = new LinkedHashMap<>();

    Work(Desk desk) {
        this.desk = desk;
    }

    /**
     * Does a part of the job.
     *
     * @param name what {@code seconds} calls it; parts of the same name add up
     * @param what what the person who waits is told
     */
    public <T> T stage(String name, String what, Supplier<T> part) {
        stopIfAsked();
        desk.watcher().stage(name, what);
        long start = System.nanoTime();
        T result = part.get();
        seconds.merge(name, (System.nanoTime() - start) * 1e-9, Double::sum);
        return result;
    }

    /** A part that puts files into place: whoever ends the process waits for its end. */
    public <T> T writing(String name, String what, Supplier<T> part) {
        return stage(name, what, () -> desk.watcher().whileWriting(part));
    }

    /** The same with nothing to hand back. */
    public void writing(String name, String what, Runnable part) {
        writing(name, what, () -> {
            part.run();
            return what;
        });
    }

    public void stopIfAsked() {
        if (desk.watcher().cancelled()) {
            throw new CancelledException();
        }
    }

    /** A sentence that names fields, in the words of the person who looks on. */
    public String said(String sentence) {
        return Words.said(sentence, desk.watcher()::named);
    }

    /** For the solvers. */
    public Progress progress() {
        return new Progress() {
            @Override
            public Answer report(Step step) {
                desk.watcher().step(step);
                return desk.watcher().cancelled() ? Answer.CANCEL : Answer.CONTINUE;
            }

            @Override
            public void look(Iterate iterate) {
                desk.watcher().look(iterate);
            }
        };
    }

    /** The machines that run the passes of a fit, where this one does not. */
    @SuppressWarnings("exports")
    public Optional<RemoteVertices> remote() {
        return desk.remote();
    }

    public Workers workers() {
        return desk.workers();
    }

    public int threads() {
        return desk.threads();
    }

    /** Where an output of the request really goes. */
    public Path place(Path output) {
        return desk.place(output);
    }

    /** An output that is put into place at the very end. */
    public PendingFile pending(Path output) {
        return new PendingFile(place(output), desk.watcher());
    }

    /** Seconds by part of the job, in the order they came; grows until the job is done. */
    public Map<String, Double> seconds() {
        return Collections.unmodifiableMap(seconds);
    }

    /** Writes what was solved for. */
    @FunctionalInterface
    public interface Writer<S> {
        WrittenModel write(S solved, Path file);
    }

    /** Reads the file and says what was made. */
    @FunctionalInterface
    public interface Measurer<S, M> {
        M measured(S solved, WrittenModel written, Path file);
    }

    /**
     * How every model comes about: solved for, written under another name, read back from there and measured, and only then moved into place. So the
     * reported error is that of the file, and a job that is stopped leaves nothing behind.
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
