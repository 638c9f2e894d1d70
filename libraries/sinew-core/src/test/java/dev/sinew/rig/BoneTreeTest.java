package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import org.junit.jupiter.api.Test;

class BoneTreeTest {
    private static BoneTree tree(int... parents) {
        return new BoneTree(parents, new double[3 * parents.length]);
    }

    @Test
    void theSameLinksAreFoundFromAnotherRoot() {
        BoneTree chain = tree(Skeleton.NONE, 0, 1, 1);
        assertThat(chain.hasLinksOf(chain.rootedAt(2))).isTrue();
        assertThat(chain.rootedAt(3).hasLinksOf(chain)).isTrue();
    }

    @Test
    void anotherLinkOrAnotherNumberOfBonesIsAnotherTree() {
        BoneTree chain = tree(Skeleton.NONE, 0, 1, 1);
        assertThat(chain.hasLinksOf(tree(Skeleton.NONE, 0, 1, 2))).isFalse();
        assertThat(chain.hasLinksOf(tree(Skeleton.NONE, 0, 1))).isFalse();
    }

    /** Of the bones 0, 1, 2, 3 the second one is gone; 2 and 3 were linked before, 0 and 2 were not. */
    @Test
    void jointsOfLinksThatStayAreKept() {
        double[] before = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3};
        BoneTree old = new BoneTree(new int[] {Skeleton.NONE, 0, 1, 2}, before);
        BoneTree fewer = new BoneTree(new int[] {1, 2, Skeleton.NONE}, new double[] {7, 7, 7, 8, 8, 8, 0, 0, 0});
        assertThat(fewer.withJointsOf(old, new int[] {0, 2, 3}).joints()).containsExactly(7, 7, 7, 3, 3, 3, 0, 0, 0);
    }
}
