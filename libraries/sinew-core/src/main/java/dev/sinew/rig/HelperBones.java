package dev.sinew.rig;

import dev.sinew.model.Skeleton;
import dev.sinew.solve.SkinState;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * Leaf bones that are not parts of a body: they dominate almost no vertices and only correct what blending the
 * others leaves at a seam. CesiumMan has six of them, with 0 or 1 such vertex each, where the 18 others have 12 and more. Where
 * the shape is its own mirror image a part has an image: a pair is looked at together, and an end without an image is a helper up to some more
 * vertices.
 */
final class HelperBones {
    private static final double MOSTLY = 0.5;
    /** Fewer dominated vertices than this are almost none; on small meshes, fewer than one in this many. */
    private static final int FEW = 4;

    private static final int ONE_IN = 600;

    /** A part without a mirror image has at least this part of the vertices. */
    private static final double ALONE = 0.02;

    /** Each of a pair that is a part has at least this part of the weights. */
    private static final double LIGHT = 0.003;

    private final BoneTree tree;
    private final int vertices;
    /** How many vertices are mostly each bone's. */
    private final int[] own;

    /** Σ_i w_ij */
    private final double[] mass;

    private final boolean[] isEnd;

    private HelperBones(Articulation rig) {
        SkinState state = rig.state();
        tree = rig.tree();
        vertices = state.vertexCount();
        own = new int[tree.boneCount()];
        mass = new double[tree.boneCount()];
        for (int at = 0; at < state.bones().length; at++) {
            own[state.bones()[at]] += state.weights()[at] > MOSTLY ? 1 : 0;
            mass[state.bones()[at]] += state.weights()[at];
        }
        int[] joints = new int[own.length];
        for (int j = 0; j < own.length; j++) {
            if (tree.parents()[j] != Skeleton.NONE) {
                joints[j]++;
                joints[tree.parents()[j]]++;
            }
        }
        isEnd = new boolean[own.length];
        for (int j = 0; j < own.length; j++) {
            isEnd[j] = joints[j] == 1 && own.length > 2;
        }
    }

    /** One flag per bone; empty where no bone is one. */
    static Optional<boolean[]> of(Articulation rig) {
        HelperBones bones = new HelperBones(rig);
        return bones.flags(bones::isHelper);
    }

    /** Pairs that hold next to nothing, and ends that have no mirror image though the shape has. */
    static Optional<boolean[]> atTheSides(Articulation rig) {
        HelperBones bones = new HelperBones(rig);
        if (bones.tree.images().length == 0) {
            return Optional.empty();
        }
        return bones.flags(
                j -> bones.image(j) == Skeleton.NONE ? bones.own[j] < ALONE * bones.vertices : bones.isOfLightPair(j));
    }

    private boolean isHelper(int j) {
        int few = Math.max(1, Math.min(FEW, vertices / ONE_IN));
        int other = image(j) == Skeleton.NONE ? j : image(j);
        return Math.max(own[j], own[other]) < few || isOfLightPair(j);
    }

    private boolean isOfLightPair(int j) {
        int other = image(j);
        return other != Skeleton.NONE && other != j && mass[j] + mass[other] < 2 * LIGHT * vertices;
    }

    private int image(int j) {
        return tree.images().length == 0 ? j : tree.images()[j];
    }

    private Optional<boolean[]> flags(IntPredicate isHelper) {
        boolean[] helpers = new boolean[own.length];
        boolean any = false;
        for (int j = 0; j < own.length; j++) {
            helpers[j] = isEnd[j] && isHelper.test(j);
            any |= helpers[j];
        }
        return any ? Optional.of(helpers) : Optional.empty();
    }
}
