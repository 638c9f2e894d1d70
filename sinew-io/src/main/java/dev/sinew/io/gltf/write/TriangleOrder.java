package dev.sinew.io.gltf.write;

import dev.sinew.io.parts.Storage;
import java.util.HashMap;
import java.util.Map;

/** The triangles of a primitive in an order in which each shares an edge with a recent one, so that they pack well. */
final class TriangleOrder {
    private static final int NONE = -1;
    /** Edges that a packed stream remembers. */
    private static final int RECENT = 15;

    private final int[] indices;
    private final int[] out;
    private final boolean[] taken;
    /** Triangle on the left of an edge from one vertex to another. */
    private final Map<Long, Integer> leftOf = new HashMap<>();

    private final long[] recent = new long[RECENT];
    private int pushed;
    private int filled;

    private TriangleOrder(int[] indices, int from, int to, int[] out) {
        this.indices = indices;
        this.out = out;
        this.taken = new boolean[(to - from) / 3];
        this.filled = from;
        for (int t = from; t < to; t += 3) {
            for (int e = 0; e < 3; e++) {
                leftOf.put(edge(indices[t + e], indices[t + (e + 1) % 3]), t);
            }
        }
        java.util.Arrays.fill(recent, NONE);
        int[] first = {from};
        for (int t = next(from, first); t != NONE; t = next(from, first)) {
            take(t, from);
        }
    }

    /** @param ends where each primitive ends, behind a zero */
    static int[] of(int[] indices, int[] ends, Storage storage) {
        if (!storage.isPacked()) {
            return indices;
        }
        int[] out = new int[indices.length];
        for (int p = 0; p + 1 < ends.length; p++) {
            new TriangleOrder(indices, ends[p], ends[p + 1], out);
        }
        return out;
    }

    private static long edge(int a, int b) {
        return (long) a << 32 | b;
    }

    /** On the other side of the newest edge that still has one there; else the first that is left. */
    private int next(int from, int[] first) {
        for (int age = 0; age < Math.min(RECENT, pushed); age++) {
            long back = recent[Math.floorMod(pushed - 1 - age, RECENT)];
            Integer t = leftOf.get(back);
            if (t != null && !taken[(t - from) / 3]) {
                return t;
            }
        }
        while (first[0] < from + 3 * taken.length && taken[(first[0] - from) / 3]) {
            first[0] += 3;
        }
        return first[0] < from + 3 * taken.length ? first[0] : NONE;
    }

    private void take(int t, int from) {
        taken[(t - from) / 3] = true;
        for (int e = 0; e < 3; e++) {
            out[filled++] = indices[t + e];
            recent[pushed++ % RECENT] = edge(indices[t + (e + 1) % 3], indices[t + e]);
        }
    }
}
