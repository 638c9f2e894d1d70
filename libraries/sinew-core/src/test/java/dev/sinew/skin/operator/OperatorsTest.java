package dev.sinew.skin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.math.Affine3;
import dev.sinew.math.DualQuaternions;
import dev.sinew.math.Quaternions;
import dev.sinew.model.SkinningOperator;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every operator on cases with exactly known results. */
class OperatorsTest extends QuietTest {
    private static final int[] BOTH = {0, 1};
    private static final double[] IDENTITY = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

    /** A rotation about the line through c along z, then a translation along z. */
    private static double[] screw(double degrees, double[] c, double along) {
        double a = Math.toRadians(degrees);
        double[] m = {Math.cos(a), -Math.sin(a), 0, 0, Math.sin(a), Math.cos(a), 0, 0, 0, 0, 1, along};
        m[3] = c[0] - m[0] * c[0] - m[1] * c[1];
        m[7] = c[1] - m[4] * c[0] - m[5] * c[1];
        return m;
    }

    private static double[] palette(double[]... matrices) {
        double[] all = new double[12 * matrices.length];
        for (int j = 0; j < matrices.length; j++) {
            System.arraycopy(matrices[j], 0, all, 12 * j, 12);
        }
        return all;
    }

    private static double[] blend(SkinningOperator operator, double[] palette, double... weights) {
        BonePose pose = BonePose.of(operator, new double[palette.length / 4]);
        pose.load(palette, 0);
        double[] out = new double[12];
        int[] bones = new int[weights.length];
        for (int k = 0; k < bones.length; k++) {
            bones[k] = k;
        }
        pose.blend(bones, weights, 0, weights.length, out, 0);
        return out;
    }

    @ParameterizedTest
    @EnumSource(
            names = {"LINEAR", "CENTRES_OF_ROTATION"},
            mode = EnumSource.Mode.EXCLUDE)
    void halfOfARotationAndOfAScrew(SkinningOperator operator) {
        double[] c = {3, -2};
        for (double degrees : new double[] {20, 90, 179}) {
            double[] half = blend(operator, palette(IDENTITY, screw(degrees, c, 0)), 0.5, 0.5);
            assertThat(half).containsExactly(screw(degrees / 2, c, 0), within(1e-12));
            double[] screwed = blend(operator, palette(IDENTITY, screw(degrees, c, 4)), 0.5, 0.5);
            assertThat(screwed).containsExactly(screw(degrees / 2, c, 2), within(1e-12));
        }
    }

    @ParameterizedTest
    @EnumSource
    void translationsAndEqualBonesBlendLinearly(SkinningOperator operator) {
        double[] moved = {1, 0, 0, 8, 0, 1, 0, -4, 0, 0, 1, 2};
        assertThat(blend(operator, palette(IDENTITY, moved), 0.75, 0.25))
                .containsExactly(new double[] {1, 0, 0, 2, 0, 1, 0, -1, 0, 0, 1, 0.5}, within(1e-14));
        double[] same = screw(77, new double[] {1, 2}, 3);
        assertThat(blend(operator, palette(same, same), 0.3, 0.7)).containsExactly(same, within(1e-13));
    }

    @Test
    void aHalfTurnTwists() {
        double[] palette = palette(IDENTITY, screw(180, new double[2], 0));
        double[] linear = blend(SkinningOperator.LINEAR, palette, 0.5, 0.5);
        assertThat(linear[0]).isCloseTo(0, within(1e-15));
        // Kavan et al.: a quarter of a half turn is 2·atan(1/3), not 45 degrees
        double[] quarter = blend(SkinningOperator.DUAL_QUATERNION, palette, 0.75, 0.25);
        double[] wanted = screw(Math.toDegrees(2 * Math.atan(1.0 / 3)), new double[2], 0);
        assertThat(Math.abs(quarter[1])).isCloseTo(Math.abs(wanted[1]), within(1e-12));
        assertThat(quarter[0]).isCloseTo(wanted[0], within(1e-12));
        // The intrinsic mean is uniform
        double[] even = blend(SkinningOperator.ITERATIVE_DUAL_QUATERNION, palette, 0.75, 0.25);
        assertThat(even[0]).isCloseTo(Math.cos(Math.PI / 4), within(1e-10));
        // Rounding does not decide: both orders of the same blend agree
        double[] swapped =
                blend(SkinningOperator.DUAL_QUATERNION, palette(screw(180, new double[2], 0), IDENTITY), 0.25, 0.75);
        assertThat(swapped).containsExactly(quarter, within(1e-12));
    }

