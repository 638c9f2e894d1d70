package dev.sinew.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.skin.LinearSkinning;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The rivals of KCO09 on the twisted box must have smaller errors than plain linear skinning. */
class PlayedTest {
    private static final Workers WORKERS = new Workers(1);
    private static final SkinnedModel BOX =
            Samples.modelNamed("twisted-box").orElseThrow().make(600);
    private static final BoneMotion TWIST = BOX.clips().get(0).motion();

    @AfterAll
    static void close() {
        WORKERS.close();
    }

    private static double linear() {
        LinearSkinning linear = new LinearSkinning(BOX);
        return Played.envelopingError(
                BOX,
                TWIST,
                (f, from, to, xyz) -> linear.positions(TWIST.matrices(), TWIST.offset(f, 0), from, to, xyz),
                WORKERS);
    }

    @Test
    void halfwayAndScalingBonesReduceTheError() {
        double halfway = new HalfwayBones(BOX, TWIST, HalfwayBones.Added.HALFWAY).envelopingError(TWIST, WORKERS);
        HalfwayBones scaling = new HalfwayBones(BOX, TWIST, HalfwayBones.Added.HALFWAY_AND_SCALING);

        assertThat(halfway).isLessThan(0.5 * linear());
        assertThat(scaling.count()).isEqualTo(3);
        assertThat(scaling.envelopingError(TWIST, WORKERS)).isLessThan(halfway);
    }

    @Test
    void multiWeightsAreBestOnTrainingPoses() {
        MultiWeights weights = new MultiWeights(BOX, TWIST, WORKERS);
        double own = weights.envelopingError(TWIST, WORKERS);

        assertThat(own).isLessThan(linear());
    }
}
