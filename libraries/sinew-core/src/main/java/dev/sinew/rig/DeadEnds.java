package dev.sinew.rig;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import java.util.BitSet;

/** Bones that move nothing, nor do those below them: the ends of limbs. No motion can be told of them but their parent's. */
final class DeadEnds {
    private DeadEnds() {}

    /**
     * Makes them move with their parents.
     *
     * @param totals how much each bone moves
     * @param motion modified
     */
    static void follow(int[] parents, double[] totals, BitSet locked, BoneMotion motion) {
        double[] below = totals.clone();
        for (int j = parents.length - 1; j >= 0; j--) {
            if (parents[j] != Skeleton.ROOT) {
                below[parents[j]] += below[j];
            }
        }
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < parents.length; j++) {
                if (parents[j] != Skeleton.ROOT && !(below[j] > 0) && !locked.get(j)) {
                    System.arraycopy(
                            motion.matrices(),
                            motion.offset(f, parents[j]),
                            motion.matrices(),
                            motion.offset(f, j),
                            BoneMotion.STRIDE);
                }
            }
        }
    }
}
