package dev.sinew.solve.weights;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.solve.SkinState;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * Keeps bones connected: the parts of the mesh that a bone holds are found, and small ones beside its largest are closed to it, with the vertices around
 * them, until the bone grows there from where it is. Among nearly equal weights the connected ones are taken: a bone that helps a little on a spot far away from the rest of it is none a painter would
 * recognise. Every shell is judged by itself: an eye may be moved by the head's bone. Working memory.
 *
 * <p>NOTE: allowing a bone only what it holds and three edges around was tried and cuts off its faint ends: cat-poses/25 2.22 instead of 2.06, horse-gallop/30
 * 0.906 instead of 0.866. So was drawing borders from the start, before bones have found their places: horse-gallop/30 0.910 instead of 0.886.
 */
public final class Territories implements Serializable {
    /** A bone holds a vertex where its weight is above this. */
    private static final double HELD = 0.05;

    /** Parts are kept down to this share of a bone's largest: limbs that move alike may share a bone. */
    private static final double SHARE = 0.05;

    private final transient VertexGraph graph;
    private final int[] shells;
    private boolean drawn;
    /** Bones that no vertex may take, those excepted that have them and keep all they have. */
    private BitSet shut = new BitSet();

    private int boneCount;
    private int words;
    /** One bit per bone, {@link #words} numbers per vertex. */
    private long[] closed = new long[0];

    /** @param graph which vertices are neighbours, the welded mesh's */
    public Territories(VertexGraph graph) {
        this.graph = graph;
        this.shells = shells(graph);
    }

    private Territories(BitSet shut, int words, long[] closed) {
        this.graph = null;
        this.shells = new int[0];
        this.shut = shut;
        this.words = words;
        this.closed = closed;
    }

    /** What vertices {@code from ≤ i < to} may have, as it is now, for those who only ask. */
    public Territories stretch(int from, int to) {
        return new Territories(shut, words, Arrays.copyOfRange(closed, from * words, to * words));
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

    /** Closes bones to all vertices but those that have them, which must be held; not modified. */
    public void shut(BitSet bones) {
        shut = bones;
    }

    /** Whether some bones are closed. */
    public boolean shuts() {
        return !shut.isEmpty();
    }

    /** From now on there are borders. */
    public void draw() {
        drawn = true;
    }

    /** There are none any more. */
    public void erase() {
        drawn = false;
        boneCount = 0;
        words = 0;
    }

    /** Draws the borders anew by the weights of a state, and takes the weights outside of them away. */
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
        withdraw(state);
    }

    private void closeSmallParts(SkinState state, int[] part) {
        int k = state.influences();
        double[] mass = new double[part.length];
        for (int at = 0; at < part.length; at++) {
            mass[part[at]] += state.weights()[at] > HELD ? state.weights()[at] : 0;
        }
        Map<Long, Double> largest = new HashMap<>();
        for (int at = 0; at < part.length; at++) {
            if (part[at] == at && mass[at] > 0) {
                largest.merge(key(state, at), mass[at], Math::max);
            }
        }
        boolean[] isSmall = new boolean[part.length];
        for (int at = 0; at < part.length; at++) {
            isSmall[at] = part[at] == at && mass[at] > 0 && mass[at] < SHARE * largest.get(key(state, at));
        }
        long[] held = new long[closed.length];
        long[] small = new long[closed.length];
        for (int at = 0; at < part.length; at++) {
            if (state.weights()[at] > HELD) {
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

    /** Closes the small parts and the vertices around them, but for what the bone holds rightly and may grow into: what is joined to it is no island. */
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

    /** A name for the connected part of every held influence, by union and find. */
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
                if (state.bones()[x] == state.bones()[y] && state.weights()[x] > HELD && state.weights()[y] > HELD) {
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

    /** Influences outside of their bone's territory go; a vertex that would lose all of them keeps them until bones are chosen anew. */
    private void withdraw(SkinState state) {
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
