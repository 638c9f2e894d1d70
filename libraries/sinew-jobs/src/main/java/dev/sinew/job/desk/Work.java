package dev.sinew.job.desk;

import dev.sinew.job.form.Words;
import dev.sinew.math.Workers;
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
}
