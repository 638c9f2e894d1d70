package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Shells;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.skin.LinearSkinning;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of all rigged samples. */
class ModelSamplesTest {
    static Stream<ModelSample> all() {
        return Samples.models().stream();
    }

    @Test
    void modelsAndSequencesHaveDistinctNames() {
        assertThat(Samples.modelNamed("biped")).isPresent();
        assertThat(Samples.models())
                .extracting(ModelSample::name)
                .doesNotContainAnyElementsOf(
                        Samples.all().stream().map(Sample::name).toList());
    }

    @ParameterizedTest
    @MethodSource("all")
    void vertexCountIsApproximateAndSurfaceIsClosed(ModelSample sample) {
        for (int wanted : List.of(16, 17, 1000, 9000, 50_000)) {
            SkinnedModel model = sample.make(wanted);
            assertThat(model.vertexCount()).isCloseTo(wanted, within(Math.max(8, wanted / 50)));
            assertThat(Shells.of(model.rest()).count()).isEqualTo(1);
            assertThat(MeshChecks.isClosedManifold(model.rest())).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void sameRequestGivesSameNumbers(ModelSample sample) {
        SkinnedModel once = sample.make(800);
        SkinnedModel again = sample.make(800);
        assertThat(once.rest().positions()).containsExactly(again.rest().positions());
        assertThat(once.weights().weights()).containsExactly(again.weights().weights());
        assertThat(once.clips().get(0).motion().matrices())
                .containsExactly(again.clips().get(0).motion().matrices());
    }

    @Test
    void bipedClipsLoopAndBonesKeepTheirLengths() {
        SkinnedModel model = Samples.modelNamed("biped").orElseThrow().make(500);
        assertThat(model.clips()).extracting(Clip::name).contains("walk", "wave", "idle");
        for (Clip clip : model.clips()) {
            BoneMotion motion = clip.motion();
            int last = motion.frameCount() - 1;
            for (int k = 0; k < BoneMotion.STRIDE * model.boneCount(); k++) {
                assertThat(motion.matrices()[motion.offset(last, 0) + k]).isCloseTo(motion.matrices()[k], within(1e-9));
            }
            for (int f = 0; f < motion.frameCount(); f++) {
                checkLengths(model.skeleton(), motion, f);
            }
        }
    }

    static void checkLengths(Skeleton skeleton, BoneMotion motion, int f) {
        for (int j = 0; j < skeleton.boneCount(); j++) {
            int parent = skeleton.parents()[j];
            if (parent != Skeleton.NONE) {
                // A joint is where its parent moves it.
                for (int r = 0; r < 3; r++) {
                    assertThat(carried(skeleton, motion, f, parent, j, r))
                            .isCloseTo(carried(skeleton, motion, f, j, j, r), within(1e-9));
                }
            }
        }
    }

    private static double carried(Skeleton skeleton, BoneMotion motion, int f, int bone, int pivot, int row) {
        int at = motion.offset(f, bone) + 4 * row;
        double[] m = motion.matrices();
        double[] p = skeleton.pivots();
        return m[at] * p[3 * pivot] + m[at + 1] * p[3 * pivot + 1] + m[at + 2] * p[3 * pivot + 2] + m[at + 3];
    }

    @ParameterizedTest
    @MethodSource("all")
    void motionIsBounded(ModelSample sample) {
        SkinnedModel model = sample.make(1000);
        double size = Box.around(model.rest().positions()).diagonal();
        LinearSkinning skinning = new LinearSkinning(model);
        double[] xyz = new double[3 * model.vertexCount()];
        for (Clip clip : model.clips()) {
            for (int f = 0; f < clip.motion().frameCount(); f++) {
                skinning.positions(clip.motion(), f, xyz);
                for (double x : xyz) {
                    assertThat(Math.abs(x)).isLessThan(1.5 * size);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void rejectsInvalidSizes(ModelSample sample) {
        assertThatThrownBy(() -> sample.make(15)).hasMessageContaining("15 vertices");
    }
}
