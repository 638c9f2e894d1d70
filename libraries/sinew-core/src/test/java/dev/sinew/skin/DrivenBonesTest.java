package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A driven bone between two others is taken out and put back. */
class DrivenBonesTest {
    private static final int FRAMES = 3;

    private static SkinnedModel model() {
        Skeleton skeleton =
                new Skeleton(List.of("root", "helper", "tip"), new int[] {Skeleton.NONE, 0, 1}, new double[] {
                    0, 0, 0, 1, 0, 0, 2, 0, 0
                });
        SkinWeights weights =
                SkinWeights.of(2, new int[] {0, 1, 1, 2, 2, 0}, new double[] {0.5, 0.5, 0.25, 0.75, 1, 0});
        double[] m = new double[FRAMES * 3 * 12];
        for (int f = 0; f < FRAMES; f++) {
            for (int j = 0; j < 3; j++) {
                for (int r = 0; r < 3; r++) {
                    m[36 * f + 12 * j + 5 * r] = 1;
                    m[36 * f + 12 * j + 4 * r + 3] = f + 0.1 * j;
                }
            }
        }
        Clip clip = new Clip("slide", 30, new BoneMotion(3, FRAMES, m));
        Mesh mesh = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        return new SkinnedModel(mesh, weights, skeleton, BoneType.RIGID, List.of(clip));
    }

    private static Drivers drivers() {
        Inputs inputs = new Inputs(Kind.CONSTANT, new int[0], new int[0], 0, 0.1);
        double[] y = {0, 0, 0, 0.1, 0.1, 0.1};
        double[] low = {-1, -1, -1, -1, -1, -1};
        double[] high = {1, 1, 1, 1, 1, 1};
        return new Drivers(
                inputs, new int[] {1}, new int[] {0}, new double[] {1, 0, 0}, false, y, new double[0], low, high);
    }

    @Test
    void removesAndRestores() {
        SkinnedModel model = model();
        DrivenBones bones = new DrivenBones(model, drivers());
        SkinnedModel fewer = bones.removed();
        assertThat(fewer.skeleton().names()).containsExactly("root", "tip");
        assertThat(fewer.skeleton().parents()).containsExactly(Skeleton.NONE, 0);
        assertThat(fewer.weights().totals(2)).containsExactly(new double[] {1.25, 1.75}, within(1e-12));
        Clip back = bones.driven(fewer.clips().get(0));
        assertThat(back.motion().matrices())
                .containsExactly(model.clips().get(0).motion().matrices(), within(1e-12));
    }
}
