package dev.sinew.solve.sequence;

import dev.sinew.platform.Machine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All frames of some vertices at a time: of a sequence in memory always of all, of one that is streamed of a stretch, which each thread fetches for itself
 * as it goes along. The solvers' arithmetic is the same on both, so their results are, to the bit. Working memory.
 */
public final class FrameWindows {
    /** A window takes this part of the memory Java may use: a thread has one of positions and one of normals. */
    private static final int PART_OF_MEMORY = 64;

    private static final long LEAST_BYTES = 2L << 20;

    private static final int LEAST_VERTICES = 64;

    /** Three numbers per vertex, one array per frame; those of vertex {@code from} stand first. */
    public record Window(int from, int to, float[][] frames) {}

    /** Fetches the frames of vertices {@code from ≤ i < to}. */
    @FunctionalInterface
    interface Fetch {
        /** @param frames one array per frame, at least 3·(to − from) long, modified */
        void into(int from, int to, float[][] frames);
    }

    private final int vertices;
    private final int frames;
    private final int span;
    private final Fetch fetch;
    private final Window all;
    private final Map<Thread, Window> byThread = new ConcurrentHashMap<>();

    private FrameWindows(int vertices, int frames, int span, Fetch fetch, Window all) {
        this.vertices = vertices;
        this.frames = frames;
        this.span = span;
        this.fetch = fetch;
        this.all = all;
    }

    /** Frames that are held. */
    static FrameWindows of(float[][] frames) {
        int n = frames[0].length / 3;
        return new FrameWindows(n, frames.length, 1, null, new Window(0, n, frames));
    }

    static FrameWindows streamed(int vertices, int frames, Fetch fetch) {
        long bytes = Math.max(LEAST_BYTES, Machine.memoryBytes() / PART_OF_MEMORY);
        int most = (int) Math.max(LEAST_VERTICES, Math.min(vertices, bytes / (12L * frames)));
        return streamed(vertices, frames, span(vertices, most), fetch);
    }

    /**
     * A whole number of windows for what a thread takes of a pass. NOTE: windows as large as memory allows reached into what other threads fetch for
     * themselves, and were computed twice: a fit of 100,000 × 80 took 2.2 times the time of frames in memory.
     */
    private static int span(int vertices, int most) {
        int chunk = (vertices + Trajectories.MAX_CHUNKS - 1) / Trajectories.MAX_CHUNKS;
        int windows = (chunk + most - 1) / most;
        return Math.max(1, (chunk + windows * LEAST_VERTICES - 1) / (windows * LEAST_VERTICES)) * LEAST_VERTICES;
    }

    /** @param span vertices to fetch at once */
    static FrameWindows streamed(int vertices, int frames, int span, Fetch fetch) {
        return new FrameWindows(vertices, frames, span, fetch, null);
    }

    public boolean isStreamed() {
        return all == null;
    }

    public int frameCount() {
        return frames;
    }

    /** Vertices that are fetched at once; 1 where none need be. */
    public int span() {
        return span;
    }

    /** A window with these vertices in it, the calling thread's until it asks for the next. */
    public Window at(int from, int to) {
        if (all != null) {
            return all;
        }
        Window last = byThread.get(Thread.currentThread());
        if (last != null && last.from <= from && to <= last.to) {
            return last;
        }
        int end = Math.min(vertices, from + Math.max(span, to - from));
        boolean fits = last != null && 3 * (end - from) <= last.frames[0].length;
        Window next = new Window(from, end, fits ? last.frames : new float[frames][3 * (end - from)]);
        fetch.into(from, end, next.frames);
        byThread.put(Thread.currentThread(), next);
        return next;
    }
}
