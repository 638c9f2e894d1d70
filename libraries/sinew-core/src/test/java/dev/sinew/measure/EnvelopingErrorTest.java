package dev.sinew.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import org.junit.jupiter.api.Test;

/** EE on one vertex between two bones, computed by hand. */
class EnvelopingErrorTest extends QuietTest {
    private static final float[] REST = {1, 0, 0};
    private static final SkinWeights WEIGHTS = SkinWeights.of(2, new int[] {0, 1}, new double[] {0.6, 0.4});

    /** Bone 0 is fixed, bone 1 moves by 10 along x. */
    private static BoneMotion motion() {
        double[] matrices = new double[24];
        for (int k = 0; k < 24; k++) {
            matrices[k] = k % 12 % 5 == 0 ? 1 : 0;
        }
        matrices[15] = 10;
        return new BoneMotion(2, 1, matrices);
    }

    private static double error(double got, double truth) {
        try (Workers workers = new Workers(1)) {
            return EnvelopingError.of(
                            (f, from, to, xyz) -> xyz[0] = got,
                            (f, from, to, xyz) -> xyz[0] = truth,
                            REST,
                            WEIGHTS,
                            motion(),
                            workers)
                    .value();
        }
    }

    @Test
    void isRelativeToTheErrorOfTheBestBone() {
        // At 5 the first bone (at 1) misses by 4, the second (at 11) by 6
        assertThat(error(4, 5)).isCloseTo(25, within(1e-12));
        // At 8 the second is nearer, although its weight is smaller
        assertThat(error(5, 8)).isCloseTo(100, within(1e-12));
        assertThat(error(8, 8)).isZero();
        assertThat(error(2, 1)).isNaN();
    }
}
