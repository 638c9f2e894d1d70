package dev.sinew.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Small figures about the plane x = 0, whose bones move a few points each. */
class SkeletonSymmetryTest {
    private static final int NONE = Skeleton.NONE;
    private static final MirrorPlane MIDDLE = new MirrorPlane(new double[] {1, 0, 0}, 0);

    /** A figure built bone by bone. */
    private static final class Figure {
        private final List<String> names = new ArrayList<>();
        private final List<Integer> parents = new ArrayList<>();
        private final List<double[]> pivots = new ArrayList<>();
        private final List<float[]> points = new ArrayList<>();
        private final List<Integer> bones = new ArrayList<>();

        /** A bone that moves six points around its joint. */
        Figure bone(String name, int parent, double x, double y, double z) {
            joint(name, parent, x, y, z);
            return moving(x, y, z);
        }

        /** A bone that moves no point. */
        Figure joint(String name, int parent, double x, double y, double z) {
            names.add(name);
            parents.add(parent);
            pivots.add(new double[] {x, y, z});
            return this;
        }

        /** Six points for the last bone. */
        Figure moving(double x, double y, double z) {
            for (int k = 0; k < 6; k++) {
                double[] p = {x, y, z};
                p[k / 2] += k % 2 == 0 ? 0.2 : -0.2;
                point(p[0], p[1], p[2]);
            }
            return this;
        }

        Figure point(double x, double y, double z) {
            points.add(new float[] {(float) x, (float) y, (float) z});
            bones.add(names.size() - 1);
            return this;
        }

        SkinnedModel model() {
            float[] xyz = new float[3 * points.size()];
            for (int i = 0; i < points.size(); i++) {
                System.arraycopy(points.get(i), 0, xyz, 3 * i, 3);
            }
            double[] ones = new double[points.size()];
            Arrays.fill(ones, 1);
            double[] joints = pivots.stream().flatMapToDouble(Arrays::stream).toArray();
            int[] above = parents.stream().mapToInt(p -> p).toArray();
            int[] boneOf = bones.stream().mapToInt(j -> j).toArray();
            return new SkinnedModel(
                    Mesh.ofTriangles(xyz, new int[0]),
                    SkinWeights.of(1, boneOf, ones),
                    new Skeleton(names, above, joints),
                    BoneType.RIGID,
                    List.of());
        }

        int[] counterparts() {
            return BoneSymmetry.of(model(), MIDDLE);
        }
    }

    private static Figure trunk() {
        return new Figure().bone("a", NONE, 0, 0, 0).bone("b", 0, 0, 2, 0);
    }

    @Test
    void pairsTheLimbsOfATrunk() {
        int[] images = trunk().bone("c", 1, 2, 3, 0)
                .bone("d", 1, -2, 3, 0)
                .bone("e", 2, 4, 3, 0)
                .bone("f", 3, -4, 3, 0)
                .bone("g", 0, 1, -2, 0)
                .bone("h", 0, -1, -2, 0)
                .counterparts();
        assertThat(images).containsExactly(0, 1, 3, 2, 5, 4, 7, 6);
    }

    @Test
    void aLimbOnOneSideHasNoCounterpart() {
        int[] images = trunk().bone("c", 1, 2, 3, 0).bone("d", 0, -2, -3, 0).counterparts();
        assertThat(images).containsExactly(0, 1, NONE, NONE);
    }

    @Test
    void pairsFingersInOrderOfTheirPositions() {
        int[] images = trunk().bone("c", 1, 3, 3, 0)
                .bone("d", 1, -3, 3, 0)
                .bone("e", 2, 5, 3, 1)
                .bone("f", 2, 5, 3, 0)
                .bone("g", 2, 5, 3, -1)
                .bone("h", 3, -5, 3, 0)
                .bone("i", 3, -5, 3, -1)
                .bone("j", 3, -5, 3, 1)
                .counterparts();
        assertThat(images).containsExactly(0, 1, 3, 2, 9, 7, 8, 5, 6, 4);
    }

    @Test
    void pairsBonesWithoutATreeByPosition() {
        int[] images = new Figure()
                .bone("a", NONE, 0, 0, 0)
                .bone("b", NONE, 2, 1, 0)
                .bone("c", NONE, -2, 1, 0)
                .bone("d", NONE, 3, -2, 0)
                .counterparts();
        assertThat(images).containsExactly(0, 2, 1, NONE);
    }

    @Test
    void namesPairBonesThatArePosedDifferently() {
        int[] images = trunk().bone("arm.L", 1, 2, 3, 0)
                .bone("arm.R", 1, -1, 6, 3)
                .bone("leg.L", 0, 1, -2, 0)
                .counterparts();
        assertThat(images).containsExactly(0, 1, 3, 2, NONE);
    }

