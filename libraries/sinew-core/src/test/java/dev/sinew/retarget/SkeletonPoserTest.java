package dev.sinew.retarget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.math.Affine3;
import dev.sinew.math.Vec3;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.SkeletonPoser.Target;
import dev.sinew.run.InvalidInputException;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The model is a chain of three bones along y; in its clips the second and third turn about z only, to positive angles. */
class SkeletonPoserTest {
    private static final SkinnedModel MODEL = UnseenMotionTest.chain(new double[] {0, 20, 40, 60, 80}, 0);

    private static double[] point(double[] pose, int bone, double... at) {
        double[] out = new double[3];
        for (int r = 0; r < 3; r++) {
            out[r] = Affine3.row(pose, 12 * bone + 4 * r, at[0], at[1], at[2]);
        }
        return out;
    }

    private static void assertJointsHold(double[] pose) {
        for (int j = 1; j < 3; j++) {
            double[] own = point(pose, j, 0, j, 0);
            assertThat(Vec3.distance(own, point(pose, j - 1, 0, j, 0))).isLessThan(1e-9);
        }
    }

    @Test
    void targetsWithinReachAreMet() {
        SkeletonPoser poser = new SkeletonPoser(MODEL);
        for (int f = 0; f < 30; f++) {
            double angle = 0.1 * f;
            List<Target> targets = List.of(
                    Target.ofJoint("a", 0, 0, 0),
                    Target.ofJoint("c", 1.5 * Math.sin(angle), 1.5 * Math.cos(angle), 0.2));
            double[] pose = poser.solve(targets);
            assertJointsHold(pose);
            for (Target target : targets) {
                assertThat(poser.miss(target)).as("frame " + f).isLessThan(1e-3);
            }
        }
    }

    @Test
    void pointsOfTheMeshAreMetToo() {
        SkeletonPoser poser = new SkeletonPoser(MODEL);
        Target tip = Target.ofVertex(11, 0.9, 2.2, 0.1);
        double[] pose = poser.solve(List.of(tip, Target.ofJoint("a", 0, 0, 0)));
        assertThat(poser.miss(tip)).isLessThan(1e-3);
        float[] u = MODEL.rest().positions();
        assertThat(Vec3.distance(point(pose, 2, u[33], u[34], u[35]), new double[] {0.9, 2.2, 0.1}))
                .isLessThan(1e-3 * 4);
    }

    @Test
    void jointsBendAsInTheExamples() {
        // The distance of the ends leaves the direction of the bend open.
        SkeletonPoser poser = new SkeletonPoser(MODEL);
        double[] pose = poser.solve(List.of(Target.ofJoint("a", 0, 0, 0), Target.ofJoint("c", 0, 1.7, 0)));
        double[] middle = point(pose, 1, 0, 1, 0);
        assertThat(Math.abs(middle[2])).as("bends about z").isLessThan(0.02);
        // Turning the second bone to the left about z moves the middle to the right.
        assertThat(middle[0]).as("bends to the side of the examples").isGreaterThan(0.4);
    }

    @Test
    void withoutClipsTheRestPoseIsPreferred() {
        SkeletonPoser poser = new SkeletonPoser(MODEL.withClips(List.of()));
        double[] pose = poser.solve(List.of(Target.ofJoint("a", 0, 0, 0)));
        assertThat(Vec3.distance(point(pose, 2, 0, 3, 0), new double[] {0, 3, 0}))
                .isLessThan(1e-4);
    }

    @Test
    void aTargetOutOfReachPullsTheBodyAlong() {
        SkeletonPoser poser = new SkeletonPoser(MODEL);
        Target far = Target.ofJoint("c", 0, 6, 0);
        double[] pose = poser.solve(List.of(far));
        assertJointsHold(pose);
        assertThat(poser.miss(far)).isLessThan(1e-3);
        Target pinned = Target.ofJoint("a", 0, 0, 0);
        pose = poser.solve(List.of(far, pinned));
        assertThat(Vec3.distance(point(pose, 2, 0, 2, 0), point(pose, 0, 0, 0, 0)))
                .as("stretched")
                .isCloseTo(2, Offset.offset(1e-2));
    }

    @Test
    void rotationsAreMet() {
        SkeletonPoser poser = new SkeletonPoser(MODEL);
        double half = Math.sin(Math.PI / 8);
        double[] pose = poser.solve(List.of(Target.ofRotation("b", half, 0, 0, Math.cos(Math.PI / 8))));
        double[] y = Vec3.fromTo(point(pose, 1, 0, 0, 0), point(pose, 1, 0, 1, 0));
        assertThat(y[1]).isCloseTo(Math.cos(Math.PI / 4), Offset.offset(2e-3));
        assertThat(y[2]).isCloseTo(Math.sin(Math.PI / 4), Offset.offset(2e-3));
    }

    @Test
    void rejectsWhatTheModelDoesNotHave() {
        SkeletonPoser poser = new SkeletonPoser(MODEL);
        assertThatThrownBy(() -> poser.solve(List.of(Target.ofJoint("d", 0, 0, 0))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'d' is not a bone");
        assertThatThrownBy(() -> poser.solve(List.of(Target.ofVertex(12, 0, 0, 0))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("vertices are 0 to 11");
        assertThatThrownBy(() -> poser.solve(List.of(Target.ofJoint("a", 0, Double.NaN, 0))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("NaN");
    }
}
