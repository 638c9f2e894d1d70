package dev.sinew.io.parts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MovedNodesTest {
    /** scene → armature → hips → (leg → toe, spine → (arm, head)), and a lamp in the scene. */
    private static final int[] PARENTS = {-1, 0, 1, 2, 3, 2, 5, 5, 0};

    private static final int[] ORDER = {0, 1, 2, 3, 4, 5, 6, 7, 8};

    private static List<Integer> skeleton(Integer... moved) {
        return MovedNodes.skeleton(PARENTS, ORDER, Set.of(moved)::contains);
    }

    @Test
    void nodesBelowAMovedOneFollow() {
        assertThat(skeleton(2)).containsExactly(2, 3, 4, 5, 6, 7);
    }

    /** The hips do not move, but leg and arm meet there. */
    @Test
    void nodesThatJoinMovedOnesBelong() {
        assertThat(skeleton(3, 6)).containsExactly(2, 3, 4, 5, 6);
    }

    @Test
    void nothingMoves() {
        assertThat(skeleton()).isEmpty();
    }
}
