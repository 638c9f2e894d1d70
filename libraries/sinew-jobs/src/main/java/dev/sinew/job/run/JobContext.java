package dev.sinew.job.run;

import dev.sinew.platform.Workers;
import dev.sinew.solve.sequence.RemoteVertices;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;

/** The context of a job: its threads, its listener, and the folder of its outputs. */
public final class JobContext implements AutoCloseable {
    private final Workers workers;
    private final JobListener watcher;
    private final Path folder;
    private final Optional<RemoteVertices> remote;

    /** @param folder what relative outputs are relative to */
    public JobContext(int threads, JobListener watcher, Path folder) {
        this(new Workers(threads), watcher, folder, Optional.empty());
    }

    private JobContext(Workers workers, JobListener watcher, Path folder, Optional<RemoteVertices> remote) {
        this.workers = workers;
        this.watcher = Objects.requireNonNull(watcher);
        this.folder = Objects.requireNonNull(folder);
        this.remote = remote;
    }

    /** The same with other machines that run the passes of a fit over its vertices; closing either closes both. */
    @SuppressWarnings("exports")
    public JobContext with(RemoteVertices machines) {
        return new JobContext(workers, watcher, folder, Optional.of(machines));
    }

    /** The machines that run the passes of a fit, where this one does not. */
    Optional<RemoteVertices> remote() {
        return remote;
    }

    /** Relative outputs are relative to the current folder. */
    public JobContext(int threads, JobListener watcher) {
        this(threads, watcher, Path.of(""));
    }

    /** All processors, no listener. */
    public static JobContext quiet() {
        return new JobContext(Runtime.getRuntime().availableProcessors(), JobListener.NOBODY);
    }

    public Workers workers() {
        return workers;
    }

    public int threads() {
        return workers.threads();
    }

    public JobListener watcher() {
        return watcher;
    }

    /** The path of an output. */
    public Path place(Path output) {
        return folder.resolve(output);
    }

    /** Starts a job. */
    public JobRun begin() {
        return new JobRun(this);
    }

    @Override
    public void close() {
        workers.close();
    }
}
