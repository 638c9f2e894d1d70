package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.sample.biped.Biped;
import dev.sinew.skin.ClipFrames;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Removes parts of a known rig and recovers them from its animation. */
class PartialFitTest {
    private static SkinnedModel truth;
    private static Takes walk;
    private static Takes walkAndWave;

    @BeforeAll
    static void play() {
        truth = new Biped().make(700);
        walk = Takes.of(ClipFrames.sequence(truth, truth.clips().get(0)));
        walkAndWave = new Takes(
                List.of(walk.first(), ClipFrames.sequence(truth, truth.clips().get(1))));
    }

    private static PartialOptions options(Solve solve) {
        return PartialOptions.defaults(solve, BoneType.RIGID).withInfluences(8).withThreads(2);
    }

    private static SkinnedModel solve(PartialProblem problem, PartialOptions options) {
        return PartialFit.fit(problem, options, Progress.SILENT).fitted().model();
    }

    private static double erms(SkinnedModel model, int clip, MeshSequence sequence) {
        try (Workers workers = new Workers(1)) {
            return Measure.of(model, model.clips().get(clip), sequence, workers).erms();
        }
    }

    /** Every vertex with its most important bone only. */
    private static SkinnedModel stiff() {
        SkinWeights w = truth.weights();
        int[] bones = new int[w.vertexCount()];
        double[] ones = new double[bones.length];
        Arrays.fill(ones, 1);
        Arrays.setAll(bones, i -> w.bones()[i * w.influences()]);
        return with(truth, SkinWeights.of(1, bones, ones), truth.clips());
    }

    private static SkinnedModel with(SkinnedModel model, SkinWeights weights, List<Clip> clips) {
        return new SkinnedModel(model.rest(), weights, model.skeleton(), model.boneType(), clips);
    }

    private static int bone(String name) {
        return truth.skeleton().names().indexOf(name);
    }

    /** The matrices of some bones in a clip. */
    private static double[] motionOf(Clip clip, int bones) {
        BoneMotion m = clip.motion();
        double[] part = new double[m.frameCount() * bones * BoneMotion.STRIDE];
        for (int f = 0; f < m.frameCount(); f++) {
            System.arraycopy(
                    m.matrices(), m.offset(f, 0), part, f * bones * BoneMotion.STRIDE, bones * BoneMotion.STRIDE);
        }
        return part;
    }

    @Test
    void recoversWeightsFromMotion() {
        SkinnedModel start = stiff();
        assertThat(erms(start, 1, walkAndWave.sequences().get(1))).isGreaterThan(5);
        SkinnedModel solved = solve(PartialProblem.of(start, walkAndWave), options(Solve.WEIGHTS));
        for (int k = 0; k < 2; k++) {
            assertThat(erms(solved, k, walkAndWave.sequences().get(k))).isLessThan(0.15);
            assertThat(solved.clips().get(k).motion().matrices())
                    .isEqualTo(truth.clips().get(k).motion().matrices());
        }
        assertThat(meanDifference(solved.weights(), truth.weights(), truth.boneCount()))
                .isLessThan(0.15);
        assertThat(solved.clips()).extracting(Clip::name).containsExactly("walk", "wave", "idle");
    }

    /** Mean of Σ|w − w⁰| per vertex; 2 if no weight agrees. */
    private static double meanDifference(SkinWeights a, SkinWeights b, int bones) {
        double sum = 0;
        for (int i = 0; i < a.vertexCount(); i++) {
            double[] row = new double[bones];
            for (int k = 0; k < a.influences(); k++) {
                row[a.bones()[i * a.influences() + k]] += a.weights()[i * a.influences() + k];
            }
            for (int k = 0; k < b.influences(); k++) {
                row[b.bones()[i * b.influences() + k]] -= b.weights()[i * b.influences() + k];
            }
            sum += Arrays.stream(row).map(Math::abs).sum();
        }
        return sum / a.vertexCount();
    }

    @ParameterizedTest
    @EnumSource(BoneType.class)
    void recoversMotionFromWeights(BoneType type) {
        SkinnedModel still = with(truth, truth.weights(), List.of());
        PartialOptions options = PartialOptions.defaults(Solve.MOTION, type).withThreads(2);
        SkinnedModel solved = solve(PartialProblem.of(still, walkAndWave), options);
        assertThat(solved.weights()).isSameAs(truth.weights());
        assertThat(solved.boneType()).isEqualTo(type);
        for (int k = 0; k < 2; k++) {
            assertThat(erms(solved, k, walkAndWave.sequences().get(k))).isLessThan(0.1);
        }
        assertThat(solved.clips()).extracting(Clip::name).containsExactly("walk", "wave");
    }

