package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.SkeletonRig;
import dev.sinew.run.Progress;
import dev.sinew.sample.NoisySequence;
import dev.sinew.sample.biped.Biped;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.skin.ClipFrames;
import dev.sinew.skin.operator.OperatorSkinning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recovers the moving joints of known skeletons from their animations. */
class KnownSkeletonTest {
    private static final int VERTICES = 3000;

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.01})
    void findsMannequinUnderNoise(double noise) {
        SkinnedModel truth = new Mannequin().rigged(VERTICES, 24);
        finds(truth, truth.clips().get(0), noise);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.001, 0.01})
    void findsFigureWithRandomMotion(double noise) {
        SkinnedModel truth = new Biped().make(VERTICES);
        finds(truth, RandomMotion.of(truth, 24, 1), noise);
    }

    /** All joints but one: the toes of one foot gain less than a bone is worth, and their joint lies 6 % of the size away. */
    @Test
    void findsWalkingFigure() {
        SkinnedModel truth = new Biped().make(VERTICES);
        Clip clip = truth.clips().get(0);
        finds(truth, clip, ClipFrames.sequence(truth, clip), 0.9);
    }

    /**
     * Thick legs and a trunk; and slim legs and a long tail under dual quaternions, which linear blending only approximates. Two parts of a
     * camel's foreleg gain less than a bone is worth.
     */
    @ParameterizedTest
    @CsvSource({
        "elephant, LINEAR, 24, 1, 0.85",
        "lion, DUAL_QUATERNION, 12, 2, 0.95",
        "camel, DUAL_QUATERNION, 12, 2, 0.9"
    })
    void findsAnimalsWithJointLimits(String name, SkinningOperator by, int frames, long seed, double share) {
        SkinnedModel truth = Beast.of(name, 2000);
        Clip clip = LimitedMotion.of(truth, frames, seed);
        finds(truth, clip, OperatorSkinning.sequence(truth, clip, by), share);
    }

    private static void finds(SkinnedModel truth, Clip clip, double noise) {
        MeshSequence played = ClipFrames.sequence(truth, clip);
        finds(truth, clip, noise > 0 ? NoisySequence.of(played, noise, 7) : played, 0.95);
    }

    private static void finds(SkinnedModel truth, Clip clip, MeshSequence poses, double share) {
        RigResult result = SkeletonRig.rig(poses, RigOptions.defaults(), Progress.SILENT);
        JointRecovery found = JointRecovery.of(truth, clip, result.fitted().model());
        assertThat(found.within(4)).as("joints %s", found.percents()).isGreaterThanOrEqualTo(share);
        assertThat(found.medianPercent()).isLessThan(2.5);
        assertThat(result.joints().stream().filter(j -> j.outsidePercent() > 1).count())
                .as("joints outside")
                .isLessThanOrEqualTo(result.joints().size() / 10);
    }
}
