package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A square of four vertices of two bones, stored 100 times smaller than it is played. */
class BindShapeTest {
    private static final double[] STORED = {0, 0, 0, 0.01, 0, 0, 0.01, 0.01, 0, 0, 0.01, 0};
    private static final int[] BONES = {0, 0, 1, 1};

    /** Turned by 90° about z, enlarged and moved. */
    private static double[] matrix(double scale) {
        return new double[] {0, -scale, 0, 5, scale, 0, 0, 6, 0, 0, scale, 7};
    }

    private static Optional<float[]> of(double firstScale, double secondScale) {
        double[] skinning = new double[24];
        System.arraycopy(matrix(firstScale), 0, skinning, 0, 12);
        System.arraycopy(matrix(secondScale), 0, skinning, 12, 12);
        float[] posed = new float[12];
        for (int i = 0; i < 4; i++) {
            for (int r = 0; r < 3; r++) {
                double sum = skinning[12 * BONES[i] + 4 * r + 3];
                for (int x = 0; x < 3; x++) {
                    sum += skinning[12 * BONES[i] + 4 * r + x] * STORED[3 * i + x];
                }
                posed[3 * i + r] = (float) sum;
            }
        }
        return BindShape.of(STORED, posed, skinning, BONES);
    }

    @Test
    void isPlacedLikeThePose() {
        assertThat(of(100, 100).orElseThrow())
                .containsExactly(new float[] {5, 6, 7, 5, 7, 7, 4, 7, 7, 4, 6, 7}, within(1e-5f));
    }

    @Test
    void bonesOfDifferentScalesHaveNoShapeInCommon() {
        assertThat(of(100, 90)).isEmpty();
    }

    @Test
    void aReflectionIsNoPlace() {
        assertThat(of(-100, -100)).isEmpty();
    }
}
