package dev.sinew.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A temporary folder that is deleted on close and when the benchmark is interrupted. */
public final class Scratch implements AutoCloseable {
    private final Path folder;
    private final Thread onInterrupt = new Thread(this::abandon);

    public Scratch() {
        try {
            folder = Files.createTempDirectory("sinew-bench");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(onInterrupt);
    }

    public Path file(String name) {
        return folder.resolve(name);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(onInterrupt);
            delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (IllegalStateException shuttingDown) {
            // The shutdown hook is already running.
        }
    }

    private void delete() throws IOException {
        try (Stream<Path> inside = Files.walk(folder)) {
            List<Path> deepestFirst = inside.sorted(Comparator.reverseOrder()).toList();
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** Stops child processes that still write here, then deletes the folder. */
    private void abandon() {
        List<ProcessHandle> writers = ProcessHandle.current().children().toList();
        writers.forEach(ProcessHandle::destroy);
        writers.forEach(writer -> writer.onExit().join());
        try {
            delete();
        } catch (IOException | UncheckedIOException e) {
            System.err.println("sinew-bench: " + folder + " could not be deleted: " + e.getMessage());
        }
    }
}
