package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Svd3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.mannequin.Mannequin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The mannequin's motion determines its whole skeleton, so it is a fair test. */
class MannequinTest {
    /** A multiple of the frame numbers tested here. */
    private static final int FINE_FRAMES = 720;

    private static final SkinnedModel FINE_MODEL = new Mannequin().rigged(500, FINE_FRAMES);

    private final Mannequin mannequin = new Mannequin();

    @Test
    void startsInTheRestPose() {
        SkinnedModel model = mannequin.rigged(4500, 12);
        MeshSequence made = mannequin.make(4500, 12);
        assertThat(model.boneCount()).isEqualTo(18);
        assertThat(MeshChecks.largestStep(made.rest().positions(), made.frame(0)))
                .isLessThan(1e-6);
        assertThat(Shells.of(made.rest()).count()).isEqualTo(1);
        assertThat(MeshChecks.isClosedManifold(made.rest())).isTrue();
    }

    @Test
    void bonesStayConnectedToTheirParents() {
        SkinnedModel model = mannequin.rigged(500, 40);
        for (int f = 0; f < 40; f++) {
            ModelSamplesTest.checkLengths(model.skeleton(), model.clips().get(0).motion(), f);
        }
    }

    /**
     * A joint c between two bones satisfies M_p·c = M_j·c in every frame. How well that determines it in the worst direction is
     * the smallest eigenvalue of Σ_f (R_p − R_j)ᵀ(R_p − R_j); 0 for a hinge.
     */
    @ParameterizedTest
    @ValueSource(ints = {8, 9, 12, 16, 24, 40})
    void everyJointRotatesAboutTwoAxes(int frames) {
        BoneMotion motion = FINE_MODEL.clips().get(0).motion();
        for (int j = 1; j < FINE_MODEL.boneCount(); j++) {
            double worst = worstDirection(
                    motion, FINE_FRAMES / frames, FINE_MODEL.skeleton().parents()[j], j);
            assertThat(Math.sqrt(worst / frames))
                    .as("joint %s", FINE_MODEL.skeleton().names().get(j))
                    .isGreaterThan(0.15);
        }
    }

    private static double worstDirection(BoneMotion motion, int step, int parent, int j) {
        double[] m = motion.matrices();
        double[] sum = new double[9];
        for (int f = 0; f < motion.frameCount(); f += step) {
            for (int k = 0; k < 27; k++) {
                int r = k / 9;
                int a = k / 3 % 3;
                int b = k % 3;
                int p = motion.offset(f, parent) + 4 * r;
                int q = motion.offset(f, j) + 4 * r;
                sum[3 * a + b] += (m[p + a] - m[q + a]) * (m[p + b] - m[q + b]);
            }
        }
        Svd3 svd = new Svd3();
        svd.decompose(sum, 0, 3);
        return Math.abs(svd.sigma()[2]);
    }

    @Test
    void everyBoneHasRigidVerticesAndBlendsWithNeighboursOnly() {
        SkinnedModel model = mannequin.rigged(mannequin.defaultVertices(), 1);
        SkinWeights weights = model.weights();
        int[] own = new int[model.boneCount()];
        for (int i = 0; i < weights.vertexCount(); i++) {
            int first = weights.bones()[4 * i];
            own[first] += weights.weights()[4 * i] > 0.95 ? 1 : 0;
            for (int k = 1; k < weights.influencesOf(i); k++) {
                assertThat(near(model.skeleton(), first, weights.bones()[4 * i + k]))
                        .as("vertex %d", i)
                        .isTrue();
            }
        }
        for (int j = 0; j < own.length; j++) {
            assertThat(own[j]).as(model.skeleton().names().get(j)).isGreaterThan(40);
        }
    }

    /** Parent and child, siblings, or one bone apart (a blend across a short bone). */
    private static boolean near(Skeleton skeleton, int a, int b) {
        int[] parents = skeleton.parents();
        boolean linked = parents[a] == b || parents[b] == a || parents[a] == parents[b];
        boolean nearlyLinked = parents[a] >= 0 && parents[parents[a]] == b
                || parents[b] >= 0 && parents[parents[b]] == a
                || parents[a] >= 0
                        && parents[b] >= 0
                        && (parents[parents[a]] == parents[b] || parents[parents[b]] == parents[a]);
        return linked || nearlyLinked;
    }

    @Test
    void sidesAreSymmetric() {
        SkinnedModel model = mannequin.rigged(4500, 1);
        float[] p = model.rest().positions();
        double size = Box.around(p).diagonal();
        for (int i = 0; i < p.length; i += 3 * 37) {
            double nearest = Double.MAX_VALUE;
            for (int k = 0; k < p.length; k += 3) {
                nearest = Math.min(
                        nearest, Math.hypot(Math.hypot(p[i] + p[k], p[i + 1] - p[k + 1]), p[i + 2] - p[k + 2]));
            }
            assertThat(nearest).isLessThan(1e-4 * size);
        }
    }

    @Test
    void noiseHasRequestedSizeAndIsDeterministic() {
        MeshSequence clean = mannequin.make(1000, 6);
        MeshSequence noisy = NoisySequence.of(clean, 0.01, 5);
        MeshSequence again = NoisySequence.of(clean, 0.01, 5);
        double size = Box.around(clean.rest().positions()).diagonal();
        double sum = 0;
        for (int f = 0; f < 6; f++) {
            assertThat(noisy.frame(f)).containsExactly(again.frame(f));
            for (int k = 0; k < noisy.frame(f).length; k++) {
                sum += Math.pow(noisy.frame(f)[k] - clean.frame(f)[k], 2);
            }
        }
        assertThat(Math.sqrt(sum / (6.0 * clean.vertexCount())) / size).isCloseTo(0.01, within(2e-4));
        assertThat(NoisySequence.of(clean, 0.01, 6).frame(0)).isNotEqualTo(noisy.frame(0));
        assertThat(NoisySequence.of(clean, 0, 5)).isSameAs(clean);
        assertThatThrownBy(() -> NoisySequence.of(clean, -1, 5)).hasMessageContaining("-1.0");
    }
}
