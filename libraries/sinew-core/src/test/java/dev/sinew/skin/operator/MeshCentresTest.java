package dev.sinew.skin.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A square rod along x from −1 to 1 whose weight passes from one bone to the other between −½ and ½. */
class MeshCentresTest {
    private static final int RINGS = 81;
    private static final SkinnedModel ROD = rod();
    private static final MeshCentres CENTRES = new MeshCentres(ROD);

    private static SkinnedModel rod() {
        int n = 4 * RINGS;
        float[] p = new float[3 * n];
        double[] w = new double[2 * n];
        int[] bones = new int[2 * n];
        int[] triangles = new int[24 * (RINGS - 1)];
        int at = 0;
        for (int i = 0; i < n; i++) {
            double x = -1 + 2.0 * (i / 4) / (RINGS - 1);
            p[3 * i] = (float) x;
            p[3 * i + 1] = i % 4 == 0 || i % 4 == 3 ? -0.1f : 0.1f;
            p[3 * i + 2] = i % 4 < 2 ? -0.1f : 0.1f;
            bones[2 * i + 1] = 1;
            w[2 * i + 1] = Math.max(0, Math.min(1, x + 0.5));
            w[2 * i] = 1 - w[2 * i + 1];
            if (i / 4 + 1 < RINGS) {
                int next = i % 4 == 3 ? i - 3 : i + 1;
                for (int k : new int[] {i, next, next + 4, i, next + 4, i + 4}) {
                    triangles[at++] = k;
                }
            }
        }
        return new SkinnedModel(
                Mesh.ofTriangles(p, triangles),
                SkinWeights.of(2, bones, w),
                Skeleton.flat(new double[] {-1, 0, 0, 1, 0, 0}),
                BoneType.RIGID,
                List.of());
    }

    private static double[] centre(double first) {
        double[] out = new double[3];
        CENTRES.of(new int[] {0, 1}, new double[] {first, 1 - first}, 0, 2, out);
        return out;
    }

    @Test
    void theCentreLiesInsideNearItsWeights() {
        assertThat(centre(0.5)).containsExactly(new double[] {0, 0, 0}, within(1e-3));
        // The rod has these weights at x = ¼; the width σ and the share of pairs shift the centre slightly.
        assertThat(centre(0.25)[0]).isCloseTo(0.25, within(0.03));
        assertThat(centre(0.25)[1]).isCloseTo(0, within(1e-3));
    }

    @Test
    void mirroredWeightsHaveMirroredCentres() {
        assertThat(centre(0.3)[0]).isCloseTo(-centre(0.7)[0], within(1e-3));
    }

    @Test
    void orderAndSizeOfWeightsDoNotMatter() {
        double[] out = new double[3];
        CENTRES.of(new int[] {1, 0}, new double[] {1.4, 0.6}, 0, 2, out);

        assertThat(out).containsExactly(centre(0.3), within(1e-12));
    }

    @Test
    void oneBoneRotatesAboutItsPivot() {
        double[] out = new double[3];
        CENTRES.of(new int[] {1}, new double[] {1}, 0, 1, out);

        assertThat(out).containsExactly(1, 0, 0);
    }
}
