package dev.sinew.edit;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.symmetry.BoneNameWords;
import java.util.List;

/** Re-roots a tree of bones. Joints between bones stay, so each bone on the path takes the joint of its child. */
final class NewRoot {
    /** Rotations smaller than this count as none. */
    private static final double MIN_ROTATION = 1e-6;

    private NewRoot() {}

    static EditableBones of(EditableBones bones, int root) {
        int top = root;
        while (bones.parent(top) != Skeleton.NONE) {
            top = bones.parent(top);
        }
        if (top == root) {
            return bones;
        }
        if (!isCarrier(bones, top)) {
            reroot(bones, root);
            return bones;
        }
        // Without the translating root, its children attach to the one on the path to the new root.
        int hub = root;
        while (bones.parent(hub) != top) {
            hub = bones.parent(hub);
        }
        for (int child : bones.children(top)) {
            bones.setParent(child, child == hub ? Skeleton.NONE : hub);
        }
        reroot(bones, root);
        bones.setParent(root, top);
        bones.setPivot(top, bones.pivot(root));
        bones.translateWith(top, root);
        return bones;
    }

    private static void reroot(EditableBones bones, int root) {
        double[] carried = bones.pivot(root);
        int child = Skeleton.NONE;
        for (int at = root; at != Skeleton.NONE; ) {
            int above = bones.parent(at);
            double[] own = bones.pivot(at);
            bones.setParent(at, child);
            bones.setPivot(at, carried);
            carried = own;
            child = at;
            at = above;
        }
    }

    /** Whether a bone moves no vertex and never rotates. The end of a limb that never rotates does not count. */
    static boolean isCarrier(EditableBones bones, int j) {
        List<Clip> clips = bones.model().clips();
        return bones.totals()[j] == 0
                && !BoneNameWords.isEndJointName(bones.name(j))
                && !clips.isEmpty()
                && clips.stream().allMatch(clip -> neverTurns(clip.motion(), j));
    }

    private static boolean neverTurns(BoneMotion motion, int j) {
        for (int f = 0; f < motion.frameCount(); f++) {
            int at = motion.offset(f, j);
            for (int k = 0; k < Affine3.STRIDE; k++) {
                boolean turning = k % 4 != 3;
                if (turning && Math.abs(motion.matrices()[at + k] - (k % 5 == 0 ? 1 : 0)) > MIN_ROTATION) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Reduces a matrix to the translation that it gives a point. */
    static void toTranslation(double[] m, int at, double[] point) {
        for (int r = 0; r < 3; r++) {
            int row = at + 4 * r;
            double moved = Affine3.row(m, row, point[0], point[1], point[2]);
            for (int c = 0; c < 3; c++) {
                m[row + c] = r == c ? 1 : 0;
            }
            m[row + 3] = moved - point[r];
        }
    }
}
