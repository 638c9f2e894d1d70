package dev.sinew.job.desk;

import dev.sinew.platform.Workers;
import dev.sinew.solve.sequence.RemoteVertices;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** Where a job works: with so many threads, under the eyes of a watcher, its outputs going into a folder. */
public final class Desk implements AutoCloseable {
    private final Workers workers;
    private final Watcher watcher;
    private final Path folder;
    private final Optional<RemoteVertices> remote;

    /** @param folder what relative outputs are relative to */
    public Desk(int threads, Watcher watcher, Path folder) {
        this(new Workers(threads), watcher, folder, Optional.empty());
    }

    private Desk(Workers workers, Watcher watcher, Path folder, Optional<RemoteVertices> remote) {
        this.workers = workers;
        this.watcher = Objects.requireNonNull(watcher);
        this.folder = Objects.requireNonNull(folder);
        this.remote = remote;
    }

    /** The same with other machines that run the passes of a fit over its vertices; closing either closes both. */
    @SuppressWarnings("exports")
    public Desk with(RemoteVertices machines) {
        return new Desk(workers, watcher, folder, Optional.of(machines));
    }

    /** The machines that run the passes of a fit, where this one does not. */
    Optional<RemoteVertices> remote() {
        return remote;
    }

    /** Outputs go where requests say. */
    public Desk(int threads, Watcher watcher) {
        this(threads, watcher, Path.of(""));
    }

    /** All processors, nobody looking on. */
    public static Desk quiet() {
        return new Desk(Runtime.getRuntime().availableProcessors(), Watcher.NOBODY);
    }

    public Workers workers() {
        return workers;
    }

    public int threads() {
        return workers.threads();
    }

    public Watcher watcher() {
        return watcher;
    }

    /** Where an output of a request really goes. */
    public Path place(Path output) {
        return folder.resolve(output);
    }

    /** A job is about to run here. */
    public Work begin() {
        return new Work(this);
    }

    @Override
    public void close() {
        workers.close();
    }
}