    @Test
    void signsDecideBeyondAHalfTurn() {
        double[] q = new double[16];
        DualQuaternions.fromRigid(IDENTITY, 0, q, 0);
        // 300 degrees about z, the long way: w = cos 150° < 0
        q[8 + 2] = Math.sin(Math.toRadians(150));
        q[8 + 3] = Math.cos(Math.toRadians(150));
        IterativePose kept = new IterativePose(2, Antipodality.AS_GIVEN);
        kept.loadQuaternions(q);
        double[] out = new double[12];
        kept.blend(BOTH, new double[] {0.5, 0.5}, 0, 2, out, 0);
        assertThat(out).containsExactly(screw(150, new double[2], 0), within(1e-10));
        kept.blend(BOTH, new double[] {0.75, 0.25}, 0, 2, out, 0);
        assertThat(out).containsExactly(screw(75, new double[2], 0), within(1e-9));
        DualQuaternionPose given = new DualQuaternionPose(2, Antipodality.AS_GIVEN);
        given.loadQuaternions(q);
        given.blend(BOTH, new double[] {0.5, 0.5}, 0, 2, out, 0);
        assertThat(out).containsExactly(screw(150, new double[2], 0), within(1e-12));
        DualQuaternionPose shortest = new DualQuaternionPose(2, Antipodality.SHORTEST);
        shortest.loadQuaternions(q);
        shortest.blend(BOTH, new double[] {0.5, 0.5}, 0, 2, out, 0);
        assertThat(out).containsExactly(screw(-30, new double[2], 0), within(1e-12));
    }

    @Test
    void stretchesBlendAboutThePivots() {
        // Scaled by 3 at (5, 0, 0) and rotated there by 90 degrees: the pivot stays
        double[] c = {5, 0, 0};
        double[] turn = screw(90, new double[] {5, 0}, 0);
        double[] scaled = new double[12];
        Affine3.multiply(turn, 0, new double[] {3, 0, 0, -10, 0, 3, 0, 0, 0, 0, 3, 0}, 0, scaled, 0);
        BonePose pose = BonePose.of(SkinningOperator.SCALED_DUAL_QUATERNION, new double[] {5, 0, 0, 5, 0, 0});
        pose.load(palette(IDENTITY, scaled), 0);
        double[] out = new double[12];
        pose.blend(BOTH, new double[] {0.5, 0.5}, 0, 2, out, 0);
        for (int r = 0; r < 3; r++) {
            assertThat(Affine3.row(out, 4 * r, c[0], c[1], c[2])).isCloseTo(c[r], within(1e-12));
        }
        // Half the rotation, the mean of 1 and 3
        double half = Math.sqrt(0.5);
        assertThat(out[0]).isCloseTo(2 * half, within(1e-12));
        assertThat(out[4]).isCloseTo(2 * half, within(1e-12));
        // One bone alone is its own matrix
        pose.blend(new int[] {1}, new double[] {1}, 0, 1, out, 0);
        assertThat(out).containsExactly(scaled, within(1e-12));
    }

    @Test
    void aCommonScaleIsNotBlended() {
        double[] palette = palette(IDENTITY, screw(80, new double[] {1, 1}, 0));
        double[] shrunk = palette.clone();
        for (int k = 0; k < shrunk.length; k++) {
            shrunk[k] *= 0.01;
        }
        double[] wanted = blend(SkinningOperator.DUAL_QUATERNION, palette, 0.4, 0.6);
        double[] got = blend(SkinningOperator.DUAL_QUATERNION, shrunk, 0.4, 0.6);
        for (int k = 0; k < 12; k++) {
            assertThat(got[k]).isCloseTo(0.01 * wanted[k], within(1e-14));
        }
    }

