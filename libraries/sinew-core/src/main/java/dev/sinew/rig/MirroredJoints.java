package dev.sinew.rig;

import dev.sinew.model.Skeleton;
import dev.sinew.run.InvalidInputException;
import dev.sinew.symmetry.BoneSymmetry;
import dev.sinew.symmetry.MirrorPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the rest pose is its own mirror image, so is the skeleton: joints of bones that are each other's image are tied
 * to each other, those of bones that are their own image to the plane.
 */
final class MirroredJoints {
    private MirroredJoints() {}

    /** The plane of a rest pose that is symmetric, or that is to count as such. */
    static Optional<MirrorPlane> plane(RigProblem problem) {
        RigOptions.Symmetric wanted = problem.options().form().symmetric();
        if (wanted == RigOptions.Symmetric.OFF) {
            return Optional.empty();
        }
        float[] rest = problem.sequence().rest().positions();
        Optional<MirrorPlane> plane = MirrorPlane.of(rest);
        if (wanted == RigOptions.Symmetric.ON && plane.isEmpty()) {
            throw new InvalidInputException(
                    problem.sequence().name()
                            + " has no plane about which its rest pose is its own mirror image, so its skeleton cannot be symmetric");
        }
        return plane.filter(p -> wanted == RigOptions.Symmetric.ON || p.isExact(rest, problem.interior()));
    }

    /** The joints that are each other's image, pairs of bones; twice the same bone for a joint on the plane. */
    static List<int[]> pairs(BoneTree tree) {
        int[] images = BoneSymmetry.withThoseBetween(tree.images(), tree.parents());
        List<int[]> pairs = new ArrayList<>();
        for (int c = 0; c < images.length; c++) {
            int d = imageOfJoint(tree, images, c);
            if (d >= c) {
                pairs.add(new int[] {c, d});
            }
        }
        return pairs;
    }

    /** The bone whose joint with its parent lies between the counterparts of the two bones of joint c; −1 if no joint does. */
    private static int imageOfJoint(BoneTree tree, int[] images, int c) {
        int p = tree.parents()[c];
        if (p == Skeleton.NONE || images[c] == Skeleton.NONE || images[p] == Skeleton.NONE) {
            return Skeleton.NONE;
        }
        int own = images[c];
        int above = images[p];
        if (tree.parents()[own] == above) {
            return own;
        }
        return tree.parents()[above] == own ? above : Skeleton.NONE;
    }
}
