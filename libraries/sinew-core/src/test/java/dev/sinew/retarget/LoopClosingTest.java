package dev.sinew.retarget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Hips that move along x and up, below a bone that does not, and a bone beside them that follows. */
class LoopClosingTest {
    private static final int FRAMES = 5;
    private static final int[] PARENTS = {Skeleton.NONE, 0, 1, 0};
    private static final double[] PIVOTS = {0, 0, 0, 0, 1, 0, 0, 0.5, 0, 0.2, 0, 0};

    private static double[] endOf(boolean keepTravel) {
        double[] m = new double[FRAMES * PARENTS.length * Affine3.STRIDE];
        for (int f = 0; f < FRAMES; f++) {
            for (int j = 0; j < PARENTS.length; j++) {
                int at = (f * PARENTS.length + j) * Affine3.STRIDE;
                Affine3.identity(m, at);
                m[at + 3] = j == 0 ? 0 : j == 3 ? 0.45 * f : 0.5 * f;
                m[at + 7] = j == 0 ? 0 : 0.1 * f;
            }
        }
        Skeleton skeleton = new Skeleton(List.of("root", "hips", "leg", "target"), PARENTS, PIVOTS);
        PoseTree tree = new PoseTree(PARENTS, new int[] {0, 1, 2, 3}, PIVOTS);
        BoneMotion closed = LoopClosing.close(new BoneMotion(PARENTS.length, FRAMES, m), skeleton, tree, keepTravel);
        double[] end = new double[2 * PARENTS.length];
        for (int j = 0; j < PARENTS.length; j++) {
            end[2 * j] = closed.matrices()[closed.offset(FRAMES - 1, j) + 3];
            end[2 * j + 1] = closed.matrices()[closed.offset(FRAMES - 1, j) + 7];
        }
        return end;
    }

    @Test
    void keepsTheTravelOfTheHipsForAllThatMoves() {
        assertThat(endOf(true)).containsExactly(new double[] {0, 0, 2, 0, 2, 0, 2, 0}, within(1e-12));
    }

    @Test
    void endsWhereItBeginsInPlace() {
        assertThat(endOf(false)).containsExactly(new double[8], within(1e-12));
    }
}