    @ParameterizedTest
    @EnumSource
    void isRotationEquivariant(SkinningOperator operator) {
        Random random = new Random(3);
        double[] bones = palette(screw(20, new double[] {1, 0}, 1), screw(100, new double[] {0, 2}, 0), tilted(random));
        double[] world = tilted(random);
        double[] moved = new double[36];
        for (int j = 0; j < 3; j++) {
            Affine3.multiply(world, 0, bones, 12 * j, moved, 12 * j);
        }
        double[] wanted = new double[12];
        Affine3.multiply(world, 0, blend(operator, bones, 0.2, 0.5, 0.3), 0, wanted, 0);
        assertThat(blend(operator, moved, 0.2, 0.5, 0.3)).containsExactly(wanted, within(1e-9));
    }

    private static double[] tilted(Random random) {
        double[] q = random.doubles(4, -1, 1).toArray();
        Quaternions.normalise(q, 0);
        double[] m = new double[12];
        Quaternions.toMatrix(q, 0, m, 0, 4);
        m[3] = random.nextDouble();
        m[11] = random.nextDouble();
        return m;
    }

    @ParameterizedTest
    @EnumSource(names = "ITERATIVE_DUAL_QUATERNION", mode = EnumSource.Mode.EXCLUDE)
    void derivativesAgreeWithFiniteDifferences(SkinningOperator operator) {
        Random random = new Random(5);
        double[] palette = palette(tilted(random), tilted(random), tilted(random), tilted(random));
        for (int k = 0; operator == SkinningOperator.SCALED_DUAL_QUATERNION && k < palette.length; k++) {
            palette[k] *= random.nextDouble(0.7, 1.4);
        }
        BonePose pose = BonePose.of(operator, random.doubles(12).toArray());
        pose.load(palette, 0);
        double[] u = {0.4, 0.3, 0.2, 0.1};
        int[] bones = {0, 1, 2, 3};
        double[] out = new double[12];
        double[] partials = new double[48];
        pose.differentiate(bones, u, 0, 4, out, partials);
        double h = 1e-6;
        for (int k = 0; k < 3; k++) {
            // Along the simplex: one more of k, one less of the last (the appendix' ∂/∂x_k)
            double[] up = u.clone();
            double[] down = u.clone();
            up[k] += h;
            up[3] -= h;
            down[k] -= h;
            down[3] += h;
            double[] above = new double[12];
            double[] below = new double[12];
            pose.blend(bones, up, 0, 4, above, 0);
            pose.blend(bones, down, 0, 4, below, 0);
            for (int c = 0; c < 12; c++) {
                assertThat(partials[12 * k + c] - partials[36 + c])
                        .isCloseTo((above[c] - below[c]) / (2 * h), within(1e-7));
            }
        }
    }

    @Test
    void aBlendAboutItsCentreMovesTheCentreLinearly() {
        double[] c = {3, -2};
        double[] palette = palette(IDENTITY, screw(90, c, 4));
        BonePose.Centres onAxis = (bones, weights, from, count, out) -> {
            out[0] = c[0];
            out[1] = c[1];
            out[2] = 7;
        };
        BonePose pose = BonePose.of(SkinningOperator.CENTRES_OF_ROTATION, new double[6], onAxis);
        pose.load(palette, 0);
        double[] out = new double[12];
        pose.blend(new int[] {0, 1}, new double[] {0.5, 0.5}, 0, 2, out, 0);

        // On the axis linear blending is exact, so that the screw is halved.
        assertThat(out).containsExactly(screw(45, c, 2), within(1e-12));

        BonePose off = BonePose.of(SkinningOperator.CENTRES_OF_ROTATION, new double[6]);
        off.load(palette, 0);
        off.blend(new int[] {0, 1}, new double[] {0.5, 0.5}, 0, 2, out, 0);
        double[] linear = blend(SkinningOperator.LINEAR, palette, 0.5, 0.5);
        assertThat(new double[] {out[3], out[7], out[11]})
                .containsExactly(new double[] {linear[3], linear[7], linear[11]}, within(1e-12));
    }
}
