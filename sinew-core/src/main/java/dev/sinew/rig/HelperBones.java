package dev.sinew.rig;

import dev.sinew.solve.SkinState;
import java.util.Optional;

/**
 * Bones at the ends of a tree that are no part of a body: next to no vertex is mostly theirs, they only mend what blending the
 * others leaves at a seam. CesiumMan has six of them, with 0 or 1 such vertex each, where the 18 others have 12 and more.
 */
final class HelperBones {
    private static final double MOSTLY = 0.5;
    /** Fewer than so many vertices are next to none, and fewer than one in so many where there are few of them. */
    private static final int FEW = 4;

    private static final int ONE_IN = 600;

    private HelperBones() {}

    /** One flag per bone; empty where no bone is one. */
    static Optional<boolean[]> of(Articulation rig) {
        SkinState state = rig.state();
        BoneTree tree = rig.tree();
        int[] own = new int[tree.boneCount()];
        for (int at = 0; at < state.bones().length; at++) {
            own[state.bones()[at]] += state.weights()[at] > MOSTLY ? 1 : 0;
        }
        int few = Math.max(1, Math.min(FEW, state.vertexCount() / ONE_IN));
        int[] joints = new int[own.length];
        for (int j = 0; j < own.length; j++) {
            if (tree.parents()[j] != BoneTree.NONE) {
                joints[j]++;
                joints[tree.parents()[j]]++;
            }
        }
        boolean[] helpers = new boolean[own.length];
        boolean any = false;
        for (int j = 0; j < own.length; j++) {
            helpers[j] = joints[j] == 1 && own[j] < few && own.length > 2;
            any |= helpers[j];
        }
        return any ? Optional.of(helpers) : Optional.empty();
    }
}
