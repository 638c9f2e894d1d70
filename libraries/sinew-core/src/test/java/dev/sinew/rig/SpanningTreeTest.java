package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Trees over bones whose costs are known, because what they share or how they move is. */
class SpanningTreeTest {
    private static final int FRAMES = 4;

    private static void mass(double[] gram, int bones, int j, int k, double mass) {
        gram[(4 * j + 3) * 4 * bones + 4 * k + 3] = mass;
        gram[(4 * k + 3) * 4 * bones + 4 * j + 3] = mass;
    }

    private static void border(double[] borders, int bones, int j, int k, double length) {
        borders[j * bones + k] = length;
        borders[k * bones + j] = length;
    }

    /** Bones that stay where they are: all costs but their borders are equal. */
    private static double[] still(int bones) {
        double[] t = new double[3 * FRAMES * 4 * bones];
        for (int row = 0; row < 3 * FRAMES; row++) {
            for (int j = 0; j < bones; j++) {
                t[row * 4 * bones + 4 * j + row % 3] = 1;
            }
        }
        return t;
    }

    private static SpanningTree tree(double[] gram, double[] t, double[] borders, int... images) {
        int bones = (int) Math.sqrt(borders.length);
        return new SpanningTree(
                FRAMES,
                1,
                gram,
                t,
                new BoneContact(bones, borders, new double[3 * borders.length]),
                images,
                SpanningTree.Evidence.BORDERS);
    }

    /** The costs are −2·ln(share) but for a constant; all 125 trees over five bones are tried. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void noTreeOverFiveBonesIsCheaper(int seed) {
        int bones = 5;
        Random random = new Random(seed);
        double[] gram = new double[16 * bones * bones];
        double[] borders = new double[bones * bones];
        for (int j = 0; j < bones; j++) {
            mass(gram, bones, j, j, j == seed % bones ? 12 : 10);
            for (int k = 0; k < j; k++) {
                border(borders, bones, j, k, 0.1 + random.nextDouble());
            }
        }
        BoneContact contact = new BoneContact(bones, borders, new double[3 * borders.length]);
        BoneTree tree = tree(gram, still(bones), borders).find();
        double cost = 0;
        for (int j = 0; j < bones; j++) {
            cost -= tree.parents()[j] == Skeleton.NONE ? 0 : Math.log(contact.share(j, tree.parents()[j]));
        }
        assertThat(tree.root()).as("the heaviest").isEqualTo(seed % bones);
        assertThat(tree.order()).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(cost).isCloseTo(cheapest(bones, contact), within(1e-12));
    }

    private static double cheapest(int bones, BoneContact contact) {
        double least = Double.POSITIVE_INFINITY;
        for (int code = 0; code < bones * bones * bones; code++) {
            double cost = 0;
            for (int[] edge : edges(bones, new int[] {code % bones, code / bones % bones, code / bones / bones})) {
                cost -= Math.log(contact.share(edge[0], edge[1]));
            }
            least = Math.min(least, cost);
        }
        return least;
    }

    /** The tree of a Prüfer code. */
    private static List<int[]> edges(int bones, int[] code) {
        int[] degree = new int[bones];
        for (int j : code) {
            degree[j]++;
        }
        boolean[] gone = new boolean[bones];
        List<int[]> edges = new ArrayList<>();
        for (int j : code) {
            int leaf = 0;
            while (gone[leaf] || degree[leaf] > 0) {
                leaf++;
            }
            edges.add(new int[] {leaf, j});
            gone[leaf] = true;
            degree[j]--;
        }
        int first = 0;
        while (gone[first]) {
            first++;
        }
        int second = first + 1;
        while (gone[second]) {
            second++;
        }
        edges.add(new int[] {first, second});
        return edges;
    }

