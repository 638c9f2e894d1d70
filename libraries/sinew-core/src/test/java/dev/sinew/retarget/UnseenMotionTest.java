package dev.sinew.retarget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.math.Affine3;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.CancelledException;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.skin.LinearSkinning;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class UnseenMotionTest {
    /** A chain of three bones along y, four points around each. */
    static SkinnedModel chain(double[] degrees, double shift) {
        float[] points = new float[36];
        int[] bones = new int[12];
        double[] weights = new double[12];
        for (int i = 0; i < 12; i++) {
            points[3 * i] = i % 2 == 0 ? 0.2f : -0.2f;
            points[3 * i + 1] = i / 4 + 0.2f + 0.3f * (i % 4);
            points[3 * i + 2] = i % 4 % 3 == 0 ? 0.15f : -0.15f;
            bones[i] = i / 4;
            weights[i] = 1;
        }
        Skeleton skeleton = new Skeleton(
                List.of("a", "b", "c"), new int[] {Skeleton.NONE, 0, 1}, new double[] {0, 0, 0, 0, 1, 0, 0, 2, 0});
        double[] m = new double[degrees.length * 36];
        for (int f = 0; f < degrees.length; f++) {
            for (int j = 0; j < 3; j++) {
                double[] r = Rotations.about(new double[] {0, 0, 1}, Math.toRadians(j * degrees[f]));
                double[] at = {shift, 0, 0};
                for (int k = 1; k <= j; k++) {
                    double[] p = Rotations.about(new double[] {0, 0, 1}, Math.toRadians((k - 1) * degrees[f]));
                    at = Vec3.along(at, Rotations.apply(p, new double[] {0, 1, 0}), 1);
                }
                double[] c = Rotations.apply(r, new double[] {0, j, 0});
                for (int x = 0; x < 3; x++) {
                    int to = 12 * (3 * f + j) + 4 * x;
                    System.arraycopy(r, 3 * x, m, to, 3);
                    m[to + 3] = at[x] - c[x];
                }
            }
        }
        Clip clip = new Clip("bend", 30, new BoneMotion(3, degrees.length, m));
        return new SkinnedModel(
                Mesh.ofTriangles(points, new int[] {0, 1, 2}),
                SkinWeights.of(1, bones, weights),
                skeleton,
                BoneType.RIGID,
                List.of(clip));
    }

    private static MeshSequence played(SkinnedModel model) {
        BoneMotion motion = model.clips().get(0).motion();
        LinearSkinning skinning = new LinearSkinning(model);
        float[][] frames = new float[motion.frameCount()][];
        double[] xyz = new double[3 * model.vertexCount()];
        for (int f = 0; f < frames.length; f++) {
            skinning.positions(motion, f, xyz);
            frames[f] = new float[xyz.length];
            for (int k = 0; k < xyz.length; k++) {
                frames[f][k] = (float) xyz[k];
            }
        }
        return new MeshSequence("played", model.rest(), FrameSource.of(frames), 24);
    }

    @Test
    void recoversTheMotionOfItsOwnSkeleton() {
        SkinnedModel truth = chain(new double[] {60, -40, 75, 10}, 3);
        SkinnedModel model = chain(new double[] {0, 5}, 0);
        UnseenMotion solved = UnseenMotion.solve(model, played(truth), Progress.SILENT);
        double[] expected = truth.clips().get(0).motion().matrices();
        double[] found = solved.clip().motion().matrices();
        for (int k = 0; k < expected.length; k++) {
            assertThat(found[k]).isCloseTo(expected[k], Offset.offset(1e-4));
        }
        assertThat(solved.clip().framesPerSecond()).isEqualTo(24);
    }

    @Test
    void namesJointsThatTurnFurtherThanInTheExamples() {
        MeshSequence poses = played(chain(new double[] {4, 75, 10}, 0));
        UnseenMotion solved = UnseenMotion.solve(chain(new double[] {0, 5}, 0), poses, Progress.SILENT);
        assertThat(solved.joints()).extracting(UnseenMotion.Joint::bone).containsExactlyInAnyOrder("b", "c");
        for (UnseenMotion.Joint joint : solved.joints()) {
            assertThat(joint.frame()).isEqualTo(1);
            assertThat(joint.degrees()).isCloseTo(70, Offset.offset(0.1));
        }
        UnseenMotion within = UnseenMotion.solve(chain(new double[] {0, 75, 10}, 0), poses, Progress.SILENT);
        assertThat(within.joints()).isEmpty();
    }

    @Test
    void rejectsOtherMeshesAndStopsWhenAsked() {
        SkinnedModel model = chain(new double[] {0, 5}, 0);
        MeshSequence poses = played(model);
        float[] few = new float[9];
        MeshSequence other = new MeshSequence(
                "other", Mesh.ofTriangles(few, new int[] {0, 1, 2}), FrameSource.of(new float[][] {few}), 24);
        assertThatThrownBy(() -> UnseenMotion.solve(model, other, Progress.SILENT))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("12 vertices")
                .hasMessageContaining("3");
        assertThatThrownBy(() -> UnseenMotion.solve(model, poses, step -> Progress.Answer.CANCEL))
                .isInstanceOf(CancelledException.class);
    }

    @Test
    void positionsFarFromTheOriginAreFollowed() {
        SkinnedModel truth = chain(new double[] {30}, 100);
        UnseenMotion solved = UnseenMotion.solve(chain(new double[] {0, 5}, 0), played(truth), Progress.SILENT);
        double[] m = solved.clip().motion().matrices();
        assertThat(Affine3.row(m, 0, 0, 0, 0)).isCloseTo(100, Offset.offset(1e-3));
    }
}
