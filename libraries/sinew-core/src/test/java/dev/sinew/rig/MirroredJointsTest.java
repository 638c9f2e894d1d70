package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import org.junit.jupiter.api.Test;

/** A trunk (0) with a pair of limbs of three bones each, 1 2 3 and 4 5 6. */
class MirroredJointsTest {
    private static final int[] PARENTS = {-1, 0, 1, 2, 0, 4, 5};
    private static final int NONE = Skeleton.NONE;

    private static int[][] pairs(int... images) {
        return MirroredJoints.pairs(new BoneTree(PARENTS, new double[21], images))
                .toArray(int[][]::new);
    }

    @Test
    void jointsOfImagesAreImages() {
        assertThat(pairs(0, 4, 5, 6, 1, 2, 3)).isDeepEqualTo(new int[][] {{1, 4}, {2, 5}, {3, 6}});
    }

    /** What lies between images is one, though its vertices did not say so. */
    @Test
    void collarBonesBetweenChestAndArmsArePaired() {
        assertThat(pairs(0, NONE, 5, 6, NONE, 2, 3)).isDeepEqualTo(new int[][] {{1, 4}, {2, 5}, {3, 6}});
    }

    @Test
    void endsThatOnlyHangOnImagesAreNot() {
        assertThat(pairs(0, 4, 5, NONE, 1, 2, NONE)).isDeepEqualTo(new int[][] {{1, 4}, {2, 5}});
        assertThat(pairs()).isEmpty();
    }
}