    @Test
    void aBoneHangsWhereOnePointGoesWithBoth() {
        int bones = 3;
        double[] gram = new double[16 * bones * bones];
        for (int j = 0; j < bones; j++) {
            mass(gram, bones, j, j, 10 - j);
        }
        double[] borders = new double[bones * bones];
        border(borders, bones, 0, 1, 1);
        border(borders, bones, 0, 2, 0.9);
        border(borders, bones, 1, 2, 0.5);
        // Bone 1 drifts along z; bone 2 drifts with it and turns about (2, 1, ·), so it has more border with 0 but
        // hangs
        // on 1.
        double[] t = still(bones);
        for (int f = 0; f < FRAMES; f++) {
            double cos = Math.cos(0.4 * f);
            double sin = Math.sin(0.4 * f);
            int row = 3 * f * 4 * bones;
            int step = 4 * bones;
            t[row + 2 * step + 7] = 0.5 * f;
            t[row + 2 * step + 11] = 0.5 * f;
            t[row + 8] = cos;
            t[row + 9] = -sin;
            t[row + step + 8] = sin;
            t[row + step + 9] = cos;
            t[row + 11] = 2 - (2 * cos - sin);
            t[row + step + 11] = 1 - (2 * sin + cos);
        }
        BoneTree tree = tree(gram, t, borders).find();
        assertThat(tree.parents()).containsExactly(Skeleton.NONE, 0, 1);
        // The middle of the border, here the origin, hardly counts beside an exact motion.
        double[] joint = {tree.joints()[6], tree.joints()[7], tree.joints()[8]};
        assertThat(joint).containsExactly(new double[] {2, 1, 0}, within(2e-3));
    }

    @Test
    void bonesThatTouchNothingHangOnTheNearest() {
        int bones = 4;
        double[] places = {0, 3, 1, 7};
        double[] gram = new double[16 * bones * bones];
        for (int j = 0; j < bones; j++) {
            mass(gram, bones, j, j, 10 - j);
            gram[(4 * j + 3) * 4 * bones + 4 * j] = (10 - j) * places[j];
        }
        BoneTree tree = tree(gram, still(bones), new double[bones * bones]).find();
        assertThat(tree.parents()).containsExactly(Skeleton.NONE, 2, 0, 1);
    }

    /** Bone 2 has more border with 0 and shares more vertices with 1. */
    @Test
    void blendingCountsWhereTheEvidenceIsLd14s() {
        int bones = 3;
        double[] gram = new double[16 * bones * bones];
        double[] borders = new double[bones * bones];
        for (int j = 0; j < bones; j++) {
            mass(gram, bones, j, j, 10 - j);
        }
        mass(gram, bones, 0, 1, 1);
        mass(gram, bones, 0, 2, 0.5);
        mass(gram, bones, 1, 2, 1);
        border(borders, bones, 0, 1, 2);
        border(borders, bones, 0, 2, 2);
        border(borders, bones, 1, 2, 1);
        BoneContact contact = new BoneContact(bones, borders, new double[3 * borders.length]);
        BoneTree blended = new SpanningTree(
                        FRAMES, 1, gram, still(bones), contact, new int[0], SpanningTree.Evidence.BLENDING)
                .find();
        assertThat(blended.parents()).containsExactly(Skeleton.NONE, 0, 1);
        assertThat(tree(gram, still(bones), borders).find().parents()).containsExactly(Skeleton.NONE, 0, 0);
    }

    @Test
    void bonesThatTouchComeBeforeNearerOnes() {
        int bones = 3;
        double[] places = {0, 5, 1};
        double[] gram = new double[16 * bones * bones];
        double[] borders = new double[bones * bones];
        for (int j = 0; j < bones; j++) {
            mass(gram, bones, j, j, 10 - j);
            gram[(4 * j + 3) * 4 * bones + 4 * j] = (10 - j) * places[j];
        }
        border(borders, bones, 0, 1, 1);
        border(borders, bones, 1, 2, 1);
        assertThat(tree(gram, still(bones), borders).find().parents()).containsExactly(Skeleton.NONE, 0, 1);
    }

    /** A trunk 0, thighs 1 and 2, shins 3 and 4: the left shin has more border with the trunk than with its thigh, the right one does not. */
    @Test
    void theTreeOfASymmetricShapeIsItsOwnImage() {
        int bones = 5;
        double[] gram = new double[16 * bones * bones];
        for (int j = 0; j < bones; j++) {
            mass(gram, bones, j, j, j == 0 ? 12 : 10);
        }
        double[] borders = new double[bones * bones];
        border(borders, bones, 0, 1, 2);
        border(borders, bones, 0, 2, 1.9);
        border(borders, bones, 1, 3, 1);
        border(borders, bones, 0, 3, 1.1);
        border(borders, bones, 2, 4, 1.5);
        border(borders, bones, 0, 4, 0.2);
        double[] t = still(bones);
        BoneTree alone = tree(gram, t, borders).find();
        BoneTree both = tree(gram, t, borders, 0, 2, 1, 4, 3).find();
        assertThat(alone.parents()).as("each separately").containsExactly(Skeleton.NONE, 0, 0, 0, 2);
        assertThat(both.parents()).as("with its image").containsExactly(Skeleton.NONE, 0, 0, 1, 2);
    }
}
