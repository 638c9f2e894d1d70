package dev.sinew.io.gltf.write;

import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.VertexOrder;
import dev.sinew.mesh.Mesh;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/** Orders the triangles of a primitive so that each shares an edge with a recent one, which packs well. */
public final class TriangleOrder {
    private static final int NONE = -1;
    /** Number of edges that a packed stream remembers. */
    private static final int RECENT = 15;

    private final int[] indices;
    private final int[] out;
    private final boolean[] taken;
    /** Triangle on the left of an edge from one vertex to another. */
    private final Map<Long, Integer> leftOf = new HashMap<>();

    private final long[] recent = new long[RECENT];
    private final BitSet seen = new BitSet();
    /** Whether vertices may be renumbered in order of use: then all new ones cost the same. */
    private final boolean anyNumber;

    private int pushed;
    private int filled;
    private int next;
    private int last;

    private TriangleOrder(int[] indices, int from, int to, int[] out, boolean anyNumber) {
        this.anyNumber = anyNumber;
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

    /** @param ends where each primitive ends, after a zero */
    static int[] of(int[] indices, int[] ends, Storage storage) {
        if (!storage.isPacked()) {
            return indices;
        }
        int[] out = new int[indices.length];
        for (int p = 0; p + 1 < ends.length; p++) {
            new TriangleOrder(indices, ends[p], ends[p + 1], out, false);
        }
        return out;
    }

    /** The vertices in the order in which a mesh's packed triangles first use them, followed by unused ones. */
    public static VertexOrder firstUse(Mesh mesh) {
        int[] packed = new int[mesh.triangles().length];
        new TriangleOrder(mesh.triangles(), 0, packed.length, packed, true);
        LinkedHashSet<Integer> order = new LinkedHashSet<>();
        for (int vertex : packed) {
            order.add(vertex);
        }
        for (int i = 0; i < mesh.vertexCount(); i++) {
            order.add(i);
        }
        return new VertexOrder(order.stream().mapToInt(i -> i).toArray());
    }

    private static long edge(int a, int b) {
        return (long) a << 32 | b;
    }

    /**
     * Of the triangles across a recent edge, the one whose third corner takes fewest bytes; else the first that is left.
     */
    private int next(int from, int[] first) {
        int best = NONE;
        int least = Integer.MAX_VALUE;
        for (int age = 0; age < Math.min(RECENT, pushed); age++) {
            long back = recent[Math.floorMod(pushed - 1 - age, RECENT)];
            Integer t = leftOf.get(back);
            if (t != null && !taken[(t - from) / 3]) {
                int cost = cost(t, back);
                if (cost < least) {
                    least = cost;
                    best = t;
                }
            }
        }
        if (best != NONE) {
            return best;
        }
        while (first[0] < from + 3 * taken.length && taken[(first[0] - from) / 3]) {
            first[0] += 3;
        }
        return first[0] < from + 3 * taken.length ? first[0] : NONE;
    }

    /** Known corners are nearly free; new ones cost by their distance from the last index. */
    private int cost(int t, long edge) {
        for (int e = 0; e < 3; e++) {
            int corner = indices[t + e];
            if (corner != (int) (edge >> 32) && corner != (int) edge) {
                int apart = Math.abs(corner - last);
                if (anyNumber) {
                    return seen.get(corner) ? 0 : 1;
                }
                return seen.get(corner) ? 0 : corner == next || apart == 1 ? 1 : apart < 64 ? 2 : 3;
            }
        }
        return 0;
    }

    private void take(int t, int from) {
        taken[(t - from) / 3] = true;
        for (int e = 0; e < 3; e++) {
            int corner = indices[t + e];
            if (corner == next) {
                next++;
            } else if (!seen.get(corner)) {
                last = corner;
            }
            seen.set(corner);
            out[filled++] = corner;
            recent[pushed++ % RECENT] = edge(indices[t + (e + 1) % 3], indices[t + e]);
        }
    }
}
