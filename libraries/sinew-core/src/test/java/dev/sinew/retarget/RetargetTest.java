package dev.sinew.retarget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Affine3;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.RetargetOptions.Loop;
import dev.sinew.retarget.RetargetOptions.Match;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.ClipFrames;
import dev.sinew.solve.joints.PoseSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A bar of four rigid bones along y. */
class RetargetTest {
    private static final int BONES = 4;
    private static final int FRAMES = 12;
    private static final int[] CHAIN = {-1, 0, 1, 2};

    private static SkinnedModel bar(String prefix, long seed) {
        Random random = new Random(3);
        float[] positions = new float[3 * 40 * BONES];
        int[] bones = new int[40 * BONES];
        for (int i = 0; i < bones.length; i++) {
            bones[i] = i / 40;
            positions[3 * i] = (float) (0.2 * random.nextGaussian());
            positions[3 * i + 1] = (float) (i / 40 + random.nextDouble());
            positions[3 * i + 2] = (float) (0.2 * random.nextGaussian());
        }
        double[] weights = new double[bones.length];
        Arrays.fill(weights, 1);
        List<String> names = new ArrayList<>();
        double[] pivots = new double[3 * BONES];
        for (int j = 0; j < BONES; j++) {
            names.add(prefix + j);
            pivots[3 * j + 1] = j;
        }
        Skeleton skeleton = new Skeleton(names, CHAIN, pivots);
        return new SkinnedModel(
                Mesh.ofTriangles(positions, new int[] {0, 1, 2}),
                SkinWeights.of(1, bones, weights),
                skeleton,
                BoneType.RIGID,
                List.of(new Clip("bend", 30, bent(pivots, seed))));
    }

    private static BoneMotion bent(double[] pivots, long seed) {
        Random random = new Random(seed);
        double[] axes = random.doubles(3 * BONES, -1, 1).toArray();
        double[] m = new double[FRAMES * BONES * Affine3.STRIDE];
        for (int f = 0; f < FRAMES; f++) {
            double[] whole = Rotations.identity();
            for (int j = 0; j < BONES; j++) {
                double[] axis = Vec3.unit(Arrays.copyOfRange(axes, 3 * j, 3 * j + 3));
                whole = Rotations.product(whole, Rotations.about(axis, 0.06 * f));
                int at = (f * BONES + j) * Affine3.STRIDE;
                for (int x = 0; x < 3; x++) {
                    System.arraycopy(whole, 3 * x, m, at + 4 * x, 3);
                    m[at + 4 * x + 3] = 0.1 * f;
                }
                if (j > 0) {
                    PoseSolver.attach(m, at - Affine3.STRIDE, at, pivots, 3 * j);
                }
            }
        }
        return new BoneMotion(BONES, FRAMES, m);
    }

    private static void assertSame(BoneMotion a, BoneMotion b, double within) {
        assertThat(a.matrices()).containsExactly(b.matrices(), within(within));
    }

    @Test
    void ownClipStaysAsItIs() {
        SkinnedModel model = bar("bone_", 1);
        RetargetResult result = Retarget.retarget(model, RetargetSource.of(model), RetargetOptions.defaults());
        assertSame(result.clips().get(0).motion(), model.clips().get(0).motion(), 0);
    }

    @Test
    void recoversMotionOfTheSameMeshThatRestsElsewhere() {
        SkinnedModel truth = bar("other", 2);
        SkinnedModel near = bar("bone_", 1);
        float[] rest = near.rest().positions().clone();
        double[] pivots = near.skeleton().pivots().clone();
        for (int k = 0; k < rest.length; k++) {
            rest[k] = 5 + near.rest().positions()[k - k % 3 + (k + 1) % 3];
        }
        for (int k = 0; k < pivots.length; k++) {
            pivots[k] = 5 + near.skeleton().pivots()[k - k % 3 + (k + 1) % 3];
        }
        SkinnedModel model = new SkinnedModel(
                Mesh.ofTriangles(rest, new int[] {0, 1, 2}),
                near.weights(),
                new Skeleton(near.skeleton().names(), CHAIN, pivots),
                BoneType.RIGID,
                List.of());
        RetargetResult result = Retarget.retarget(
                model, RetargetSource.of(truth), RetargetOptions.defaults().withMatch(Match.MESH));
        float[] expected = ClipFrames.sequence(truth, truth.clips().get(0)).frame(FRAMES - 1);
        float[] actual = ClipFrames.sequence(model, result.clips().get(0)).frame(FRAMES - 1);
        for (int k = 0; k < expected.length; k++) {
            assertThat(actual[k]).isCloseTo(expected[k], within(1e-3f));
        }
    }

    @Test
    void recoversMotionFromTheSameMeshWithOtherBones() {
        SkinnedModel truth = bar("other", 2);
        SkinnedModel model = bar("bone_", 1);
        RetargetResult result = Retarget.retarget(model, RetargetSource.of(truth), RetargetOptions.defaults());
        assertThat(result.match()).isEqualTo(Match.MESH);
        assertSame(result.clips().get(0).motion(), truth.clips().get(0).motion(), 1e-4);
        assertThat(result.map().entries())
                .hasSize(BONES)
                .allMatch(entry -> entry.bone()
                        .substring(5)
                        .equals(entry.source().orElseThrow().substring(5)));
    }

    @Test
    void followsASkeletonInTheSameBodyWithoutItsMesh() {
        SkinnedModel truth = bar("other", 2);
        RetargetResult result = Retarget.retarget(
                bar("bone_", 1),
                RetargetSource.of(SkeletonMotion.of(truth)),
                RetargetOptions.defaults().withMatch(Match.SKELETON));
        assertThat(result.match()).isEqualTo(Match.SKELETON);
        assertSame(result.clips().get(0).motion(), truth.clips().get(0).motion(), 0.25);
    }

    @Test
    void mapWithUnknownBoneIsRejected() {
        SkinnedModel model = bar("bone_", 1);
        RetargetOptions options = RetargetOptions.defaults()
                .withMap(List.of(BoneMap.Entry.given("head", Optional.empty(), Optional.empty())));
        assertThatThrownBy(() -> Retarget.retarget(model, RetargetSource.of(model), options))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'head'");
    }

    @Test
    void closedLoopEndsAsItBegins() {
        SkinnedModel model = bar("bone_", 1);
        BoneMotion closed = Retarget.retarget(
                        model,
                        RetargetSource.of(model),
                        RetargetOptions.defaults().withLoop(Loop.CLOSE))
                .clips()
                .get(0)
                .motion();
        for (int j = 0; j < BONES; j++) {
            for (int k = 0; k < Affine3.STRIDE; k++) {
                if (k % 4 != 3) {
                    assertThat(closed.matrices()[closed.offset(FRAMES - 1, j) + k])
                            .isCloseTo(closed.matrices()[closed.offset(0, j) + k], within(1e-9));
                }
            }
        }
    }
}
