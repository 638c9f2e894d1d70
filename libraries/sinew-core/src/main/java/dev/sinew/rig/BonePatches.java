package dev.sinew.rig;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.solve.SkinState;
import java.util.Arrays;

/**
 * Bones that hold two parts of a body, taken apart. Two feet that stand still are one rigid bone to the motion, and legs and trunk would hang on
 * it: a skeleton that stands on its head.
 */
final class BonePatches {
    /** Patches with less than this part of a bone's largest stay with it. */
    private static final double OWN = 0.3;

    /** And so do those with less than this part of the vertices. */
    private static final double PART = 0.01;

    private final VertexGraph graph;
    /** The bone that moves each vertex most. */
    private final int[] owner;

    /** The patch each vertex belongs to, numbered as they are met. */
    private final int[] patch;

    private final int[] sizes;
    private int patches;

    private BonePatches(VertexGraph graph, int[] owner) {
        this.graph = graph;
        this.owner = owner;
        patch = new int[owner.length];
        sizes = new int[owner.length];
        Arrays.fill(patch, -1);
        int[] queue = new int[owner.length];
        for (int i = 0; i < owner.length; i++) {
            if (patch[i] < 0) {
                flood(i, queue);
                patches++;
            }
        }
    }

    /**
     * Gives every large patch a bone of its own.
     *
     * @param state weights of the bones, modified: vertices of such patches are wholly their new bone's
     * @return how many bones there are now
     */
    static int separate(VertexGraph graph, SkinState state, int bones) {
        int[] owner = BoneContact.strongest(state);
        BonePatches found = new BonePatches(graph, owner);
        int[] number = found.numbers(bones);
        int count = bones;
        for (int i = 0; i < owner.length; i++) {
            int bone = number[found.patch[i]];
            if (bone != owner[i]) {
                state.attach(i, bone);
            }
            count = Math.max(count, bone + 1);
        }
        return count;
    }

    /** The bone of each patch. */
    private int[] numbers(int bones) {
        int[] largest = new int[bones];
        int[] of = new int[patches];
        for (int i = 0; i < owner.length; i++) {
            of[patch[i]] = owner[i];
            largest[owner[i]] = Math.max(largest[owner[i]], sizes[patch[i]]);
        }
        boolean[] met = new boolean[bones];
        int next = bones;
        int[] number = new int[patches];
        for (int p = 0; p < patches; p++) {
            int j = of[p];
            boolean first = sizes[p] == largest[j] && !met[j];
            met[j] |= first;
            boolean own = !first && sizes[p] >= OWN * largest[j] && sizes[p] >= PART * owner.length;
            number[p] = own ? next++ : j;
        }
        return number;
    }

    private void flood(int from, int[] queue) {
        int size = 0;
        queue[size++] = from;
        patch[from] = patches;
        for (int k = 0; k < size; k++) {
            for (int e = graph.start(queue[k]); e < graph.start(queue[k] + 1); e++) {
                int other = graph.neighbours()[e];
                if (patch[other] < 0 && owner[other] == owner[from]) {
                    patch[other] = patches;
                    queue[size++] = other;
                }
            }
        }
        sizes[patches] = size;
    }
}
