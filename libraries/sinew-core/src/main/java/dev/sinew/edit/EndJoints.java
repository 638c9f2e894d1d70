package dev.sinew.edit;

import dev.sinew.model.Skeleton;
import dev.sinew.symmetry.BoneNameWords;
import java.util.List;

/**
 * Joints that only mark where a bone ends, such as {@code head_end} below {@code head}. They move no vertex, have no children, and are
 * created, removed and renamed with their bone. Other joints without weights may carry a hat or a sword, and stay.
 */
final class EndJoints {
    private EndJoints() {}

    private static boolean isEnd(EditableBones bones, int j, double[] totals) {
        return totals[j] == 0
                && bones.parent(j) != Skeleton.NONE
                && BoneNameWords.isEndJointName(bones.name(j))
                && bones.children(j).isEmpty();
    }

    /** The end joints of a bone. */
    static List<Integer> of(EditableBones bones, int j) {
        double[] totals = bones.totals();
        return bones.children(j).stream()
                .filter(child -> isEnd(bones, child, totals))
                .toList();
    }

    /** The end joints named after their bone. */
    static List<Integer> namedAfter(EditableBones bones, int j) {
        return of(bones, j).stream()
                .filter(end -> bones.name(end).equals(BoneNameWords.end(bones.name(j))))
                .toList();
    }

    /**
     * Reassigns the end joints of a removed bone. The bone that inherits its weights gets them unless it has other children. A parent that
     * inherits nothing now ends at its joint with the removed bone.
     *
     * @param ends end joints removed with the bone
     */
    static void reassign(EditableBones bones, List<Integer> ends, int removed, int heir) {
        int parent = bones.parent(removed);
        if (ends.isEmpty()) {
            return;
        }
        if (bones.children(heir).isEmpty()) {
            attach(bones, ends.get(0), heir, bones.pivot(ends.get(0)));
        } else if (parent != Skeleton.NONE
                && bones.exists(parent)
                && bones.totals()[parent] > 0
                && bones.children(parent).isEmpty()) {
            attach(bones, ends.get(0), parent, bones.pivot(removed));
        }
    }

    private static void attach(EditableBones bones, int end, int bone, double[] place) {
        bones.restore(end);
        bones.setParent(end, bone);
        bones.setPivot(end, place);
        bones.setMotionOf(end, bone);
        bones.nameEndJoint(end, bone);
    }
}
