package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.BoneNames;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.symmetry.MirrorPlane;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoneNamesTest {
    private static final SkinnedModel MANNEQUIN = new Mannequin().rigged(2500, 1);

    private static List<String> names(SkinnedModel m) {
        return BoneNames.of(
                m.rest().positions(),
                m.weights(),
                m.skeleton().parents(),
                m.skeleton().pivots());
    }

    private static Map<String, String> byTruth(SkinnedModel m) {
        Map<String, String> map = new LinkedHashMap<>();
        List<String> names = names(m);
        for (int j = 0; j < names.size(); j++) {
            map.put(m.skeleton().names().get(j), names.get(j));
        }
        return map;
    }

    @Test
    void namesChainsOfMannequinBySide() {
        Map<String, String> names = byTruth(MANNEQUIN);
        assertThat(names)
                .containsEntry("pelvis", "hips")
                .containsEntry("belly", "spine_1")
                .containsEntry("chest", "spine_2")
                .containsEntry("head", "head")
                .containsEntry("thigh_left", "leg_left_1")
                .containsEntry("toes_left", "leg_left_4")
                .containsEntry("thigh_right", "leg_right_1")
                .containsEntry("arm_left", "arm_left_1")
                .containsEntry("hand_right", "arm_right_3");
        assertThat(names.values()).doesNotHaveDuplicates();
    }

    @Test
    void namesBonesOfBiped() {
        SkinnedModel biped = Samples.modelNamed("biped").orElseThrow().make(1500);
        Map<String, String> names = byTruth(biped);
        assertThat(names)
                .containsEntry("head", "head")
                .containsEntry("hand_left", "arm_left_4")
                .containsEntry("hand_right", "arm_right_4")
                .containsEntry("toes_left", "leg_left_4");
    }

    /** Under rotation and translation, left stays left as long as the figure looks mostly along +z. */
    @ParameterizedTest
    @ValueSource(doubles = {-0.6, 0.2, 0.6})
    void rotatedFigureKeepsItsSides(double angle) {
        assertThat(names(turned(MANNEQUIN, angle, 3))).isEqualTo(names(MANNEQUIN));
    }

    @Test
    void figureFacingXHasItsLeftAtMinusZ() {
        // A quarter turn to the left about y maps +z to +x, and the left side from +x to −z.
        assertThat(names(turned(MANNEQUIN, Math.PI / 2, -1))).isEqualTo(names(MANNEQUIN));
    }

    private static SkinnedModel turned(SkinnedModel m, double angle, double shift) {
        float[] u = m.rest().positions().clone();
        double[] c = m.skeleton().pivots().clone();
        for (int k = 0; k < u.length; k += 3) {
            double x = u[k];
            u[k] = (float) (Math.cos(angle) * x + Math.sin(angle) * u[k + 2] + shift);
            u[k + 2] = (float) (-Math.sin(angle) * x + Math.cos(angle) * u[k + 2]);
        }
        for (int k = 0; k < c.length; k += 3) {
            double x = c[k];
            c[k] = Math.cos(angle) * x + Math.sin(angle) * c[k + 2] + shift;
            c[k + 2] = -Math.sin(angle) * x + Math.cos(angle) * c[k + 2];
        }
        Mesh rest = m.rest().withPositions(u);
        return new SkinnedModel(
                rest,
                m.weights(),
                new Skeleton(m.skeleton().names(), m.skeleton().parents(), c),
                m.boneType(),
                List.of());
    }

    /**
     * An animal of boxes that looks along +z: trunk, neck and head, a tail behind, two pairs of legs on the ground, a pair of
     * ears.
     */
    @Test
    void namesBonesOfQuadruped() {
        double[][] beast = {
            {0, 1, -0.5, -1},
            {0, 1, 0, 0},
            {0, 1, 0.5, 1},
            {0, 1.3, 0.8, 2},
            {0, 1.5, 1.1, 3},
            {0, 1, -0.8, 0},
            {0, 1, -1.1, 5},
            {0.2, 1.7, 1.1, 4},
            {-0.2, 1.7, 1.1, 4},
            {0.3, 0.8, -0.5, 0},
            {0.3, 0.4, -0.5, 9},
            {0.3, 0.1, -0.4, 10},
            {-0.3, 0.8, -0.5, 0},
            {-0.3, 0.4, -0.5, 12},
            {-0.3, 0.1, -0.4, 13},
            {0.3, 0.8, 0.5, 2},
            {0.3, 0.4, 0.5, 15},
            {0.3, 0.1, 0.6, 16},
            {-0.3, 0.8, 0.5, 2},
            {-0.3, 0.4, 0.5, 18},
            {-0.3, 0.1, 0.6, 19}
        };
        int b = beast.length;
        float[] u = new float[3 * 8 * b];
        int[] bones = new int[8 * b];
        double[] ones = new double[8 * b];
        Arrays.fill(ones, 1);
        int[] parents = new int[b];
        double[] pivots = new double[3 * b];
        for (int j = 0; j < b; j++) {
            parents[j] = (int) beast[j][3];
            for (int k = 0; k < 24; k++) {
                double corner = (k / 3 >> k % 3 & 1) == 0 ? -0.1 : 0.1;
                u[24 * j + k] = (float) (beast[j][k % 3] + corner);
                bones[8 * j + k / 3] = j;
            }
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = j == 0 ? beast[0][x] : (beast[j][x] + beast[parents[j]][x]) / 2;
            }
        }
        BoneNames names = BoneNames.of(u, SkinWeights.of(1, bones, ones), parents, pivots, BoneNames.Style.AUTO);
        assertThat(names.kind()).contains("quadruped");
        assertThat(names.confidence()).isGreaterThan(0.85);
        assertThat(names.names())
                .startsWith("hips", "spine_1", "spine_2", "neck_1", "head", "tail_1", "tail_2", "ear_left_1")
                .containsSequence("hindleg_left_1", "hindleg_left_2", "hindleg_left_3", "hindleg_right_1")
                .endsWith("foreleg_left_3", "foreleg_right_1", "foreleg_right_2", "foreleg_right_3");
    }

    /** A trunk with a head and two arms on a static block, whose children are not legs. */
    @Test
    void armsOfStandingFigureAreNotLegs() {
        double[][] centroids = {
            {0, 0.5, 0}, {0, 1.5, 0}, {0, 2.2, 0}, {0.5, 1.6, 0}, {1, 1.6, 0}, {-0.5, 1.6, 0}, {-1, 1.6, 0}
        };
        int[] parents = {-1, 0, 1, 1, 3, 1, 5};
        int b = parents.length;
        float[] u = new float[3 * 8 * b];
        int[] bones = new int[8 * b];
        double[] ones = new double[8 * b];
        Arrays.fill(ones, 1);
        double[] pivots = new double[3 * b];
        for (int j = 0; j < b; j++) {
            double[] half = j == 0 ? new double[] {0.3, 0.5, 0.2} : new double[] {0.2, 0.2, 0.1};
            for (int k = 0; k < 24; k++) {
                u[24 * j + k] = (float) (centroids[j][k % 3] + ((k / 3 >> k % 3 & 1) == 0 ? -1 : 1) * half[k % 3]);
                bones[8 * j + k / 3] = j;
            }
            for (int x = 0; x < 3; x++) {
                pivots[3 * j + x] = j == 0 ? centroids[0][x] : (centroids[j][x] + centroids[parents[j]][x]) / 2;
            }
        }
        BoneNames names = BoneNames.of(u, SkinWeights.of(1, bones, ones), parents, pivots, BoneNames.Style.AUTO);
        assertThat(names.kind()).isEmpty();
        assertThat(names.names()).noneMatch(name -> name.startsWith("leg") || name.equals("hips"));
    }

    /** Joints found by a solver are never exactly symmetric. */
    @Test
    void pairsSlightlyAsymmetricJoints() {
        Random random = new Random(4);
        double[] c = Arrays.stream(MANNEQUIN.skeleton().pivots())
                .map(x -> x + 0.03 * random.nextGaussian())
                .toArray();
        assertThat(BoneNames.of(
                        MANNEQUIN.rest().positions(),
                        MANNEQUIN.weights(),
                        MANNEQUIN.skeleton().parents(),
                        c))
                .isEqualTo(names(MANNEQUIN));
    }

    @Test
    void asymmetricShapeHasChainsOnly() {
        Random random = new Random(9);
        float[] u = new float[3 * 400];
        for (int k = 0; k < u.length; k++) {
            // A spiral, which has no symmetry plane.
            double t = 7.0 * (k / 3) / 400;
            double place = k % 3 == 0 ? Math.cos(t) * (0.3 + t) : k % 3 == 1 ? t : Math.sin(t) * (0.3 + t);
            u[k] = (float) (place + 0.05 * random.nextDouble());
        }
        int[] bones = new int[400];
        double[] ones = new double[400];
        Arrays.setAll(bones, i -> i / 100);
        Arrays.fill(ones, 1);
        double[] pivots = new double[12];
        for (int j = 0; j < 4; j++) {
            System.arraycopy(new double[] {u[300 * j], u[300 * j + 1], u[300 * j + 2]}, 0, pivots, 3 * j, 3);
        }
        assertThat(BoneNames.of(u, SkinWeights.of(1, bones, ones), new int[] {-1, 0, 1, 0}, pivots))
                .containsExactly("root", "chain1_1", "chain1_2", "chain2_1");
    }

    @Test
    void oddCases() {
        SkinWeights none = SkinWeights.of(1, new int[0], new double[0]);
        assertThat(BoneNames.of(new float[0], none, new int[0], new double[0])).isEmpty();
        assertThat(BoneNames.of(new float[0], none, new int[] {-1, 0}, new double[6]))
                .containsExactly("root", "chain1_1");
        SkinWeights one = SkinWeights.of(1, new int[1], new double[] {1});
        assertThat(BoneNames.of(new float[3], one, new int[] {-1}, new double[3]))
                .containsExactly("root");
        assertThatThrownBy(() -> BoneNames.of(new float[0], none, new int[] {-1, -1}, new double[6]))
                .hasMessageContaining("bone 1 has the parent -1");
    }

    @Test
    void ballIsSymmetricAndShearedBoxIsNot() {
        Random random = new Random(2);
        float[] ball = new float[3 * 3000];
        for (int i = 0; i < ball.length; i += 3) {
            double[] g = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double r = Math.sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
            for (int x = 0; x < 3; x++) {
                ball[i + x] = (float) (g[x] / r);
            }
        }
        MirrorPlane plane = MirrorPlane.of(ball).orElseThrow();
        assertThat(plane.normal()[0]).isGreaterThan(0.99);
        assertThat(Math.abs(plane.distance())).isLessThan(0.02);
        float[] wound = ball.clone();
        for (int i = 0; i < wound.length; i += 3) {
            double t = 2.5 * ball[i + 1];
            wound[i] = (float) (2 * Math.cos(t) + 0.2 * ball[i]);
            wound[i + 2] = (float) (2 * Math.sin(t) + 0.2 * ball[i + 2]);
            wound[i + 1] = 2 * ball[i + 1];
        }
        assertThat(MirrorPlane.of(wound)).isEmpty();
    }
}
