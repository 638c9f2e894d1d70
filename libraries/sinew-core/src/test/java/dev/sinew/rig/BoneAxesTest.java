package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Quaternions;
import dev.sinew.model.Skeleton;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One axis of every bone points to the joint that follows. */
class BoneAxesTest {
    /** A root, an arm of two bones to the right and down, and a short stump upwards. */
    private static final Skeleton BENT =
            new Skeleton(List.of("root", "arm", "hand", "stump"), new int[] {-1, 0, 1, 0}, new double[] {
                0, 0, 0, 0, 2, 0, 3, 2, 0, 0, -1, 0
            });

    /** Column {@code axis} of the turn of bone j. */
    private static double[] axis(Skeleton skeleton, int j, int axis) {
        double[] r = new double[9];
        Quaternions.toMatrix(skeleton.orientations(), 4 * j, r, 0, 3);
        return new double[] {r[axis], r[3 + axis], r[6 + axis]};
    }

    @ParameterizedTest
    @EnumSource(BoneAxes.class)
    void theAxisPointsAlongTheBone(BoneAxes axes) {
        Skeleton turned = axes.along(BENT);
        assertThat(axis(turned, 0, axes.ordinal())).containsExactly(new double[] {0, 1, 0}, within(1e-12));
        assertThat(axis(turned, 1, axes.ordinal())).containsExactly(new double[] {1, 0, 0}, within(1e-12));
        assertThat(turned.pivots()).isEqualTo(BENT.pivots());
        assertThat(turned.parents()).isEqualTo(BENT.parents());
    }

    /** An end joint has the orientation of its parent. */
    @Test
    void aLastBoneLiesAsItsParent() {
        Skeleton turned = BoneAxes.Y.along(BENT);
        assertThat(axis(turned, 2, 1)).containsExactly(axis(turned, 1, 1), within(1e-12));
        assertThat(axis(turned, 3, 1)).containsExactly(axis(turned, 0, 1), within(1e-12));
    }

    /** From along +y to along −y is half a turn about any axis across; it must still be a turn. */
    @Test
    void backTheWayItCame() {
        Skeleton folded =
                new Skeleton(List.of("a", "b", "c"), new int[] {-1, 0, 1}, new double[] {0, 0, 0, 0, 1, 0, 0, 0.2, 0});
        Skeleton turned = BoneAxes.Y.along(folded);
        assertThat(axis(turned, 1, 1)).containsExactly(new double[] {0, -1, 0}, within(1e-12));
        double[] x = axis(turned, 1, 0);
        assertThat(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]).isCloseTo(1, within(1e-12));
    }

    @Test
    void jointsInOnePlaceKeepTheirParentsAxes() {
        Skeleton same =
                new Skeleton(List.of("a", "b", "c"), new int[] {-1, 0, 1}, new double[] {0, 0, 0, 1, 0, 0, 1, 0, 0});
        Skeleton turned = BoneAxes.Z.along(same);
        assertThat(axis(turned, 0, 2)).containsExactly(new double[] {1, 0, 0}, within(1e-12));
        assertThat(axis(turned, 1, 2)).containsExactly(new double[] {1, 0, 0}, within(1e-12));
    }
}
