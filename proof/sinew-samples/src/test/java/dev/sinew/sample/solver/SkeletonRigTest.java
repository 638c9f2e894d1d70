package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.SkeletonRig;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.sample.mannequin.Mannequin;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Recovers a known skeleton, and rejects input without one. */
class SkeletonRigTest {
    private static final int VERTICES = 4000;
    private static final int FRAMES = 24;

    @Test
    void findsEveryJointOfAKnownSkeletonAndItsTree() {
        SkinnedModel truth = new Mannequin().rigged(VERTICES, FRAMES);
        MeshSequence poses = new Mannequin().make(VERTICES, FRAMES);
        RigResult result = SkeletonRig.rig(poses, RigOptions.defaults(), Progress.SILENT);
        Skeleton made = result.fitted().model().skeleton();
        Skeleton known = truth.skeleton();
        double size = Box.around(truth.rest().positions()).diagonal();

        assertThat(result.bones()).isEqualTo(known.boneCount());
        int[] found = new int[known.boneCount()];
        for (int j = 1; j < known.boneCount(); j++) {
            found[j] = nearest(made, result.bones(), known, j);
            assertThat(distance(made, found[j], known, j) / size)
                    .as("joint of %s", known.names().get(j))
                    .isLessThan(0.02);
        }
        assertThat(edges(made, found)).isEqualTo(edges(known));
    }

    /** The joints that a bone connects, as pairs of known joints; both trees without their roots. */
    private static Set<Set<Integer>> edges(Skeleton known) {
        Set<Set<Integer>> edges = new HashSet<>();
        for (int a = 1; a < known.boneCount(); a++) {
            for (int b = 1; b < a; b++) {
                boolean chained = known.parents()[a] == b || known.parents()[b] == a;
                boolean siblings = known.parents()[a] == known.parents()[b];
                if (chained || siblings) {
                    edges.add(Set.of(a, b));
                }
            }
        }
        return edges;
    }

    private static Set<Set<Integer>> edges(Skeleton made, int[] found) {
        Set<Set<Integer>> edges = new HashSet<>();
        for (int a = 1; a < found.length; a++) {
            for (int b = 1; b < a; b++) {
                if (shareABone(made, found[a], found[b])) {
                    edges.add(Set.of(a, b));
                }
            }
        }
        return edges;
    }

    /** Joints are nodes here; two of them share a bone if it connects them. */
    private static boolean shareABone(Skeleton made, int a, int b) {
        Set<Integer> bonesOfA = bonesAt(made, a);
        bonesOfA.retainAll(bonesAt(made, b));
        return !bonesOfA.isEmpty();
    }

    /** The bones that meet at the joint of node j. */
    private static Set<Integer> bonesAt(Skeleton made, int j) {
        Set<Integer> bones = new HashSet<>();
        for (int k = 1; k < made.boneCount(); k++) {
            boolean here = samePlace(made, k, j);
            if (here) {
                bones.add(k);
                bones.add(made.parents()[k]);
            }
        }
        return bones;
    }

    private static boolean samePlace(Skeleton s, int a, int b) {
        return distance(s, a, s, b) < 1e-9;
    }

    /** End joints come after the others and are ignored. */
    private static int nearest(Skeleton made, int bones, Skeleton known, int j) {
        int best = 1;
        for (int k = 2; k < bones; k++) {
            best = distance(made, k, known, j) < distance(made, best, known, j) ? k : best;
        }
        return best;
    }