    /** Sides numbered in opposite order: an exact position wins. */
    @Test
    void aClearPositionWinsOverNames() {
        int[] images = trunk().bone("rib1.L", 1, 2, 6, 0)
                .bone("rib2.L", 1, 2, 3, 0)
                .bone("rib1.R", 1, -2, 3, 0)
                .bone("rib2.R", 1, -2, 6, 0)
                .counterparts();
        assertThat(images).containsExactly(0, 1, 5, 4, 3, 2);
    }

    /** The left arm has an additional bone, so that the trees differ. */
    @Test
    void positionsSufficeIfTreesDiffer() {
        int[] images = trunk().bone("c", 1, 2, 3, 0)
                .bone("d", 2, 3, 4, 2)
                .bone("e", 3, 5, 3, 0)
                .bone("f", 1, -2, 3, 0)
                .bone("g", 5, -5, 3, 0)
                .counterparts();
        assertThat(images).containsExactly(0, 1, 5, NONE, 6, 2, 4);
    }

    @Test
    void aBoneAcrossThePlaneIsItsOwnCounterpartWhateverItsParent() {
        int[] images = trunk().bone("c", 1, 2, 3, 0).bone("belt", 2, 0, 1, 1).counterparts();
        assertThat(images).containsExactly(0, 1, NONE, 3);
    }

    @Test
    void pairsEndsOfCounterparts() {
        int[] images = trunk().bone("c", 1, 2, 3, 0)
                .bone("d", 1, -2, 3, 0)
                .joint("c_end", 2, 4, 3, 0)
                .joint("d_end", 3, -4, 3, 0)
                .joint("b_end", 1, 0, 5, 0)
                .bone("tail_end", 0, 2, -4, 0)
                .counterparts();
        assertThat(images).containsExactly(0, 1, 3, 2, 5, 4, 6, NONE);
    }

    @Test
    void endsAreNotCounterpartsOfBones() {
        int[] images =
                trunk().bone("c.L", 1, 2, 3, 0).joint("c.R_end", 1, -2, 3, 0).counterparts();
        assertThat(images[2]).isEqualTo(NONE);
        assertThat(images[3]).isNotEqualTo(2);
    }

    /** A bone with the given numbers of points left and right, and its joint at x. */
    private static SkinnedModel leaning(int left, int right, double x) {
        Figure figure = new Figure().joint("a", NONE, x, 0, 0);
        for (int k = 0; k < left; k++) {
            figure.point(5, k % 3, 1);
        }
        for (int k = 0; k < right; k++) {
            figure.point(-5, k % 3, 1);
        }
        return figure.model();
    }

    @ParameterizedTest
    @CsvSource({
        "5, 5, 4, true, false",
        "4, 1, 4, true, false",
        "1, 4, 4, true, false",
        "5, 1, 4, false, false",
        "5, 1, 0, true, false",
        "19, 1, 0, true, false",
        "1, 19, 0.2, true, false",
        "1, 19, 0.5, false, false",
        "20, 1, 0, false, true",
        "7, 0, 0, false, true",
        "0, 7, 4, false, true"
    })
    void aBoneIsAcrossWithEnoughWeightOnBothSides(int left, int right, double x, boolean across, boolean beside) {
        SkinnedModel model = leaning(left, right, x);
        assertThat(BoneSymmetry.isAcross(model, MIDDLE, 0)).isEqualTo(across);
        assertThat(BoneSymmetry.isBeside(model, MIDDLE, 0)).isEqualTo(beside);
    }

    @Test
    void aBoneWithoutVerticesIsBesideThePlane() {
        SkinnedModel model = trunk().joint("c", 1, 0, 3, 0).model();
        assertThat(BoneSymmetry.isBeside(model, MIDDLE, 2)).isTrue();
        assertThat(BoneSymmetry.isAcross(model, MIDDLE, 2)).isFalse();
    }

    @Test
    void pairsBonesByBothEnds() {
        double[] joints = {1, 0, 0, -1, 0, 0, 1, 5, 0, -1, 5, 0, 0, 3, 0};
        double[] tips = {3, 0, 0, -3, 0.5, 0, 3, 5, 0, -3, 7, 0, 0, 4, 0};
        assertThat(BoneSymmetry.byEnds(MIDDLE, 10, joints, tips))
                .as("tips may miss by a tenth of the size")
                .containsExactly(1, 0, NONE, NONE, 4);
        joints[3] = -1.25;
        assertThat(BoneSymmetry.byEnds(MIDDLE, 10, joints, tips))
                .as("joints by three hundredths")
                .containsExactly(1, 0, NONE, NONE, 4);
        joints[3] = -1.35;
        assertThat(BoneSymmetry.byEnds(MIDDLE, 10, joints, tips)).containsExactly(NONE, NONE, NONE, NONE, 4);
    }

