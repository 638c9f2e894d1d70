package dev.sinew.rig;

import dev.sinew.solve.SkinState;
import java.util.Optional;

/**
 * Bones of a tree that are no part of a body: next to no vertex is mostly theirs, they only mend what blending the
 * others leaves at a seam. CesiumMan has eight of them, with 0 to 2 such vertices each, where the 18 others have 12 and more. Those between two others
 * may hold them together and stay. Where the shape is its own mirror image a part has an image: an end without one is a helper up to some more vertices,
 * and then what lies between two others is one, too (a second upper arm on one side).
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
        int few = few(rig.state());
        return helpers(rig, (j, own, end) -> end && own < few);
    }

    /**
     * Those that have no mirror image though the shape has.
     *
     * @param mirrored whether the part of a bone has an image
     */
    static Optional<boolean[]> alone(Articulation rig, boolean[] mirrored) {
        int few = few(rig.state());
        double more = ALONE * rig.state().vertexCount();
        return helpers(rig, (j, own, end) -> !mirrored[j] && own < (end ? more : few));
    }

    private static int few(SkinState state) {
        return Math.max(1, Math.min(FEW, state.vertexCount() / ONE_IN));
    }

    private interface Helper {
        boolean is(int bone, int own, boolean end);
    }

    private static Optional<boolean[]> helpers(Articulation rig, Helper helper) {
        int[] own = own(rig.state(), rig.tree().boneCount());
        int[] joints = joints(rig.tree());
        boolean[] helpers = new boolean[own.length];
        int found = 0;
        for (int j = 0; j < own.length; j++) {
            helpers[j] = own.length > 2 && helper.is(j, own[j], joints[j] == 1);
            found += helpers[j] ? 1 : 0;
        }
        return found > 0 && found < own.length ? Optional.of(helpers) : Optional.empty();
    }

    /** How many vertices are mostly a bone's. */
    private static int[] own(SkinState state, int bones) {
        int[] own = new int[bones];
        for (int at = 0; at < state.bones().length; at++) {
            own[state.bones()[at]] += state.weights()[at] > MOSTLY ? 1 : 0;
        }
        return own;
    }

    /** How many joints a bone has. */
    private static int[] joints(BoneTree tree) {
        int[] joints = new int[tree.boneCount()];
        for (int j = 0; j < joints.length; j++) {
            if (tree.parents()[j] != BoneTree.NONE) {
                joints[j]++;
                joints[tree.parents()[j]]++;
            }
        }
        return joints;
    }
}
