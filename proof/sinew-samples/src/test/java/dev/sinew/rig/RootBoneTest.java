package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.sample.biped.Biped;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.sample.solver.Beast;
import dev.sinew.sample.solver.LimitedMotion;
import dev.sinew.skin.ClipFrames;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The root of a figure's bones is the pelvis, whichever bone the tree starts from. */
class RootBoneTest {
    private static RigProblem problem(SkinnedModel model, RigOptions options, Workers workers) {
        MeshSequence played = ClipFrames.sequence(model, model.clips().get(0));
        NormalisedSequence poses = new NormalisedSequence(played);
        ReducedSequence reduced =
                ReducedSequence.of(poses, new double[0], ReducedSequence.DEFAULT_LOSS, 40, options.seed(), workers);
        return new RigProblem(played, poses, reduced, options, Progress.SILENT, workers);
    }

    /** With a tree that starts at bone {@code from}. */
    private static RootBone root(SkinnedModel model, RigProblem problem, int from) {
        double[] joints = new double[3 * model.boneCount()];
        for (int j = 0; j < model.boneCount(); j++) {
            System.arraycopy(problem.solver(model.skeleton().pivot(j)), 0, joints, 3 * j, 3);
        }
        BoneTree tree = new BoneTree(model.skeleton().parents(), joints).rootedAt(from);
        return RootBone.of(
                problem,
                tree,
                SkinState.of(model.weights(), problem.poses().rest().clone()));
    }

    private static RootBone root(SkinnedModel model, RigOptions options, int from) {
        try (Workers workers = new Workers(1)) {
            return root(model, problem(model, options, workers), from);
        }
    }

    private static String named(SkinnedModel model, RootBone root) {
        return model.skeleton().names().get(root.bone());
    }

    @Test
    void findsPelvisOfMannequinFromEveryBone() {
        SkinnedModel figure = new Mannequin().rigged(900, 4);
        try (Workers workers = new Workers(1)) {
            RigProblem problem = problem(figure, RigOptions.defaults(), workers);
            for (int from = 0; from < figure.boneCount(); from++) {
                assertThat(named(figure, root(figure, problem, from)))
                        .as("tree from %s", figure.skeleton().names().get(from))
                        .isEqualTo("pelvis");
            }
        }
    }

    /** The parts at the chest of a child's figure weigh more than its legs. */
    @Test
    void findsPelvisUnderLargeHeadAndArms() {
        SkinnedModel figure = new Mannequin().rigged(900, 4);
        float[] rest = figure.rest().positions().clone();
        for (int i = 0; i < rest.length / 3; i++) {
            int at = i * figure.weights().influences();
            String bone = figure.skeleton().names().get(figure.weights().bones()[at]);
            double[] pivot = figure.skeleton().pivot(figure.weights().bones()[at]);
            for (int x = 0; x < 3; x++) {
                double scale = bone.equals("head")
                        ? 2.2
                        : bone.contains("arm") || bone.contains("hand") ? x == 2 ? 3.5 : 1 : 1;
                rest[3 * i + x] = (float) (pivot[x] + scale * (rest[3 * i + x] - pivot[x]));
            }
        }
        SkinnedModel child = figure.withRest(figure.rest().withPositions(rest));
        assertThat(named(child, root(child, RigOptions.defaults(), 0))).isEqualTo("pelvis");
    }

    @Test
    void findsHipsOfBiped() {
        SkinnedModel figure = new Biped().make(900);
        assertThat(named(figure, root(figure, RigOptions.defaults(), 3)))
                .isEqualTo(figure.skeleton().names().get(0));
    }

    /** Forelegs may be as heavy as hind legs, but they are near the head. */
    @ParameterizedTest
    @ValueSource(strings = {"elephant", "lion", "camel"})
    void findsPelvisOfAnimals(String name) {
        SkinnedModel still = Beast.of(name, 2000);
        SkinnedModel animal = still.withClips(List.of(LimitedMotion.of(still, 4, 1)));
        int chest = animal.skeleton().names().indexOf("chest");
        assertThat(named(animal, root(animal, RigOptions.defaults(), chest))).isEqualTo("pelvis");
    }

    /** The joint nearest to a requested point. */
    @Test
    void usesRequestedRoot() {
        SkinnedModel figure = new Mannequin().rigged(900, 4);
        int shin = figure.skeleton().names().indexOf("shin_left");
        double[] knee = figure.skeleton().pivot(shin);
        RigOptions.Point there = new RigOptions.Point(knee[0], knee[1] + 0.01, knee[2]);
        RigOptions options =
                RigOptions.defaults().withForm(RigOptions.Form.usual().withRoot(there));
        RootBone root = root(figure, options, 0);
        assertThat(named(figure, root)).isIn("shin_left", "thigh_left");
        assertThat(root.asked().orElseThrow()).isLessThan(0.05);
    }

    /** Requesting a point at the pelvis changes nothing, and names do not depend on the root. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.55})
    void requestedPelvisChangesNothing(double above) {
        SkinnedModel figure = new Mannequin().rigged(900, 12);
        MeshSequence played = ClipFrames.sequence(figure, figure.clips().get(0));
        RigOptions options = RigOptions.defaults().withGoal(new RigOptions.Bones(18));
        SkinnedModel byItself =
                SkeletonRig.rig(played, options, Progress.SILENT).fitted().model();
        double[] hips = byItself.skeleton().pivot(0);
        RigOptions.Point point = new RigOptions.Point(hips[0], hips[1] + above, hips[2]);
        RigResult asked =
                SkeletonRig.rig(played, options.withForm(RigOptions.Form.usual().withRoot(point)), Progress.SILENT);
        SkinnedModel rooted = asked.fitted().model();
        assertThat(rooted.skeleton().names())
                .containsExactlyInAnyOrderElementsOf(byItself.skeleton().names());
        assertThat(asked.names().kind()).contains("humanoid");
        assertThat(rooted.skeleton().names().get(0).equals("hips")).isEqualTo(above == 0);
    }
}