    @Test
    void lockedBonesStayUnchanged() {
        BoneMotion shaken = shaken(truth.clips().get(0).motion());
        SkinnedModel start = with(stiff(), stiff().weights(), List.of(new Clip("walk", 30, shaken)));
        for (BoneType type : BoneType.values()) {
            PartialProblem problem = new PartialProblem(start, walk, Set.of("head", "shin_left"), Optional.empty());
            SkinnedModel solved = solve(
                    problem,
                    PartialOptions.defaults(Solve.BOTH, type).withThreads(2).withMaxIterations(9));
            assertThat(erms(solved, 0, walk.first())).isLessThan(0.5 * erms(start, 0, walk.first()));
            BoneMotion after = solved.clips().get(0).motion();
            for (int f = 0; f < shaken.frameCount(); f++) {
                for (int j : new int[] {bone("head"), bone("shin_left")}) {
                    assertThat(Arrays.copyOfRange(after.matrices(), after.offset(f, j), after.offset(f, j) + 12))
                            .isEqualTo(Arrays.copyOfRange(
                                    shaken.matrices(), shaken.offset(f, j), shaken.offset(f, j) + 12));
                }
                int hand = after.offset(f, bone("hand_left"));
                assertThat(after.matrices()[hand + 3]).isNotEqualTo(shaken.matrices()[hand + 3]);
            }
        }
    }

    /** Every bone shifted a little, differently in every frame. */
    private static BoneMotion shaken(BoneMotion motion) {
        double[] m = motion.matrices().clone();
        for (int at = 3; at < m.length; at += 4) {
            m[at] += 0.01 * Math.sin(at);
        }
        return new BoneMotion(motion.boneCount(), motion.frameCount(), m);
    }

