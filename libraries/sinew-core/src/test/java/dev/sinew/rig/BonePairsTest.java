package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import org.junit.jupiter.api.Test;

/** Two pairs, a bone across the plane, and one that has no image. */
class BonePairsTest {
    private static final BonePairs PAIRS = new BonePairs(new int[] {3, 1, 4, 0, 2, Skeleton.NONE});

    @Test
    void pairsComeAndGoTogether() {
        assertThat(PAIRS.units()).containsExactly(new int[] {0, 3}, new int[] {1}, new int[] {2, 4}, new int[] {5});
        assertThat(PAIRS.areAll()).isFalse();
    }

    @Test
    void whatIsLeftIsNumberedAnew() {
        boolean[] out = {true, false, false, true, false, true};
        assertThat(PAIRS.without(out)).isEqualTo(new BonePairs(new int[] {0, 2, 1}));
    }

    @Test
    void withoutItsImageABoneHasNone() {
        boolean[] out = {false, false, false, true, false, false};
        assertThat(PAIRS.without(out).images()).containsExactly(Skeleton.NONE, 1, 3, 2, Skeleton.NONE);
    }

    @Test
    void nothingIsPairedAtFirst() {
        assertThat(BonePairs.none(3).units()).hasSize(3);
    }
}
