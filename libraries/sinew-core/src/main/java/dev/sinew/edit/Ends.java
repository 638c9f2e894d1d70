package dev.sinew.edit;

import dev.sinew.model.Skeleton;
import dev.sinew.symmetry.BoneNameWords;
import java.util.List;

/**
 * Joints that only mark where a bone ends, {@code head_end} below {@code head}: they move nothing, nothing hangs on them, and
 * they come, go and are named with their bone. Other joints without weights may carry a hat or a sword, and stay.
 */
final class Ends {
    private Ends() {}

    private static boolean isEnd(Bones bones, int j, double[] totals) {
        return totals[j] == 0
                && bones.parent(j) != Skeleton.NONE
                && BoneNameWords.saysEnd(bones.name(j))
                && bones.children(j).isEmpty();
    }

    /** Those of a bone. */
    static List<Integer> of(Bones bones, int j) {
        double[] totals = bones.totals();
        return bones.children(j).stream()
                .filter(child -> isEnd(bones, child, totals))
                .toList();
    }

    /** Those of a bone that are called after it. */
    static List<Integer> called(Bones bones, int j) {
        return of(bones, j).stream()
                .filter(end -> bones.name(end).equals(BoneNameWords.end(bones.name(j))))
                .toList();
    }

    /**
     * What becomes of the ends of a bone that went. The bone with its weights ends there now, unless it goes on elsewhere; so does
     * a parent that got none of them, which ends at the joint it had with the bone.
     *
     * @param ends that went with it
     */
    static void passOn(Bones bones, List<Integer> ends, int gone, int heir) {
        int parent = bones.parent(gone);
        if (ends.isEmpty()) {
            return;
        }
        if (bones.children(heir).isEmpty()) {
            take(bones, ends.get(0), heir, bones.pivot(ends.get(0)));
        } else if (parent != Skeleton.NONE
                && bones.isThere(parent)
                && bones.totals()[parent] > 0
                && bones.children(parent).isEmpty()) {
            take(bones, ends.get(0), parent, bones.pivot(gone));
        }
    }

    private static void take(Bones bones, int end, int bone, double[] place) {
        bones.takeBack(end);
        bones.hang(end, bone);
        bones.place(end, place);
        bones.moveAs(end, bone);
        bones.callEnd(end, bone);
    }
}
