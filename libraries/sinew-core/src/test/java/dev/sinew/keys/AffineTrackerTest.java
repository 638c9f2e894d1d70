package dev.sinew.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.keys.AffineTracker.AffineKey;
import dev.sinew.keys.AffineTracker.CubeRotations;
import dev.sinew.keys.KeyInserter.Halfway;
import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneMotion;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AffineTrackerTest {
    private static void checkExact(List<AffineKey> keys) {
        Halfway halfway = new Halfway();
        double[] a = new double[9];
        for (AffineKey key : keys) {
            halfway.matrix(key, key, 0, a);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    assertThat(a[3 * r + c]).isEqualTo(key.global()[4 * r + c], within(2e-6));
                }
            }
        }
    }

    private static double largestRotation(List<AffineKey> keys) {
        double least = 1;
        for (int k = 1; k < keys.size(); k++) {
            least = Math.min(
                    least,
                    Math.abs(Quaternions.dot(keys.get(k).v(), 0, keys.get(k - 1).v(), 0)));
            least = Math.min(
                    least,
                    Math.abs(Quaternions.dot(keys.get(k).u(), 0, keys.get(k - 1).u(), 0)));
        }
        return Math.toDegrees(2 * Math.acos(Math.min(1, least)));
    }

    @Test
    void cubeRotationsAreTwentyFourDifferentOnes() {
        List<CubeRotations.Turn> orientations = CubeRotations.all();
        assertThat(orientations).hasSize(24);
        for (int a = 0; a < 24; a++) {
            assertThat(orientations.get(a).axes()).containsExactlyInAnyOrder(0, 1, 2);
            for (int b = 0; b < a; b++) {
                double[] p = orientations.get(a).quaternion();
                assertThat(Math.abs(Quaternions.dot(p, 0, orientations.get(b).quaternion(), 0)))
                        .isLessThan(0.8);
            }
        }
    }

    @Test
    void crossingStretchesKeepTheirAxes() {
        double[] globals = new double[12 * 21];
        for (int f = 0; f <= 20; f++) {
            // x from 0.8 to 1.2, y the other way: they are equal in the middle
            globals[12 * f] = 0.8 + 0.02 * f;
            globals[12 * f + 5] = 1.2 - 0.02 * f;
            globals[12 * f + 10] = -1.5;
        }
        List<AffineKey> keys = new AffineTracker().track(globals);
        checkExact(keys);
        assertThat(largestRotation(keys)).isLessThan(1e-4);
    }

    @Test
    void aBoneAtRestTakesTheAxesOfItsNeighbours() {
        double[] globals = new double[12 * 3];
        Affine3.identity(globals, 0);
        double[] turn = TestMotions.rotated(1, 2, 3, 0.8);
        double[] stretch = {1.3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.8, 0};
        double[] left = new double[12];
        Affine3.multiply(turn, 0, stretch, 0, left, 0);
        double[] back = TestMotions.rotated(1, 2, 3, -0.8);
        Affine3.multiply(left, 0, back, 0, globals, 12);
        Affine3.multiply(left, 0, back, 0, globals, 24);
        List<AffineKey> keys = new AffineTracker().track(globals);
        checkExact(keys);
        assertThat(largestRotation(keys)).isLessThan(1e-4);
    }

    @Test
    void pureRotationKeepsTheInnerNodeStill() {
        BoneMotion motion = TestMotions.similarity(1, 30, 2, 0, 12);
        List<AffineKey> keys = new AffineTracker().track(motion.matrices());
        checkExact(keys);
        for (AffineKey key : keys) {
            assertThat(Math.abs(Quaternions.dot(key.v(), 0, new double[] {0, 0, 0, 1}, 0)))
                    .isEqualTo(1, within(1e-9));
            assertThat(key.sigma()).containsExactly(new double[] {1, 1, 1}, within(1e-9));
        }
    }

    @Test
    void everyMatrixIsReproduced() {
        for (int seed = 0; seed < 40; seed++) {
            double[] globals = TestMotions.affine(1, 30, 0.1 * seed, seed).matrices();
            AffineTracker tracker = new AffineTracker();
            List<AffineKey> keys = tracker.track(globals);
            checkExact(keys);
            AffineKey middle = tracker.between(keys.get(3), keys.get(4));
            checkExact(List.of(middle));
            AffineKey renamed = tracker.renamed(keys.get(9), tracker.naming(keys.get(9), middle));
            checkExact(List.of(renamed));
            assertThat(Arrays.equals(renamed.global(), keys.get(9).global())).isTrue();
        }
    }
}
