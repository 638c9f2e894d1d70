package dev.sinew.job.batch;

import dev.sinew.io.format.SequenceSize;
import dev.sinew.job.Requests;
import java.util.Map;

/** Lets jobs in as long as what they are thought to need fits together; one that fits nowhere goes alone. */
final class MemoryGate {
    /** What is left for the program itself. */
    private static final double SHARE = 0.85;

    /** What the program takes before it has read anything, and room to work. */
    private static final long LEAST = 32L << 20;

    /** Frames and their normals, three floats each, and what reads and writes them. */
    private static final int BYTES_OF_POSITION = 30;

    /** A few copies of the sample that the basis is found from: as many trajectories of positions and of normals. */
    private static final long SAMPLE = 1200;

    private static final int BYTES_OF_SAMPLE = 120;

    /** Mesh, neighbours, weights, rest pose and its sheet; and a row per dimension, some three per bone, for positions and normals. */
    private static final int BYTES_OF_VERTEX = 1000;

    private static final int BYTES_OF_VERTEX_AND_BONE = 50;

    /** Where it is not asked for. */
    private static final int USUAL_BONES = 30;

    private final long all;
    private long taken;
    private int inside;

    MemoryGate(long maxMemory) {
        this.all = (long) (SHARE * maxMemory);
    }

    /**
     * NOTE: measured as what is left after collecting all the time, a fit of 20,000 × 60 with 20 bones holds 57 MiB at most (114 estimated), 2,000 × 500 64 (133).
     * Who runs out of memory nevertheless is tried again alone.
     */
    static long estimate(Asset asset) {
        Object asked =
                Requests.tree(asset.job()).get("options") instanceof Map<?, ?> options ? options.get("bones") : null;
        int bones = asked instanceof Number number ? number.intValue() : USUAL_BONES;
        SequenceSize size = SequenceSize.about(Hashes.files(asset));
        return LEAST
                + BYTES_OF_POSITION * size.positions()
                + BYTES_OF_SAMPLE * size.frames() * Math.min(SAMPLE, size.vertices())
                + size.vertices() * (BYTES_OF_VERTEX + (long) BYTES_OF_VERTEX_AND_BONE * bones);
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
