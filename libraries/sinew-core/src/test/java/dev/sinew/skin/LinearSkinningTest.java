package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Skinning against its definition, and skinned normals against recomputed ones. */
class LinearSkinningTest extends QuietTest {
    @Test
    void positionsAreTheWeightedSum() {
        SkinnedModel model =
                Synthetic.model(Synthetic.tube(13, 7), new double[] {-1, 0, 0, 0, 0.2, 0, 1.3, 0, 0}, 3, 2);
        BoneMotion motion = model.clips().get(0).motion();
        double[] whole = new double[3 * model.vertexCount()];
        for (int f = 0; f < 3; f++) {
            new LinearSkinning(model).positions(motion, f, whole);
            assertThat(whole).containsExactly(naive(model, motion, f), within(1e-12));
        }
        double[] part = new double[3 * 5];
        new LinearSkinning(model).positions(motion.matrices(), motion.offset(2, 0), 40, 45, part);
        for (int k = 0; k < part.length; k++) {
            assertThat(part[k]).isEqualTo(whole[3 * 40 + k]);
        }
    }

    private static double[] naive(SkinnedModel model, BoneMotion motion, int f) {
        SkinWeights weights = model.weights();
        float[] u = model.rest().positions();
        double[] out = new double[u.length];
        for (int i = 0; i < model.vertexCount(); i++) {
            for (int k = 0; k < weights.influences(); k++) {
                int at = i * weights.influences() + k;
                int m = motion.offset(f, weights.bones()[at]);
                for (int r = 0; r < 3; r++) {
                    double moved = motion.matrices()[m + 4 * r + 3];
                    for (int c = 0; c < 3; c++) {
                        moved += motion.matrices()[m + 4 * r + c] * u[3 * i + c];
                    }
                    out[3 * i + r] += weights.weights()[at] * moved;
                }
            }
        }
        return out;
    }

    @Test
    void normalsOfABendingTubeAreNearRecomputedOnes() {
        Mesh tube = Synthetic.tube(60, 24);
        SkinnedModel model = bendingTube(tube);
        float[] atRest = Normals.ofVertices(tube, tube.positions());
        double[] skinned = new double[atRest.length];
        BoneMotion motion = model.clips().get(0).motion();
        for (int f = 0; f < motion.frameCount(); f++) {
            float[] posed = ClipFrames.sequence(model, model.clips().get(0)).frame(f);
            float[] recomputed = Normals.ofVertices(tube, posed);
            new LinearSkinning(model).normals(motion, f, atRest, skinned);
            for (int i = 0; i < tube.vertexCount(); i++) {
                double cosine = 0;
                double length = 0;
                for (int x = 0; x < 3; x++) {
                    cosine += skinned[3 * i + x] * recomputed[3 * i + x];
                    length += skinned[3 * i + x] * skinned[3 * i + x];
                }
                assertThat(length).isEqualTo(1, within(1e-12));
                assertThat(cosine).as("vertex %d, frame %d", i, f).isGreaterThan(0.97);
            }
        }
    }

    /** One end is fixed, the other rotates about z by up to 35° and grows; weights vary smoothly along the tube. */
    private static SkinnedModel bendingTube(Mesh tube) {
        int frames = 6;
        double[] matrices = new double[frames * 24];
        for (int f = 0; f < frames; f++) {
            double angle = Math.toRadians(7 * f);
            double grow = 1 + 0.05 * f;
            double[] still = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
            double[] turned = {
                Math.cos(angle),
                -Math.sin(angle) * grow,
                0,
                0,
                Math.sin(angle),
                Math.cos(angle) * grow,
                0,
                0,
                0,
                0,
                grow,
                0
            };
            System.arraycopy(still, 0, matrices, 24 * f, 12);
            System.arraycopy(turned, 0, matrices, 24 * f + 12, 12);
        }
        int n = tube.vertexCount();
        int[] bones = new int[2 * n];
        double[] weights = new double[2 * n];
        for (int i = 0; i < n; i++) {
            double x = tube.positions()[3 * i] / 4 + 0.5;
            double w = Math.min(1, Math.max(0, x * x * (3 - 2 * x)));
            bones[2 * i + 1] = 1;
            weights[2 * i] = 1 - w;
            weights[2 * i + 1] = w;
        }
        Clip clip = new Clip("bend", 30, new BoneMotion(2, frames, matrices));
        return new SkinnedModel(
                tube, SkinWeights.of(2, bones, weights), Skeleton.flat(new double[6]), BoneType.AFFINE, List.of(clip));
    }

    @Test
    void normalsFollowANonUniformStretch() {
        Mesh triangle = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 1}, new int[] {0, 1, 2});
        double[] stretch = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0};
        Clip clip = new Clip("stretch", 30, new BoneMotion(1, 1, stretch));
        SkinnedModel model = new SkinnedModel(
                triangle,
                SkinWeights.of(1, new int[3], new double[] {1, 1, 1}),
                Skeleton.flat(new double[3]),
                BoneType.AFFINE,
                List.of(clip));
        float[] atRest = Normals.ofVertices(triangle, triangle.positions());
        double[] skinned = new double[9];
        new LinearSkinning(model).normals(clip.motion(), 0, atRest, skinned);
        float[] wanted = Normals.ofVertices(triangle, new float[] {0, 0, 0, 1, 0, 0, 0, 1, 3});
        for (int k = 0; k < 9; k++) {
            assertThat(skinned[k]).isEqualTo(wanted[k], within(1e-6));
        }
    }
}
