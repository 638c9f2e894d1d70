package dev.sinew.solve.sequence;

import dev.sinew.platform.Machine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * All frames of some vertices at a time: of all vertices for a sequence in memory, of a range that each thread fetches itself for a
 * streamed one. Results are the same bit for bit. Working memory.
 */
public final class FrameWindows {
    /** A window takes this fraction of Java's maximum memory; each thread has one for positions and one for normals. */
    private static final int MEMORY_DIVISOR = 64;

    private static final long MIN_BYTES = 2L << 20;

    private static final int MIN_VERTICES = 64;

    /** Three numbers per vertex, one array per frame, starting with vertex {@code from}. */
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

    /** Frames in memory. */
    static FrameWindows of(float[][] frames) {
        int n = frames[0].length / 3;
        return new FrameWindows(n, frames.length, 1, null, new Window(0, n, frames));
    }

    static FrameWindows streamed(int vertices, int frames, Fetch fetch) {
        long bytes = Math.max(MIN_BYTES, Machine.memoryBytes() / MEMORY_DIVISOR);
        int most = (int) Math.max(MIN_VERTICES, Math.min(vertices, bytes / (12L * frames)));
        return streamed(vertices, frames, span(vertices, most), fetch);
    }

    /**
     * Vertices per window, so that a thread's share is a whole number of windows. NOTE: windows as large as memory allows overlap with
     * those of other threads and are computed twice.
     */
    private static int span(int vertices, int most) {
        int chunk = (vertices + Trajectories.MAX_CHUNKS - 1) / Trajectories.MAX_CHUNKS;
        int windows = (chunk + most - 1) / most;
        return Math.max(1, (chunk + windows * MIN_VERTICES - 1) / (windows * MIN_VERTICES)) * MIN_VERTICES;
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

    /** Vertices fetched at once; 1 for frames in memory. */
    public int span() {
        return span;
    }

    /** A window that contains these vertices, valid for the calling thread until its next call. */
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
