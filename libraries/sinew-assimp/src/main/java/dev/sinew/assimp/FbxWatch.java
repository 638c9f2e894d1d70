package dev.sinew.assimp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Looks at a process while it works, and ends it where it takes more than it may: memory where the system tells (Linux; on
 * others the JVM's heap is bounded, the library's own memory is not), processor time, and in any case the clock.
 */
final class FbxWatch implements AutoCloseable {
    private static final long EVERY_MILLIS = 10;
    /** Other programs may want the processors too. */
    private static final long CLOCK_TIMES = 6;
    /** A process that works gets some time even on a busy machine; a damaged one may wait for itself forever. */
    private static final long IDLE_SECONDS = 6;

    private static final long PAGE_BYTES = 4096;
    private static final long SECOND = 1_000_000_000L;

    private final Process process;
    private final FbxBounds bounds;
    private final Path pages;
    private final Duration spentBefore;
    private final long start = System.nanoTime();
    private final Thread thread;
    private Duration spentLast = Duration.ZERO;
    private long spentLastAt = start;
    private volatile String excess;
    private volatile boolean done;

    FbxWatch(Process process, FbxBounds bounds) {
        this.process = process;
        this.bounds = bounds;
        this.pages = Path.of("/proc", Long.toString(process.pid()), "statm");
        this.spentBefore = spent();
        this.thread = new Thread(this::watch, "sinew-fbx-watch");
        thread.setDaemon(true);
        thread.start();
    }

    /** Why the process was ended, where it was. */
    Optional<String> excess() {
        return Optional.ofNullable(excess);
    }

    private Duration spent() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private void watch() {
        for (int round = 0; !done && process.isAlive(); round++) {
            String found = memory();
            // What the processor did is dearer to ask for, and changes slowly.
            found = found == null && round % 8 == 7 ? time() : found;
            if (found != null) {
                excess = found;
                process.destroyForcibly();
                return;
            }
            try {
                Thread.sleep(EVERY_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private String memory() {
        try {
            String[] counts = Files.readString(pages, StandardCharsets.US_ASCII).split(" ");
            long bytes = PAGE_BYTES * Long.parseLong(counts[1]);
            return bytes > bounds.megabytes() << 20 ? bounds.tooMuchMemory() : null;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }

    private String time() {
        long now = System.nanoTime();
        Duration spent = spent();
        if (!spent.equals(spentLast)) {
            spentLast = spent;
            spentLastAt = now;
        }
        if (!spent.isZero() && now - spentLastAt >= IDLE_SECONDS * SECOND) {
            return "Assimp got stuck on it";
        }
        long worked = spent.minus(spentBefore).toSeconds();
        return worked >= bounds.processorSeconds() || now - start >= CLOCK_TIMES * bounds.processorSeconds() * SECOND
                ? "it takes longer than " + bounds.processorSeconds() + " s"
                : null;
    }

    @Override
    public void close() {
        done = true;
        thread.interrupt();
    }
}
