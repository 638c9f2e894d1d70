package dev.sinew.solve.weights;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.solve.SkinState;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps the regions of bones connected. Finds the regions of each bone; small ones besides its largest are closed to it, with the
 * surrounding vertices, until the bone grows there from its main region. Among almost equal weights this prefers connected ones, as an
 * artist would paint them. Shells are treated separately: the head's bone may also move an eye. Working memory.
 *
 * <p>NOTE: allowing a bone only its region and three edges around it cuts off its faint ends, and closing regions from the start keeps
 * bones from finding their positions; both raise the error.
 */
public final class RegionConnectivity implements Serializable {
    /** A vertex belongs to the region of a bone if its weight is above this. */
    private static final double MIN_WEIGHT = 0.05;

    /** Regions are kept down to this fraction of a bone's largest: limbs that move alike may share a bone. */
    private static final double MIN_REGION_FRACTION = 0.05;

    private final transient VertexGraph graph;
    private final int[] shells;
    private boolean drawn;
    /** Bones that no vertex may take, except those that have them and keep all their weights. */
    private BitSet shut = new BitSet();

    private int boneCount;
    private int words;
    /** One bit per bone, {@link #words} numbers per vertex. */
    private long[] closed = new long[0];

    /** @param graph neighbours in the welded mesh */
    public RegionConnectivity(VertexGraph graph) {
        this.graph = graph;
        this.shells = shells(graph);
    }

    private RegionConnectivity(BitSet shut, int words, long[] closed) {
        this.graph = null;
        this.shells = new int[0];
        this.shut = shut;
        this.words = words;
        this.closed = closed;
    }

    /** A read-only copy for vertices {@code from ≤ i < to}. */
    public RegionConnectivity stretch(int from, int to) {
        return new RegionConnectivity(shut, words, Arrays.copyOfRange(closed, from * words, to * words));
    }

    private static int[] shells(VertexGraph graph) {
        int[] part = new int[graph.vertexCount()];
        Arrays.setAll(part, i -> i);
        for (int i = 0; i < part.length; i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                part[find(part, i)] = find(part, graph.neighbours()[e]);
            }
        }
        Arrays.setAll(part, i -> find(part, i));
        return part;
    }

    public boolean allows(int i, int bone) {
        return !shut.get(bone) && (words == 0 || (closed[i * words + (bone >> 6)] >>> (bone & 63) & 1) == 0);
    }

    /** Closes bones to all vertices but those that have them, which must be fixed; not modified. */
    public void shut(BitSet bones) {
        shut = bones;
    }

    /** Whether some bones are closed. */
    public boolean shuts() {
        return !shut.isEmpty();
    }

    /** Enables borders. */
    public void draw() {
        drawn = true;
    }

    /** Removes all borders. */
    public void erase() {
        drawn = false;
        boneCount = 0;
        words = 0;
    }

    /** Recomputes the borders from the weights of a state, and removes the weights outside them. */
    public void redraw(SkinState state, int bones) {
        if (!drawn || graph.vertexCount() == 0 || !(state.weights()[0] > 0)) {
            return;
        }
        if (bones != boneCount) {
            boneCount = bones;
            words = (bones + 63) / 64;
            closed = new long[graph.vertexCount() * words];
        }
        closeSmallParts(state, parts(state));
        removeOutside(state);
    }

    private void closeSmallParts(SkinState state, int[] part) {
        int k = state.influences();
        double[] mass = new double[part.length];
        for (int at = 0; at < part.length; at++) {
            mass[part[at]] += state.weights()[at] > MIN_WEIGHT ? state.weights()[at] : 0;
        }
        Map<Long, Double> largest = new HashMap<>();
        for (int at = 0; at < part.length; at++) {
            if (part[at] == at && mass[at] > 0) {
                largest.merge(key(state, at), mass[at], Math::max);
            }
        }
        boolean[] isSmall = new boolean[part.length];
        for (int at = 0; at < part.length; at++) {
            isSmall[at] =
                    part[at] == at && mass[at] > 0 && mass[at] < MIN_REGION_FRACTION * largest.get(key(state, at));
        }
        long[] held = new long[closed.length];
        long[] small = new long[closed.length];
        for (int at = 0; at < part.length; at++) {
            if (state.weights()[at] > MIN_WEIGHT) {
                long[] into = isSmall[part[at]] ? small : held;
                into[at / k * words + (state.bones()[at] >> 6)] |= 1L << (state.bones()[at] & 63);
            }
        }
        close(small, held);
    }

    /** A bone on a shell. */
    private long key(SkinState state, int at) {
        return (long) shells[at / state.influences()] * boneCount + state.bones()[at];
    }

    /** Closes the small regions and the vertices around them, except the vertices of the bone's main region and those next to it. */
    private void close(long[] small, long[] held) {
        for (int i = 0; i < graph.vertexCount(); i++) {
            for (int w = 0; w < words; w++) {
                long wide = small[i * words + w];
                long open = held[i * words + w];
                for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                    wide |= small[graph.neighbours()[e] * words + w];
                    open |= held[graph.neighbours()[e] * words + w];
                }
                closed[i * words + w] = (closed[i * words + w] | wide) & ~open;
            }
        }
    }

    /** Labels the connected region of every influence, by union-find. */
    private int[] parts(SkinState state) {
        int k = state.influences();
        int[] part = new int[state.weights().length];
        Arrays.setAll(part, at -> at);
        for (int i = 0; i < graph.vertexCount(); i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                int other = graph.neighbours()[e];
                if (other < i) {
                    join(state, i * k, other * k, part);
                }
            }
        }
        Arrays.setAll(part, at -> find(part, at));
        return part;
    }

    private static void join(SkinState state, int a, int b, int[] part) {
        int k = state.influences();
        for (int x = a; x < a + k && state.weights()[x] > 0; x++) {
            for (int y = b; y < b + k && state.weights()[y] > 0; y++) {
                if (state.bones()[x] == state.bones()[y]
                        && state.weights()[x] > MIN_WEIGHT
                        && state.weights()[y] > MIN_WEIGHT) {
                    part[find(part, x)] = find(part, y);
                }
            }
        }
    }

    private static int find(int[] part, int at) {
        int root = at;
        while (part[root] != root) {
            part[root] = part[part[root]];
            root = part[root];
        }
        return root;
    }

    /** Removes influences outside their bone's region. A vertex that would lose all keeps them until bones are selected again. */
    private void removeOutside(SkinState state) {
        int k = state.influences();
        for (int i = 0; i < graph.vertexCount(); i++) {
            double left = 0;
            boolean all = true;
            boolean held = false;
            for (int at = i * k; at < (i + 1) * k && state.weights()[at] > 0; at++) {
                boolean allowed = allows(i, state.bones()[at]);
                left += allowed ? state.weights()[at] : 0;
                all &= allowed;
                held |= shut.get(state.bones()[at]);
            }
            if (left > 0 && !all && !held) {
                state.keepOnly(i, this::allows, left);
            }
        }
    }
}
