package dev.sinew.rig;

import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.symmetry.MirrorPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a skeleton is given for the people who work with it: names, joints at its ends, axes along its limbs.
 *
 * @param names of the bones, without nodes that only carry them or end them
 */
record RigDress(SkinnedModel model, BoneNames names) {
    /**
     * @param bare named by numbers yet
     * @param names of its bones
     * @param mirror the plane about which it is its own image
     */
    static RigDress of(SkinnedModel bare, BoneNames names, RigOptions.Form form, Optional<MirrorPlane> mirror) {
        List<String> all = new ArrayList<>(names.names());
        if (carries(bare)) {
            all.add(0, BoneNames.MOTION);
        }
        SkinnedModel named = bare.withSkeleton(bare.skeleton().withNames(all));
        SkinnedModel ended = EndJoints.added(named, mirror);
        Skeleton turned = form.axes().map(axis -> axis.along(ended.skeleton())).orElse(ended.skeleton());
        return new RigDress(ended.withSkeleton(turned), names);
    }

    private static boolean carries(SkinnedModel model) {
        return model.skeleton().names().get(0).equals(BoneNames.MOTION);
    }

    /** What the bones of a model are, whose root is its pelvis. */
    static BoneNames names(SkinnedModel model, BoneNames.Style style) {
        Skeleton s = model.skeleton();
        float[] rest = model.rest().positions();
        if (!carries(model)) {
            return BoneNames.of(rest, model.weights(), s.parents(), s.pivots(), style);
        }
        // The names are those of the rig without the node that travels.
        int[] parents = IntStream.range(1, s.boneCount())
                .map(p -> p == 1 ? Skeleton.NONE : s.parents()[p] - 1)
                .toArray();
        int[] bones = IntStream.of(model.weights().bones())
                .map(j -> Math.max(0, j - 1))
                .toArray();
        SkinWeights moved = SkinWeights.of(
                model.weights().influences(), bones, model.weights().weights());
        return BoneNames.of(rest, moved, parents, Arrays.copyOfRange(s.pivots(), 3, 3 * s.boneCount()), style);
    }
}
