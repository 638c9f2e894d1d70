package dev.sinew.edit;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.symmetry.BoneNameWords;
import java.util.List;

/** A tree of bones seen from another root: the joints between bones stay, so a bone on the way takes that of its child. */
final class NewRoot {
    /** Matrices that turn less than this only carry. */
    private static final double STILL = 1e-6;

    private NewRoot() {}

    static Bones of(Bones bones, int root) {
        int top = root;
        while (bones.parent(top) != Skeleton.NONE) {
            top = bones.parent(top);
        }
        if (top == root) {
            return bones;
        }
        if (!isCarrier(bones, top)) {
            turn(bones, root);
            return bones;
        }
        // Without the carrier its bones meet at the one that leads to the new root.
        int hub = root;
        while (bones.parent(hub) != top) {
            hub = bones.parent(hub);
        }
        for (int child : bones.children(top)) {
            bones.hang(child, child == hub ? Skeleton.NONE : hub);
        }
        turn(bones, root);
        bones.hang(root, top);
        bones.place(top, bones.pivot(root));
        bones.carry(top, root);
        return bones;
    }

    private static void turn(Bones bones, int root) {
        double[] carried = bones.pivot(root);
        int child = Skeleton.NONE;
        for (int at = root; at != Skeleton.NONE; ) {
            int above = bones.parent(at);
            double[] own = bones.pivot(at);
            bones.hang(at, child);
            bones.place(at, carried);
            carried = own;
            child = at;
            at = above;
        }
    }

    /** Whether a bone moves nothing itself and never turns; the end of a limb that never turns is no such. */
    static boolean isCarrier(Bones bones, int j) {
        List<Clip> clips = bones.model().clips();
        return bones.totals()[j] == 0
                && !BoneNameWords.saysEnd(bones.name(j))
                && !clips.isEmpty()
                && clips.stream().allMatch(clip -> neverTurns(clip.motion(), j));
    }

    private static boolean neverTurns(BoneMotion motion, int j) {
        for (int f = 0; f < motion.frameCount(); f++) {
            int at = motion.offset(f, j);
            for (int k = 0; k < Affine3.STRIDE; k++) {
                boolean turning = k % 4 != 3;
                if (turning && Math.abs(motion.matrices()[at + k] - (k % 5 == 0 ? 1 : 0)) > STILL) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Leaves of a matrix only where it takes a point. */
    static void carry(double[] m, int at, double[] point) {
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
