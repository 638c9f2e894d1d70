package dev.sinew.bench.rivals.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeltaMushWeightsTest {
    /** A strip of 41 pairs of vertices, cut in the middle: pair 20 is duplicated, as at a texture seam. */
    private static SkinnedModel strip() {
        int pairs = 42;
        float[] p = new float[6 * pairs];
        int[] bones = new int[2 * pairs];
        double[] weights = new double[2 * pairs];
        int[] triangles = new int[6 * (pairs - 2)];
        int at = 0;
        for (int k = 0; k < pairs; k++) {
            int place = k <= 20 ? k : k - 1;
            for (int side = 0; side < 2; side++) {
                int i = 2 * k + side;
                p[3 * i] = 0.01f * place;
                p[3 * i + 1] = 0.01f * side;
                bones[i] = place < 20 ? 0 : 1;
                weights[i] = 1;
            }
            if (k != 20 && k + 1 < pairs) {
                int i = 2 * k;
                for (int corner : new int[] {i, i + 2, i + 3, i, i + 3, i + 1}) {
                    triangles[at++] = corner;
                }
            }
        }
        return new SkinnedModel(
                Mesh.ofTriangles(p, triangles),
                SkinWeights.of(1, bones, weights),
                new Skeleton(List.of("left", "right"), new int[] {Skeleton.NONE, 0}, new double[6]),
                BoneType.RIGID,
                List.of());
    }

    private static double left(SkinWeights weights, int i) {
        double sum = 0;
        for (int k = i * weights.influences(); k < (i + 1) * weights.influences(); k++) {
            sum += weights.bones()[k] == 0 ? weights.weights()[k] : 0;
        }
        return sum;
    }

    @Test
    void smoothsABorderWithoutCracks() {
        SkinWeights weights = DeltaMushWeights.of(strip()).weights();

        double before = 1;
        for (int i = 0; i < 84; i += 2) {
            double now = left(weights, i);
            assertThat(now).isLessThanOrEqualTo(before + 1e-6);
            before = now;
        }
        // Both sides of the seam, and the middle of the border half a pair before it.
        assertThat(left(weights, 2 * 21)).isEqualTo(left(weights, 2 * 20));
        assertThat(0.5 * (left(weights, 2 * 19) + left(weights, 2 * 20))).isCloseTo(0.5, within(0.02));
        assertThat(left(weights, 2 * 17)).isBetween(0.6, 0.999);
        assertThat(left(weights, 0)).isGreaterThan(0.999);
    }
}
