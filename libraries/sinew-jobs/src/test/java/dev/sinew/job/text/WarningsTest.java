package dev.sinew.job.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.form.Words;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarningsTest {
    private static String shown(Optional<String> warning) {
        return Words.said(warning.orElse(""), name -> "--" + name);
    }

    @ParameterizedTest
    @CsvSource({"60, --scale 0.01", "0.01, --scale 100", "40, ''", "0.06, ''"})
    void asksAboutUnusualSizes(float size, String option) {
        String warning = shown(Warnings.size("a.obj", new float[] {0, 0, 0, size, 0, 0}));
        if (option.isEmpty()) {
            assertThat(warning).isEmpty();
        } else {
            assertThat(warning).startsWith("warning: a.obj is ").contains(option);
            assertThat(Warnings.isWarning(warning)).isTrue();
        }
    }

    private static Skeleton legs(double x, double y, double z) {
        return new Skeleton(
                List.of("hips", "leg_left_1", "leg_left_2", "leg_right_1", "leg_right_2"),
                new int[] {Skeleton.NONE, 0, 1, 0, 3},
                new double[] {0, 0, 0, 1, 0, 0, 1 + x, y, z, -1, 0, 0, -1 - x, y, z});
    }

    @Test
    void noticesABodyThatLiesDown() {
        assertThat(Warnings.lyingBody(legs(0.1, -2, 0))).isEmpty();
        assertThat(shown(Warnings.lyingBody(legs(0, 0, -2)))).contains("does not stand upright", "--up z");
        assertThat(shown(Warnings.lyingBody(legs(2, 0, 0))))
                .contains("rotate the input")
                .doesNotContain("--up");
        assertThat(Warnings.lyingBody(Skeleton.flat(new double[6]))).isEmpty();
    }

    /** A symmetric body with four limbs of three vertices each, and a trunk. */
    private static SkinnedModel body(List<String> names, int[] parents) {
        double[][] joints = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}, {1, 1, 0}, {-1, 1, 0}};
        List<Float> positions = new ArrayList<>();
        int[] bones = new int[joints.length * 16];
        double[] weights = new double[bones.length];
        Arrays.fill(weights, 1);
        for (int j = 0; j < joints.length; j++) {
            for (int k = 0; k < 16; k++) {
                double side = Math.signum(joints[j][0]);
                positions.add((float) (joints[j][0] + side * 0.05 * k));
                positions.add((float) (joints[j][1] + (side == 0 ? 0.05 * k : 0.1 * (k % 4))));
                positions.add((float) (0.1 * (k % 3)));
                bones[16 * j + k] = j;
            }
        }
        float[] xyz = new float[positions.size()];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = positions.get(k);
        }
        Mesh mesh = Mesh.ofTriangles(xyz, new int[] {0, 1, 2});
        double[] pivots = Arrays.stream(joints).flatMapToDouble(Arrays::stream).toArray();
        return new SkinnedModel(
                mesh,
                SkinWeights.of(1, bones, weights),
                new Skeleton(names, parents, pivots),
                BoneType.RIGID,
                List.of());
    }

    private static final List<String> NAMES = List.of("hips", "spine_1", "leg_l", "leg_r", "arm_l", "arm_r");

    @Test
    void noticesLimbsOnOtherLimbs() {
        SkinnedModel good = body(NAMES, new int[] {Skeleton.NONE, 0, 0, 0, 1, 1});
        assertThat(Warnings.skeleton(good, Optional.of("humanoid"), true)).isEmpty();
        SkinnedModel crossed = body(NAMES, new int[] {Skeleton.NONE, 0, 0, 2, 1, 1});
        assertThat(Warnings.skeleton(crossed, Optional.of("humanoid"), true))
                .singleElement()
                .satisfies(warning ->
                        assertThat(shown(Optional.of(warning))).contains("leg_r on leg_l", "--bones N", "--parent"));
    }

    @Test
    void noticesBodiesThatAreNotRecognised() {
        SkinnedModel body = body(NAMES, new int[] {Skeleton.NONE, 0, 0, 0, 1, 1});
        assertThat(Warnings.skeleton(body, Optional.empty(), false)).isEmpty();
        assertThat(Warnings.skeleton(body, Optional.empty(), true))
                .singleElement()
                .satisfies(warning -> assertThat(shown(Optional.of(warning)))
                        .contains("not recognised as a humanoid or quadruped", "--rest FILE", "--rename"));
    }

    @Test
    void noticesATrunkWithoutVertices() {
        SkinnedModel body = body(NAMES, new int[] {Skeleton.NONE, 0, 0, 0, 1, 1});
        int[] bones = body.weights().bones().clone();
        Arrays.setAll(bones, k -> bones[k] == 0 ? 1 : bones[k]);
        SkinnedModel empty = new SkinnedModel(
                body.rest(),
                SkinWeights.of(1, bones, body.weights().weights()),
                body.skeleton(),
                BoneType.RIGID,
                List.of());
        assertThat(Warnings.skeleton(empty, Optional.of("humanoid"), true))
                .singleElement()
                .satisfies(warning ->
                        assertThat(shown(Optional.of(warning))).contains("no vertex follows mainly hips", "--root"));
    }

    @Test
    void noticesAPlainSkinThatIsBetter() {
        Warnings.Skin layers = new Warnings.Skin(0.42, 4);
        assertThat(shown(Warnings.plainFitIsBetter(layers, new Warnings.Skin(0.39, 3.9))))
                .contains("0.390 %", "0.420 %", "'sinew fit SEQ --bones N'");
        assertThat(Warnings.plainFitIsBetter(layers, new Warnings.Skin(0.5, 3.9)))
                .isEmpty();
        assertThat(Warnings.plainFitIsBetter(new Warnings.Skin(0.42, 2.5), new Warnings.Skin(0.39, 4)))
                .as("it costs more")
                .isEmpty();
    }
}
