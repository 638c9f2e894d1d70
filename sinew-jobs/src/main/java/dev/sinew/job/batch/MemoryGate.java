package dev.sinew.job.batch;

import java.nio.file.Path;
import java.util.List;

/** Lets jobs in as long as what they are thought to need fits together; one that fits nowhere goes alone. */
final class MemoryGate {
    /** What is left for the program itself. */
    private static final double SHARE = 0.85;

    /** Room to work that even the smallest job takes. */
    private static final long LEAST = 96L << 20;

    /** Text is longer than what it says, caches are not; then frames, their normals and what solvers make of them. */
    private static final double TIMES_THE_FILES = 5;

    private final long all;
    private long taken;
    private int inside;

    MemoryGate(long maxMemory) {
        this.all = (long) (SHARE * maxMemory);
    }

    static long estimate(Asset asset) {
        List<Path> files = Hashes.files(asset);
        long bytes = files.stream().mapToLong(file -> file.toFile().length()).sum();
        return LEAST + (long) (TIMES_THE_FILES * bytes);
    }

    synchronized void enter(long bytes) throws InterruptedException {
        while (inside > 0 && taken + bytes > all) {
            wait();
        }
        taken += bytes;
        inside++;
    }

    synchronized void leave(long bytes) {
        taken -= bytes;
        inside--;
        notifyAll();
    }

    /** Whether others are inside, who may have taken the memory that a job did not get. */
    synchronized boolean isShared() {
        return inside > 1;
    }

    /** More than there is: it comes in only when nobody else is. */
    long everything() {
        return all;
    }
}