    /** The rig without lower arms and shins, whose weights go to their parents. */
    private static SkinnedModel lame() {
        SkinWeights w = truth.weights();
        Set<Integer> gone = Set.of(bone("forearm_left"), bone("forearm_right"), bone("shin_left"), bone("shin_right"));
        double[] weights = new double[w.vertexCount() * truth.boneCount()];
        int[] bones = new int[weights.length];
        for (int at = 0; at < w.bones().length; at++) {
            int j = gone.contains(w.bones()[at]) ? truth.skeleton().parents()[w.bones()[at]] : w.bones()[at];
            weights[at / w.influences() * truth.boneCount() + j] += w.weights()[at];
        }
        Arrays.setAll(bones, k -> k % truth.boneCount());
        BoneMotion motion = truth.clips().get(0).motion();
        double[] m = motion.matrices().clone();
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j : gone) {
                int parent = truth.skeleton().parents()[j];
                System.arraycopy(m, motion.offset(f, parent), m, motion.offset(f, j), BoneMotion.STRIDE);
            }
        }
        Clip clip = new Clip("walk", 30, new BoneMotion(motion.boneCount(), motion.frameCount(), m));
        return with(
                truth,
                SkinWeights.of(truth.boneCount(), bones, weights),
                List.of(clip, truth.clips().get(2)));
    }

    @Test
    void helperBonesReduceTheError() {
        SkinnedModel start = lame();
        SkinnedModel weightsOnly = solve(PartialProblem.of(start, walk), options(Solve.WEIGHTS));
        SkinnedModel helped =
                solve(PartialProblem.of(start, walk), options(Solve.WEIGHTS).withHelperBones(6));
        double before = erms(weightsOnly, 0, walk.first());
        assertThat(before).isGreaterThan(1);
        assertThat(erms(helped, 0, walk.first())).isLessThan(0.2 * before);

        int old = start.boneCount();
        assertThat(helped.boneCount()).isBetween(old + 4, old + 6);
        assertThat(helped.skeleton().names().subList(0, old))
                .isEqualTo(start.skeleton().names());
        assertThat(helped.skeleton().names().get(old)).isEqualTo("helper_1");
        assertThat(Arrays.copyOf(helped.skeleton().parents(), old))
                .isEqualTo(start.skeleton().parents());
        assertThat(helped.skeleton().parents()[old]).isBetween(0, old - 1);
        for (int k = 0; k < 2; k++) {
            assertThat(motionOf(helped.clips().get(k), old))
                    .isEqualTo(start.clips().get(k).motion().matrices());
        }
    }

    @Test
    void addsNoUnnecessaryHelpers() {
        FitResult result = PartialFit.fit(
                PartialProblem.of(truth, walk), options(Solve.WEIGHTS).withHelperBones(3), Progress.SILENT);
        assertThat(result.fitted().model().boneCount()).isEqualTo(truth.boneCount());
        assertThat(result.fitted().notes()).anyMatch(note -> note.contains("3 of 3 helper bones"));
    }

    @Test
    void weightLocksRangeFromFreeToFixed() {
        SkinnedModel start = stiff();
        int n = start.vertexCount();
        double[] distances = new double[3];
        double[] locks = {0, 0.5, 1};
        for (int k = 0; k < 3; k++) {
            double[] all = new double[n];
            Arrays.fill(all, locks[k]);
            PartialProblem problem = new PartialProblem(start, walk, Set.of(), Optional.of(all));
            SkinnedModel solved = solve(problem, options(Solve.WEIGHTS));
            distances[k] = meanDifference(solved.weights(), start.weights(), start.boneCount());
        }
        assertThat(distances[0]).isGreaterThan(1.05 * distances[1]);
        assertThat(distances[1]).isPositive();
        assertThat(distances[2]).isZero();
    }

    @Test
    void resultDoesNotDependOnThreads() {
        PartialProblem problem = PartialProblem.of(lame(), walk);
        PartialOptions options =
                options(Solve.WEIGHTS).withHelperBones(2).withMaxIterations(3).withSmooth(1e-4);
        SkinnedModel one = solve(problem, options.withThreads(1));
        SkinnedModel two = solve(problem, options.withThreads(3));
        assertThat(two.weights().weights()).isEqualTo(one.weights().weights());
        assertThat(two.clips().get(0).motion().matrices())
                .isEqualTo(one.clips().get(0).motion().matrices());
    }

    @Test
    void rejectsMismatchedInput() {
        PartialProblem short_ = PartialProblem.of(
                truth,
                Takes.of(new MeshSequence(
                        "walk", truth.rest(), walkAndWave.sequences().get(1).frames(), 30)));
        assertThatThrownBy(() -> solve(short_, options(Solve.WEIGHTS)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("33 frames", "75");
        assertThatThrownBy(() -> new PartialProblem(truth, walk, Set.of("tail"), Optional.empty()))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("'tail'", "head", "shin_left");
        assertThatThrownBy(() -> new PartialProblem(truth, walk, Set.of(), Optional.of(new double[3])))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("3 locks", String.valueOf(truth.vertexCount()));
    }

    @Test
    void joinsTakesAndSplitsThemAgain() {
        MeshSequence joined = walkAndWave.joined();
        assertThat(joined.frameCount()).isEqualTo(33 + 75);
        assertThat(joined.frame(40)).isEqualTo(walkAndWave.sequences().get(1).frame(7));
        FitResult fit = LinearFit.fit(
                joined,
                FitOptions.defaults(new FitOptions.Bones(12))
                        .withBoneType(BoneType.RIGID)
                        .withThreads(2),
                Progress.SILENT);
        SkinnedModel split = walkAndWave.split(fit.fitted().model());
        assertThat(split.clips()).extracting(Clip::name).containsExactly("walk", "wave");
        double whole = erms(fit.fitted().model(), 0, joined);
        double[] parts = {
            erms(split, 0, walkAndWave.sequences().get(0)),
            erms(split, 1, walkAndWave.sequences().get(1))
        };
        assertThat(whole).isBetween(0.5 * Math.min(parts[0], parts[1]), 2 * Math.max(parts[0], parts[1]));
        assertThat(walkAndWave.join(split.clips()).motion().matrices())
                .isEqualTo(fit.fitted().model().clips().get(0).motion().matrices());
        assertThat(whole).isCloseTo(0, within(3.0));
        assertThatThrownBy(() -> new Takes(List.of(walk.first(), walk.first())))
                .hasMessageContaining("two clips have the name 'walk'");
        SkinnedModel other = new Biped().make(400);
        assertThatThrownBy(() -> new Takes(List.of(
                        walk.first(), ClipFrames.sequence(other, other.clips().get(1)))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContainingAll("'wave'", "'walk'", "same mesh");
    }
}
