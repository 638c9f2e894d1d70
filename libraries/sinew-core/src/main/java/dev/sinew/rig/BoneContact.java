package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.solve.SkinState;
import java.util.Arrays;

/**
 * Which bones touch on the surface: an edge leads from a vertex that is mostly the one's to a vertex that is mostly the other's.
 *
 * @param bones B, 0 where all are taken to touch
 * @param touching B×B
 */
record BoneContact(int bones, boolean[] touching) {
    static BoneContact everywhere() {
        return new BoneContact(0, new boolean[0]);
    }

    static BoneContact of(VertexGraph graph, SkinState state, int bones) {
        boolean[] touching = new boolean[bones * bones];
        int[] strongest = strongest(state);
        for (int i = 0; i < strongest.length; i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                touching[strongest[i] * bones + strongest[graph.neighbours()[e]]] = true;
            }
        }
        // A bone that no vertex is mostly moved by touches nothing, and would be left for last.
        boolean[] owns = new boolean[bones];
        Arrays.stream(strongest).forEach(j -> owns[j] = true);
        for (int k = 0; k < touching.length; k++) {
            touching[k] |= !owns[k / bones] || !owns[k % bones];
        }
        return new BoneContact(bones, touching);
    }

    /** The bone that moves each vertex most. */
    static int[] strongest(SkinState state) {
        int[] strongest = new int[state.vertexCount()];
        int influences = state.influences();
        for (int i = 0; i < strongest.length; i++) {
            int best = i * influences;
            for (int at = best; at < (i + 1) * influences; at++) {
                best = state.weights()[at] > state.weights()[best] ? at : best;
            }
            strongest[i] = state.bones()[best];
        }
        return strongest;
    }

    boolean touch(int j, int k) {
        return bones == 0 || touching[j * bones + k] || touching[k * bones + j];
    }
}
