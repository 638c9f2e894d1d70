package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The hierarchy of a fit's bones: neighbours by weight are adjacent, and the motion is unchanged. */
class BoneHierarchyTest {
    /** A strip of vertices along x, two at each position; bone j is centred at x = 2j and fades into its neighbours. */
    private static SkinnedModel strip(int bones, int[] numberOf) {
        int weightedPositions = 2 * bones - 1;
        float[] positions = new float[6 * weightedPositions];
        int[] boneOf = new int[4 * weightedPositions];
        double[] weights = new double[boneOf.length];
        for (int p = 0; p < weightedPositions; p++) {
            for (int side = 0; side < 2; side++) {
                int i = 2 * p + side;
                positions[3 * i] = p;
                positions[3 * i + 1] = side;
                boneOf[2 * i] = numberOf[p / 2];
                boneOf[2 * i + 1] = numberOf[Math.min(bones - 1, p / 2 + p % 2)];
                weights[2 * i] = p % 2 == 0 ? 1 : 0.6;
                weights[2 * i + 1] = 1 - weights[2 * i];
            }
        }
        int[] corners = new int[4 * (weightedPositions - 1)];
        int[] starts = new int[weightedPositions];
        for (int p = 0; p + 1 < weightedPositions; p++) {
            int[] quad = {2 * p, 2 * p + 2, 2 * p + 3, 2 * p + 1};
            System.arraycopy(quad, 0, corners, 4 * p, 4);
            starts[p + 1] = 4 * (p + 1);
        }
        Mesh mesh = Mesh.of(positions, starts, corners, Mesh.Surface.bare());
        double[] pivots = new double[3 * bones];
        double[] matrices = new double[2 * bones * BoneMotion.STRIDE];
        for (int j = 0; j < bones; j++) {
            pivots[3 * numberOf[j]] = 2 * j;
            for (int f = 0; f < 2; f++) {
                int at = (f * bones + numberOf[j]) * BoneMotion.STRIDE;
                matrices[at] = Math.cos(0.1 * f * j);
                matrices[at + 1] = -Math.sin(0.1 * f * j);
                matrices[at + 4] = -matrices[at + 1];
                matrices[at + 5] = matrices[at];
                matrices[at + 10] = 1;
                matrices[at + 3] = 0.2 * f * j;
            }
        }
        Clip clip = new Clip("wave", 30, new BoneMotion(bones, 2, matrices));
        return new SkinnedModel(
                mesh, SkinWeights.of(2, boneOf, weights), Skeleton.flat(pivots), BoneType.RIGID, List.of(clip));
    }

    @Test
    void parentsShareMostVertices() {
        int[] numberOf = {4, 1, 3, 0, 2};
        SkinnedModel model = strip(5, numberOf);
        SkinnedModel tree = BoneHierarchy.of(model);
        Skeleton skeleton = tree.skeleton();
        int roots = 0;
        for (int k = 0; k < 5; k++) {
            int parent = skeleton.parents()[k];
            if (parent == Skeleton.NONE) {
                roots++;
                continue;
            }
            int own = placeOf(skeleton.names().get(k), numberOf);
            int above = placeOf(skeleton.names().get(parent), numberOf);
            assertThat(Math.abs(own - above)).isEqualTo(1);
            // They meet halfway between.
            assertThat(skeleton.pivots()[3 * k]).isEqualTo(own + above);
        }
        assertThat(roots).isEqualTo(1);
        float[] before = new ClipFrames(model, model.clips().get(0)).frame(1);
        float[] after = new ClipFrames(tree, tree.clips().get(0)).frame(1);
        assertThat(after).containsExactly(before);
    }

    private static int placeOf(String name, int[] numberOf) {
        int number = Integer.parseInt(name.substring("bone_".length()));
        return Arrays.stream(numberOf).boxed().toList().indexOf(number);
    }

    /** Two parts that share nothing still form one tree, joined where they are nearest. */
    @Test
    void joinsSeparatePartsByDistance() {
        SkinnedModel model = strip(3, new int[] {0, 1, 2});
        int[] boneOf = model.weights().bones().clone();
        double[] weights = model.weights().weights().clone();
        for (int i = 0; i < weights.length / 2; i++) {
            // Every vertex follows one bone only.
            weights[2 * i] = 1;
            weights[2 * i + 1] = 0;
        }
        SkinnedModel apart = model.withWeights(SkinWeights.of(2, boneOf, weights));
        assertThat(Arrays.stream(BoneHierarchy.of(apart).skeleton().parents())
                        .filter(p -> p == Skeleton.NONE)
                        .count())
                .isEqualTo(1);
    }
}
