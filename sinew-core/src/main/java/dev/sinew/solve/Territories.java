package dev.sinew.solve;

import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;

/**
 * Where each bone may have weight: the connected parts of the mesh it holds, with the smaller ones left out, and a few edges around them. Among nearly
 * equal weights the connected ones are taken: a bone that helps a little on a spot far away from the rest of it is none a painter would recognise.
 * Working memory.
 */
public final class Territories {
    /** A bone holds a vertex where its weight is above this. */
    private static final double HELD = 0.05;

    /** Parts are kept down to this share of a bone's largest: limbs that move alike may share a bone. */
    private static final double SHARE = 0.05;

    /** How far, in edges, a bone may reach beyond what it holds. */
    private static final int REACH = 3;

    private final VertexGraph graph;
    private boolean drawn;
    private int words;
    /** One bit a bone, {@link #words} numbers a vertex. */
    private long[] forbidden = new long[0];
    private int bones;

    /** @param graph which vertices are neighbours, the welded mesh's */
    public Territories(VertexGraph graph) {
        this.graph = graph;
    }

    boolean allows(int i, int bone) {
        return words == 0 || (forbidden[i * words + (bone >> 6)] >>> (bone & 63) & 1) == 0;
    }

    /** From now on there are borders. */
    public void draw() {
        drawn = true;
    }

    /** Draws the borders anew by the weights of a state, and takes the weights outside of them away. */
    void redraw(SkinState state, int boneCount) {
        int k = state.influences();
        if (!drawn || graph.vertexCount() == 0 || !(state.weights[0] > 0)) {
            return;
        }
        int[] part = parts(state);
        double[] mass = new double[part.length];
        double[] largest = new double[boneCount];
        for (int at = 0; at < part.length; at++) {
            if (state.weights[at] > HELD) {
                mass[part[at]] += state.weights[at];
                largest[state.bones[at]] = Math.max(largest[state.bones[at]], mass[part[at]]);
            }
        }
        int w = (boneCount + 63) / 64;
        if (w != words || forbidden.length != graph.vertexCount() * w || boneCount != bones) {
            words = w;
            bones = boneCount;
            forbidden = new long[graph.vertexCount() * w];
        }
        long[] out = new long[forbidden.length];
        long[] in = new long[forbidden.length];
        for (int at = 0; at < part.length; at++) {
            int bone = state.bones[at];
            if (state.weights[at] > HELD) {
                (mass[part[at]] >= Double.parseDouble(System.getProperty("share", "0.05")) * largest[bone] ? in : out)[at / k * words + (bone >> 6)] |= 1L << (bone & 63);
            }
        }
        long[] wide = out.clone();
        for (int i = 0; i < graph.vertexCount(); i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                for (int x = 0; x < words; x++) {
                    wide[i * words + x] |= out[graph.neighbours()[e] * words + x];
                }
            }
        }
        for (int x = 0; x < wide.length; x++) {
            forbidden[x] = (forbidden[x] | wide[x]) & ~in[x];
        }
        withdraw(state);
    }

    /** A name for the connected part of every held influence, by union and find. */
    private int[] parts(SkinState state) {
        int k = state.influences();
        int[] part = new int[state.weights.length];
        Arrays.setAll(part, at -> at);
        for (int i = 0; i < graph.vertexCount(); i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                int other = graph.neighbours()[e];
                if (other < i) {
                    join(state, i * k, other * k, k, part);
                }
            }
        }
        for (int at = 0; at < part.length; at++) {
            part[at] = find(part, at);
        }
        return part;
    }

    private static void join(SkinState state, int a, int b, int k, int[] part) {
        for (int x = a; x < a + k && state.weights[x] > 0; x++) {
            for (int y = b; y < b + k && state.weights[y] > 0; y++) {
                if (state.bones[x] == state.bones[y] && state.weights[x] > HELD && state.weights[y] > HELD) {
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
            for (int at = i * k; at < (i + 1) * k && state.weights[at] > 0; at++) {
                left += allows(i, state.bones[at]) ? state.weights[at] : 0;
            }
            if (left > 0) {
                state.keepOnly(i, this::allows, left);
            }
        }
    }
}
