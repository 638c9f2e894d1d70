package dev.sinew.rig;

import dev.sinew.model.Skeleton;
import dev.sinew.solve.joints.ArticulatedForm;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The parent of each bone, and the joints between them. Joints are in solver units.
 *
 * @param parents the bone above, {@link Skeleton#NONE} for the one root
 * @param joints 3B, the joint of a bone with its parent; zero for the root
 * @param images of a shape that is its own mirror image: the bone that is the image of each, itself on the plane, {@link Skeleton#NONE} for those without; else empty
 */
record BoneTree(int[] parents, double[] joints, int[] images) {
    BoneTree(int[] parents, double[] joints) {
        this(parents, joints, new int[0]);
    }

    int boneCount() {
        return parents.length;
    }

    int root() {
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] == Skeleton.NONE) {
                return j;
            }
        }
        throw new IllegalStateException("a tree without a root");
    }

    /** A copy. */
    double[] joint(int j) {
        return new double[] {joints[3 * j], joints[3 * j + 1], joints[3 * j + 2]};
    }

    BoneTree withJoints(double[] newJoints) {
        return new BoneTree(parents, newJoints, images);
    }

    /** Bones, parents first. */
    int[] order() {
        List<List<Integer>> children = children();
        int[] order = new int[parents.length];
        int filled = 0;
        order[filled++] = root();
        for (int k = 0; k < filled; k++) {
            for (int child : children.get(order[k])) {
                order[filled++] = child;
            }
        }
        return order;
    }

    List<List<Integer>> children() {
        List<List<Integer>> children = new ArrayList<>();
        for (int j = 0; j < parents.length; j++) {
            children.add(new ArrayList<>());
        }
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] != Skeleton.NONE) {
                children.get(parents[j]).add(j);
            }
        }
        return children;
    }

    /** below[c·B + j]: whether bone j is c or one of its descendants. */
    boolean[] below() {
        return ArticulatedForm.below(parents);
    }

    /**
     * Without some bones other than the root; their children become those of the bones above.
     *
     * @param names the new numbers of the others, in order; those of the bones that go are not looked at
     */
    BoneTree without(boolean[] out, int[] names) {
        int left = 0;
        for (boolean gone : out) {
            left += gone ? 0 : 1;
        }
        int[] newParents = new int[left];
        double[] newJoints = new double[3 * left];
        for (int j = 0; j < out.length; j++) {
            if (!out[j]) {
                newParents[names[j]] = j == root() ? Skeleton.NONE : names[remaining(parents[j], out)];
                System.arraycopy(joints, 3 * j, newJoints, 3 * names[j], 3);
            }
        }
        return new BoneTree(
                newParents, newJoints, new BonePairs(images).without(out).images());
    }

    /** A bone, or the nearest one above it that is not out. */
    int remaining(int bone, boolean[] out) {
        int at = bone;
        while (out[at]) {
            at = parents[at];
        }
        return at;
    }

    /** Whether the same bones are linked, whichever is the root. */
    boolean hasLinksOf(BoneTree other) {
        return parents.length == other.parents.length
                && IntStream.range(0, parents.length)
                        .allMatch(j -> parents[j] == Skeleton.NONE
                                || other.parents[j] == parents[j]
                                || other.parents[parents[j]] == j);
    }

    /**
     * The same tree with the joints of another one where it has the same links.
     *
     * @param numbers what the other tree calls the bones of this one
     */
    BoneTree withJointsOf(BoneTree other, int[] numbers) {
        double[] moved = joints.clone();
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] != Skeleton.NONE) {
                int own = numbers[j];
                int above = numbers[parents[j]];
                int at = other.parents[own] == above ? own : other.parents[above] == own ? above : Skeleton.NONE;
                if (at != Skeleton.NONE) {
                    System.arraycopy(other.joints, 3 * at, moved, 3 * j, 3);
                }
            }
        }
        return withJoints(moved);
    }

    /** The same edges and joints seen from another root. */
    BoneTree rootedAt(int newRoot) {
        int[] turned = parents.clone();
        double[] moved = joints.clone();
        int child = Skeleton.NONE;
        double[] carried = {0, 0, 0};
        for (int at = newRoot; at != Skeleton.NONE; ) {
            int above = parents[at];
            double[] own = {joints[3 * at], joints[3 * at + 1], joints[3 * at + 2]};
            turned[at] = child;
            System.arraycopy(carried, 0, moved, 3 * at, 3);
            carried = own;
            child = at;
            at = above;
        }
        return new BoneTree(turned, moved, images);
    }
}
