package dev.sinew.job.run;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * An output that is written and measured under a temporary name and moved into place at the very end, so that a run which is
 * interrupted or fails leaves no files behind.
 */
public final class PendingFile implements AutoCloseable {
    private final Path target;
    private final Path pending;
    private final JobListener watcher;

    /** Rejects a path that cannot be written. */
    PendingFile(Path file, JobListener watcher) {
        this.target = AtomicFile.requireWritable(file);
        // The name keeps its ending: writers go by it.
        String name = target.getFileName().toString();
        String ending = name.contains(".") ? name.substring(name.lastIndexOf('.')) : "";
        // No more than the ending: the name itself may be as long as names can be.
        String mark = ".unfinished-" + UUID.randomUUID().toString().substring(0, 8);
        this.pending = target.resolveSibling(mark + ending);
        this.watcher = watcher;
        watcher.unfinished(pending);
    }

    /** Where the content goes for now. */
    public Path path() {
        return pending;
    }

    public void commit() {
        try {
            AtomicFile.move(pending, target);
        } catch (IOException e) {
            throw new InvalidInputException("cannot write " + target + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(pending);
            watcher.finished(pending);
        } catch (IOException e) {
            // The shutdown of the JVM tries again.
        }
    }
}
