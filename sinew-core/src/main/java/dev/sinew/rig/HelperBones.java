package dev.sinew.rig;

import dev.sinew.solve.SkinState;
import java.util.Optional;

/**
 * Bones at the ends of a tree that are no part of a body: next to no vertex is mostly theirs, they only mend what blending the
 * others leaves at a seam. CesiumMan has six of them, with 0 or 1 such vertex each, where the 18 others have 12 and more. Where
 * the shape is its own mirror image a part has an image, and an end without one is a helper up to some more vertices.
 */
final class HelperBones {
    private static final double MOSTLY = 0.5;
    /** Fewer than so many vertices are next to none, and fewer than one in so many where there are few of them. */
    private static final int FEW = 4;

    private static final int ONE_IN = 600;

    /** A part without a mirror image has at least this part of the vertices. */
    private static final double ALONE = 0.02;

    private HelperBones() {}

    /** One flag per bone; empty where no bone is one. */
    static Optional<boolean[]> of(Articulation rig) {
        SkinState state = rig.state();
        int few = Math.max(1, Math.min(FEW, state.vertexCount() / ONE_IN));
        return ends(rig, (j, own) -> own < few);
    }

    /**
     * Ends that have no mirror image though the shape has.
     *
     * @param images of the bones
     */
    static Optional<boolean[]> alone(Articulation rig, int[] images) {
        double few = ALONE * rig.state().vertexCount();
        return ends(rig, (j, own) -> images[j] == BoneTree.NONE && own < few);
    }

    private interface Helper {
        boolean is(int bone, int own);
    }

    private static Optional<boolean[]> ends(Articulation rig, Helper helper) {
        SkinState state = rig.state();
        BoneTree tree = rig.tree();
        int[] own = new int[tree.boneCount()];
        for (int at = 0; at < state.bones().length; at++) {
            own[state.bones()[at]] += state.weights()[at] > MOSTLY ? 1 : 0;
        }
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
            helpers[j] = joints[j] == 1 && own.length > 2 && helper.is(j, own[j]);
            any |= helpers[j];
        }
        return any ? Optional.of(helpers) : Optional.empty();
    }
}