    private static double distance(Skeleton a, int i, Skeleton b, int j) {
        double x = a.pivots()[3 * i] - b.pivots()[3 * j];
        double y = a.pivots()[3 * i + 1] - b.pivots()[3 * j + 1];
        double z = a.pivots()[3 * i + 2] - b.pivots()[3 * j + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    @Test
    void rootMotionGoesToASeparateNode() {
        MeshSequence poses = travelling(new Mannequin().make(900, 10));
        RigOptions options = RigOptions.defaults()
                .withMaxBones(12)
                .withForm(RigOptions.Form.usual().withRootMotion(RigOptions.RootMotion.OWN_NODE));
        SkinnedModel model =
                SkeletonRig.rig(poses, options, Progress.SILENT).fitted().model();
        BoneMotion motion = model.clips().get(0).motion();
        assertThat(model.skeleton().names()).startsWith("motion", "hips");
        assertThat(model.skeleton().parents()[1]).isZero();
        int last = motion.offset(9, 0);
        assertThat(motion.matrices()[last + 3] - motion.matrices()[motion.offset(0, 0) + 3])
                .isGreaterThan(1);
        assertThat(motion.matrices()[last + 7]).as("no height").isCloseTo(0, within(1e-12));
        assertThat(Arrays.stream(model.weights().weights()).sum()).isCloseTo(poses.vertexCount(), within(1e-6));
    }

    private static MeshSequence travelling(MeshSequence still) {
        float[][] frames = new float[still.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = still.frame(f).clone();
            for (int i = 0; i < still.vertexCount(); i++) {
                frames[f][3 * i] += 0.3f * f;
            }
        }
        return new MeshSequence("walk", still.rest(), FrameSource.of(frames), 30);
    }

    @Test
    void rootIsTheJointNearestToTheWantedPoint() {
        MeshSequence poses = new Mannequin().make(900, 10);
        RigResult middle = SkeletonRig.rig(poses, RigOptions.defaults().withMaxBones(12), Progress.SILENT);
        double[] pivots = middle.fitted().model().skeleton().pivots();
        int j = middle.bones() - 1;
        RigOptions.Point there = new RigOptions.Point(pivots[3 * j], pivots[3 * j + 1], pivots[3 * j + 2]);
        SkinnedModel moved = SkeletonRig.rig(
                        poses,
                        RigOptions.defaults()
                                .withMaxBones(12)
                                .withForm(RigOptions.Form.usual().withRoot(there)),
                        Progress.SILENT)
                .fitted()
                .model();
        for (int x = 0; x < 3; x++) {
            assertThat(moved.skeleton().pivots()[x]).isCloseTo(pivots[3 * j + x], within(1e-9));
        }
    }

    @Test
    void sameResultWithAnyNumberOfThreads() {
        MeshSequence poses = new Mannequin().make(900, 10);
        double[] one = matrices(poses, 1);
        assertThat(matrices(poses, 3)).isEqualTo(one);
    }

    private static double[] matrices(MeshSequence poses, int threads) {
        RigOptions options = RigOptions.defaults().withMaxBones(10).withThreads(threads);
        return SkeletonRig.rig(poses, options, Progress.SILENT)
                .fitted()
                .model()
                .clips()
                .get(0)
                .motion()
                .matrices();
    }

    @Test
    void rejectsInputWithoutASkeleton() {
        Mesh tetrahedron = Mesh.ofTriangles(
                new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, new int[] {0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3});
        float[] pose = tetrahedron.positions();
        assertThatThrownBy(() -> rig(tetrahedron, pose))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("needs motion");
        assertThatThrownBy(() -> rig(tetrahedron, pose, pose, pose))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("does not move");
        Mesh triangle = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        assertThatThrownBy(() -> rig(triangle, triangle.positions(), new float[] {0, 0, 1, 1, 0, 0, 0, 1, 0}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("at least 4");
    }

    private static void rig(Mesh mesh, float[]... frames) {
        MeshSequence sequence = new MeshSequence("toy", mesh, FrameSource.of(frames), 30);
        SkeletonRig.rig(sequence, RigOptions.defaults(), Progress.SILENT);
    }

    @Test
    void acceptsFewVerticesAndFullRotations() {
        Mesh tetrahedron = Mesh.ofTriangles(
                new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, new int[] {0, 1, 2, 0, 1, 3, 0, 2, 3, 1, 2, 3});
        float[] turned = {0, 0, 0, 0, 1, 0, -1, 0, 0, 0, 0, 1};
        MeshSequence sequence = new MeshSequence(
                "toy", tetrahedron, FrameSource.of(new float[][] {tetrahedron.positions(), turned}), 30);
        RigResult result = SkeletonRig.rig(sequence, RigOptions.defaults(), Progress.SILENT);
        assertThat(result.bones()).isBetween(1, 4);
        assertThat(result.fitted().model().boneCount()).isEqualTo(result.bones() + 1);
    }
}
