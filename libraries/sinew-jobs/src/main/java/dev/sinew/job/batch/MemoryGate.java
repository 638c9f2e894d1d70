package dev.sinew.job.batch;

import dev.sinew.io.format.SequenceSize;
import dev.sinew.job.Requests;
import java.util.Map;

/** Admits jobs while their estimated memory fits; a job that is too large runs alone. */
final class MemoryGate {
    /** Reserved for the program itself. */
    private static final double SHARE = 0.85;

    /** Memory of the program before it reads anything, and some reserve. */
    private static final long LEAST = 32L << 20;

    /** Frames and their normals, three floats each, and what reads and writes them. */
    private static final int BYTES_OF_POSITION = 30;

    /** A few copies of the sample that the basis is found from: as many trajectories of positions and of normals. */
    private static final long SAMPLE = 1200;

    private static final int BYTES_OF_SAMPLE = 120;

    /** Mesh, neighbours, weights, rest pose and its sheet; and a row per dimension, some three per bone, for positions and normals. */
    private static final int BYTES_OF_VERTEX = 1000;

    private static final int BYTES_OF_VERTEX_AND_BONE = 50;

    /** If no number is given. */
    private static final int USUAL_BONES = 30;

    private final long all;
    private long taken;
    private int inside;

    MemoryGate(long maxMemory) {
        this.all = (long) (SHARE * maxMemory);
    }

    /**
     * NOTE: measured as the live heap under continuous collection, a fit of 20,000 × 60 with 20 bones holds 57 MiB at most (114 estimated), 2,000 × 500 64 (133).
     * A job that still runs out of memory is tried again alone.
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

    /** Whether other jobs are running, which may have used the memory that a job did not get. */
    synchronized boolean isShared() {
        return inside > 1;
    }

    /** More than there is: admitted only when no other job runs. */
    long everything() {
        return all;
    }
}
