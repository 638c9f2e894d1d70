package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.edit.Edit;
import dev.sinew.edit.EditState;
import dev.sinew.measure.BoneRegions;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.rig.RefitOptions;
import dev.sinew.rig.SkeletonRefit;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.skin.ClipFrames;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A given skeleton keeps its hierarchy, names and joints in every refit. */
class SkeletonRefitTest {
    private static final SkinnedModel FIGURE = new Mannequin().rigged(900, 12);
    private static final MeshSequence POSES =
            ClipFrames.sequence(FIGURE, FIGURE.clips().get(0));
    private static final RefitOptions OPTIONS = RefitOptions.defaults().withThreads(2);

    private static SkinnedModel solved(SkinnedModel model, RefitOptions options) {
        return SkeletonRefit.refit(model, POSES, options, Progress.SILENT).model();
    }

    private static double rmsePercent(SkinnedModel model) {
        try (Workers workers = new Workers(2)) {
            return Measure.of(model, model.clips().get(0), POSES, workers).rmsePercent();
        }
    }

    /** The largest distance of a bone from the joint with its parent, as a fraction of the size. */
    private static double stray(SkinnedModel model) {
        BoneMotion motion = model.clips().get(0).motion();
        Skeleton skeleton = model.skeleton();
        double most = 0;
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < skeleton.boneCount(); j++) {
                if (skeleton.parents()[j] == Skeleton.NONE) {
                    continue;
                }
                double[] own = at(motion, f, j, skeleton.pivot(j));
                double[] above = at(motion, f, skeleton.parents()[j], skeleton.pivot(j));
                for (int x = 0; x < 3; x++) {
                    most = Math.max(most, Math.abs(own[x] - above[x]));
                }
            }
        }
        return most / Box.around(model.rest().positions()).diagonal();
    }

    private static double[] at(BoneMotion motion, int f, int j, double[] p) {
        double[] m = motion.matrices();
        double[] out = new double[3];
        for (int r = 0; r < 3; r++) {
            int row = motion.offset(f, j) + 4 * r;
            out[r] = m[row] * p[0] + m[row + 1] * p[1] + m[row + 2] * p[2] + m[row + 3];
        }
        return out;
    }

    @Test
    void solvesMotionAndWeightsWithGivenJoints() {
        SkinnedModel still = FIGURE.withClips(List.of());
        SolveResult<SkinnedModel> fitted = SkeletonRefit.refit(still, POSES, OPTIONS, Progress.SILENT);
        SkinnedModel model = fitted.model();
        assertThat(model.skeleton()).usingRecursiveComparison().isEqualTo(FIGURE.skeleton());
        assertThat(stray(model)).isLessThan(1e-5);
        assertThat(rmsePercent(model)).isLessThan(0.05);
        assertThat(fitted.convergence()).isNotEmpty();
    }

    /** Weights that were painted too wide are corrected from the poses. */
    @Test
    void correctsPoorWeights() {
        int hard = FIGURE.skeleton().names().indexOf("chest");
        int[] bones = FIGURE.weights().bones().clone();
        double[] weights = FIGURE.weights().weights().clone();
        int k = FIGURE.weights().influences();
        for (int i = 0; i < FIGURE.vertexCount(); i += 3) {
            Arrays.fill(weights, i * k, (i + 1) * k, 0);
            bones[i * k] = hard;
            weights[i * k] = 0.4;
            bones[i * k + 1] = FIGURE.weights().bones()[i * k];
            weights[i * k + 1] = 0.6;
        }
        SkinnedModel poor = FIGURE.withWeights(SkinWeights.of(k, bones, weights));
        SkinnedModel model = solved(poor, OPTIONS);
        assertThat(rmsePercent(poor)).isGreaterThan(1);
        assertThat(rmsePercent(model)).isLessThan(0.2);
        assertThat(stray(model)).isLessThan(1e-5);
        assertThat(BoneRegions.of(poor).mean()).isGreaterThan(2);
        assertThat(BoneRegions.of(model).mean()).isLessThan(1.2);
    }

    @Test
    void lockedBonesKeepWeightsAndRotations() {
        SkinnedModel bent = solved(
                EditState.of(FIGURE)
                        .with(List.of(new Edit.Merge("chest", "belly"), new Edit.Lock("head")))
                        .model(),
                OPTIONS.withLocked(Set.of("head")));
        int before = FIGURE.skeleton().names().indexOf("head");
        int after = bent.skeleton().names().indexOf("head");
        assertThat(column(bent, after)).containsExactly(column(FIGURE, before), within(1e-12));
        BoneMotion own = bent.clips().get(0).motion();
        BoneMotion theirs = FIGURE.clips().get(0).motion();
        for (int f = 0; f < own.frameCount(); f++) {
            for (int e : new int[] {0, 1, 2, 4, 5, 6, 8, 9, 10}) {
                assertThat(own.matrices()[own.offset(f, after) + e])
                        .isCloseTo(theirs.matrices()[theirs.offset(f, before) + e], within(1e-6));
            }
        }
        assertThat(stray(bent)).isLessThan(1e-5);
    }

    private static double[] column(SkinnedModel model, int bone) {
        SkinWeights w = model.weights();
        double[] column = new double[model.vertexCount()];
        for (int at = 0; at < w.bones().length; at++) {
            column[at / w.influences()] += w.bones()[at] == bone ? w.weights()[at] : 0;
        }
        return column;
    }

    /** Additional clips of a finished rig: motion only. */
    @Test
    void keptWeightsStayUnchanged() {
        SkinnedModel model = solved(
                FIGURE.withClips(List.of()),
                OPTIONS.withInfluences(FIGURE.weights().maxInfluences()).withWeights(RefitOptions.Weights.KEEP));
        for (int j = 0; j < FIGURE.boneCount(); j++) {
            assertThat(column(model, j)).containsExactly(column(FIGURE, j), within(1e-15));
        }
        assertThat(rmsePercent(model)).isLessThan(0.01);
    }

    @Test
    void keepsEdits() {
        EditState edited = EditState.of(FIGURE)
                .with(List.of(
                        new Edit.Remove("toes_left"),
                        new Edit.Split("chest"),
                        new Edit.Parent("hand_left", "arm_left"),
                        new Edit.Root("chest")));
        SkinnedModel model = solved(edited.model(), OPTIONS);
        assertThat(model.skeleton())
                .usingRecursiveComparison()
                .isEqualTo(edited.model().skeleton());
        assertThat(stray(edited.model())).isGreaterThan(1e-3);
        assertThat(stray(model)).isLessThan(1e-5);
    }

    /** The figure with an end joint at its head, without vertices and clips. */
    private static SkinnedModel withEnd() {
        EditState split = EditState.of(FIGURE).with(List.of(new Edit.Split("head")));
        Skeleton skeleton = split.model().skeleton();
        int tip = skeleton.names().indexOf("head_tip");
        int head = skeleton.names().indexOf("head");
        int[] bones = Arrays.stream(split.model().weights().bones())
                .map(j -> j == tip ? head : j)
                .toArray();
        return new SkinnedModel(
                FIGURE.rest(),
                SkinWeights.of(
                        split.model().weights().influences(),
                        bones,
                        split.model().weights().weights()),
                skeleton,
                FIGURE.boneType(),
                List.of());
    }

    /** An end joint stays without vertices and moves with its parent. */
    @Test
    void bonesWithoutVerticesStayWithout() {
        SkinnedModel model = solved(withEnd(), OPTIONS);
        int tip = model.skeleton().names().indexOf("head_tip");
        int head = model.skeleton().names().indexOf("head");
        assertThat(model.weights().totals(model.boneCount())[tip]).isZero();
        assertThat(stray(model)).isLessThan(1e-5);
        Clip clip = model.clips().get(0);
        assertThat(clip.motion().matrices()[clip.motion().offset(7, tip)])
                .isEqualTo(clip.motion().matrices()[clip.motion().offset(7, head)]);
    }

    /** If joints are corrected, those without vertices stay unchanged, because the motion does not determine them. */
    @Test
    void correctsOnlyDeterminedJoints() {
        SkinnedModel before = withEnd();
        SkinnedModel after = solved(before, OPTIONS.withJoints(RefitOptions.Joints.CORRECT));
        int tip = before.skeleton().names().indexOf("head_tip");
        assertThat(after.skeleton().pivot(tip)).isEqualTo(before.skeleton().pivot(tip));
        assertThat(after.skeleton().pivots()).isNotEqualTo(before.skeleton().pivots());
        double most = SkeletonRefit.PLAY * Box.around(before.rest().positions()).diagonal();
        assertThat(after.skeleton().pivots()).containsExactly(before.skeleton().pivots(), within(1.001 * most));
        assertThat(stray(after)).isLessThan(1e-5);
    }

    @Test
    void rejectsInvalidInput() {
        int[] parents = FIGURE.skeleton().parents().clone();
        parents[3] = Skeleton.NONE;
        SkinnedModel two = FIGURE.withSkeleton(new Skeleton(
                FIGURE.skeleton().names(), parents, FIGURE.skeleton().pivots()));
        rejected(() -> solved(two, OPTIONS), "the skeleton has 2 roots");
        rejected(() -> solved(FIGURE, OPTIONS.withLocked(Set.of("nobody"))), "no bone 'nobody' to lock");
        rejected(
                () -> solved(FIGURE.withClips(List.of()), OPTIONS.withLocked(Set.of("head"))),
                "locked bones keep their motion");
        rejected(
                () -> SkeletonRefit.refit(new Mannequin().rigged(300, 2), POSES, OPTIONS, Progress.SILENT),
                "they must be of the same mesh");
    }

    private static void rejected(Runnable work, String sentence) {
        assertThatThrownBy(work::run).isInstanceOf(InvalidInputException.class).hasMessageContaining(sentence);
    }
}
