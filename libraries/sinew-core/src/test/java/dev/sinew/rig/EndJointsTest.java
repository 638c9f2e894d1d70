package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.DenseRig;
import dev.sinew.Synthetic;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.symmetry.MirrorPlane;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A tube along x in three parts, the last of them a fork's second prong that moves nothing. */
class EndJointsTest {
    private static SkinnedModel tube() {
        SkinnedModel dense = DenseRig.on(Synthetic.tube(40, 8), 3);
        float[] u = dense.rest().positions();
        int[] bones = new int[u.length / 3];
        double[] ones = new double[bones.length];
        Arrays.fill(ones, 1);
        Arrays.setAll(bones, i -> u[3 * i] < 0 ? 0 : 1);
        Skeleton skeleton = new Skeleton(
                List.of("upper", "lower", "empty"), new int[] {-1, 0, 0}, new double[] {-2, 0, 0, 0, 0, 0, 0, 1, 0});
        BoneMotion motion =
                new BoneMotion(3, 2, Arrays.copyOf(dense.clips().get(0).motion().matrices(), 72));
        return new SkinnedModel(
                dense.rest(),
                SkinWeights.of(1, bones, ones),
                skeleton,
                BoneType.RIGID,
                List.of(new Clip("still", 30, motion)));
    }

    @Test
    void theLastBoneThatMovesSomethingGetsAnEnd() {
        SkinnedModel model = tube();
        SkinnedModel ended = EndJoints.added(model);
        assertThat(ended.skeleton().names()).containsExactly("upper", "lower", "empty", "lower_end");
        assertThat(ended.skeleton().parents()).containsExactly(-1, 0, 0, 1);
        double[] end = ended.skeleton().pivot(3);
        assertThat(end[0]).as("at the far end of the tube").isBetween(1.6, 2.01);
        assertThat(end[1]).as("in its middle").isCloseTo(0, within(0.05));
        assertThat(end[2]).isCloseTo(0, within(0.05));
    }

    /** It has no weights and goes where its bone goes. */
    @Test
    void itFollowsItsBone() {
        SkinnedModel model = tube();
        SkinnedModel ended = EndJoints.added(model);
        BoneMotion motion = ended.clips().get(0).motion();
        for (int f = 0; f < motion.frameCount(); f++) {
            assertThat(Arrays.copyOfRange(motion.matrices(), motion.offset(f, 3), motion.offset(f, 3) + 12))
                    .isEqualTo(Arrays.copyOfRange(motion.matrices(), motion.offset(f, 1), motion.offset(f, 1) + 12));
        }
        assertThat(ended.weights().totals(4)[3]).isZero();
        assertThat(ended.weights()).isEqualTo(model.weights());
    }

    /** A bone across the plane ends on it, though its tip is bent to one side. */
    @Test
    void whatIsMirroredEndsMirrored() {
        SkinnedModel model = tube();
        float[] u = model.rest().positions().clone();
        for (int i = 0; i < u.length / 3; i++) {
            u[3 * i + 2] += u[3 * i] > 1.5 ? 0.05f : 0;
        }
        SkinnedModel bent = model.withVertices(model.rest().withPositions(u), model.weights());
        MirrorPlane across = new MirrorPlane(new double[] {0, 0, 1}, 0);
        assertThat(EndJoints.added(bent).skeleton().pivot(3)[2]).isCloseTo(0.05, within(0.01));
        assertThat(EndJoints.added(bent, Optional.of(across)).skeleton().pivot(3)[2])
                .isCloseTo(0, within(1e-12));
    }
}