    @Test
    void onlyMutualNearestBonesArePairs() {
        // Both left bones are nearest to the one on the right, which is nearer to the second
        double[] joints = {1, 0, 0, 1, 0, 0, -1, 0, 0};
        double[] tips = {3, 0.5, 0, 3, 0.1, 0, -3, 0, 0};
        assertThat(BoneSymmetry.byEnds(MIDDLE, 10, joints, tips)).containsExactly(NONE, 2, 1);
    }

    @Test
    void bonesBetweenCounterpartsAreCounterparts() {
        int[] parents = {NONE, 0, 0, 1, 2};
        assertThat(BoneSymmetry.withThoseBetween(new int[] {0, NONE, NONE, 4, 3}, parents))
                .as("collar bones")
                .containsExactly(0, 2, 1, 4, 3);
        assertThat(BoneSymmetry.withThoseBetween(new int[] {NONE, NONE, NONE, 4, 3}, parents))
                .as("one known neighbour is not enough")
                .containsExactly(NONE, NONE, NONE, 4, 3);
        int[] crossed = {NONE, 0, 0, 1, 1};
        assertThat(BoneSymmetry.withThoseBetween(new int[] {0, NONE, NONE, 4, 3}, crossed))
                .as("the counterpart of a neighbour has another parent")
                .containsExactly(0, NONE, NONE, 4, 3);
    }

    @Test
    void treesArePairedFromTheRootDown() {
        double[] places = {0, 0, 0, 0.2, 2, 0, 2, 0, 0, -2, 0, 0, 3, 1, 0, -3, 2, 0, 3, 3, 0, -3, -3, 0};
        List<List<Integer>> children = List.of(
                List.of(1, 2, 3), List.of(), List.of(4, 6), List.of(5, 7), List.of(), List.of(), List.of(), List.of());
        assertThat(BoneSymmetry.byTree(MIDDLE, 10, places, children))
                .as("positions may miss by 0.15 of the size")
                .containsExactly(0, 1, 3, 2, 5, 4, NONE, NONE);
        assertThat(BoneSymmetry.byTree(MIDDLE, 5, places, children))
                .containsExactly(0, NONE, 3, 2, NONE, NONE, NONE, NONE);
        assertThat(BoneSymmetry.none(3)).containsExactly(NONE, NONE, NONE);
    }

    @ParameterizedTest
    @CsvSource({"3.15, true", "2.85, true", "3.5, false", "2.5, false"})
    void positionsMayMissByThreeHundredthsOfTheSize(double y, boolean paired) {
        int[] images = trunk().bone("c", 1, 2, 3, 0)
                .bone("d", 2, 3, 4, 2)
                .bone("e", 3, 5, 3, 0)
                .bone("f", 1, -2, 3, 0)
                .bone("g", 5, -5, y, 0)
                .counterparts();
        assertThat(images[4]).isEqualTo(paired ? 6 : NONE);
        assertThat(images[6]).isEqualTo(paired ? 4 : NONE);
    }

    @Test
    void theNearestOfSeveralEndsIsTheCounterpart() {
        int[] images = trunk().bone("c", 1, 2, 3, 0)
                .bone("d", 1, -2, 3, 0)
                .joint("c1_end", 2, 4, 3, 0)
                .joint("c2_end", 2, 4, 5, 0)
                .joint("d1_end", 3, -4, 5, 0)
                .joint("d2_end", 3, -4, 3, 0)
                .counterparts();
        assertThat(images).containsExactly(0, 1, 3, 2, 7, 6, 5, 4);
    }

    @Test
    void regionsAreComparedOverAllInfluences() {
        // Vertices 0 and 1 are each other's counterparts, vertex 2 its own
        int[] mirrored = {1, 0, 2};
        int[] bones = {0, 1, 2, 1, 1, 0};
        double[] weights = {0.9, 0.1, 0.8, 0.2, 1, 0};
        assertThat(BoneSymmetry.byRegion(mirrored, 2, bones, weights, 3)).containsExactly(2, 1, 0);
        assertThat(BoneSymmetry.withThoseAcross(BoneSymmetry.none(3), mirrored, 2, bones, weights))
                .containsExactly(NONE, 1, NONE);
    }

    @Test
    void aQuarterOfTheRegionMustLieOnItsMirrorImage() {
        // One of five vertices of bone 0 is its own counterpart, and one of three of bone 1
        int[] mirrored = {0, 8, 8, 8, 8, 5, 8, 8, 8};
        int[] bones = {0, 0, 0, 0, 0, 1, 1, 1, 2};
        double[] ones = new double[9];
        Arrays.fill(ones, 1);
        assertThat(BoneSymmetry.withThoseAcross(BoneSymmetry.none(3), mirrored, 1, bones, ones))
                .containsExactly(NONE, 1, 2);
    }
}
