package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoneSegmentsTest {
    /** A bar along x from 0 to 3; the first half belongs to bone {@code first}, the other to {@code second}. */
    private static SkinnedModel bar(int[] parents, double[] pivots, int first, int second) {
        float[] u = {0, 0, 0, 1, 0.1f, 0, 1, -0.1f, 0, 2, 0.1f, 0, 2, -0.1f, 0, 3, 0, 0};
        Mesh mesh = Mesh.ofTriangles(u, new int[] {0, 2, 1, 1, 2, 3, 2, 4, 3, 3, 4, 5});
        int[] bones = {first, first, first, second, second, second};
        SkinWeights weights = SkinWeights.of(1, bones, new double[] {1, 1, 1, 1, 1, 1});
        List<String> names = List.of("a", "b", "c", "d").subList(0, parents.length);
        return new SkinnedModel(mesh, weights, new Skeleton(names, parents, pivots), BoneType.RIGID, List.of());
    }

    @Test
    void segmentsGoFromJointToJointAndToTheEnd() {
        SkinnedModel model = bar(new int[] {-1, 0}, new double[] {0, 0, 0, 1.5, 0, 0}, 0, 1);
        List<BoneSegments.Segment> segments = BoneSegments.of(model);
        assertThat(segments).hasSize(2);
        assertThat(segments.get(0).ends()).isEqualTo(BoneSegments.End.JOINT);
        assertThat(segments.get(0).to()).containsExactly(1.5, 0, 0);
        assertThat(segments.get(1).bone()).isEqualTo(1);
        assertThat(segments.get(1).ends()).isEqualTo(BoneSegments.End.TIP);
        assertThat(segments.get(1).to()).containsExactly(new double[] {3, 0, 0}, within(1e-6));
        assertThat(BoneSegments.roots(model)).containsExactly(0);
    }

    /** As rig creates it: a travel node, the root at a joint, and the two bones that meet there. */
    @Test
    void travelNodesAreRootsAndNotDrawn() {
        double[] pivots = {1.5, -1, 0, 1.5, 0, 0, 1.5, 0, 0, 1.5, 0, 0};
        SkinnedModel model = bar(new int[] {-1, 0, 1, 1}, pivots, 2, 3);
        assertThat(BoneSegments.roots(model)).containsExactly(0, 1);
        List<BoneSegments.Segment> segments = BoneSegments.of(model);
        assertThat(segments).extracting(BoneSegments.Segment::bone).containsExactly(2, 3);
        assertThat(segments.get(0).to()).containsExactly(new double[] {0, 0, 0}, within(1e-6));
        assertThat(segments.get(1).to()).containsExactly(new double[] {3, 0, 0}, within(1e-6));
    }

    @Test
    void aLastBoneWithoutVerticesHasADirection() {
        SkinnedModel model = bar(new int[] {-1, 0, 1}, new double[] {0, 0, 0, 1.5, 0, 0, 3, 0, 0}, 0, 1);
        double[] tip = BoneSegments.tip(model, 2);
        assertThat(tip[0]).isBetween(3.05, 3.2);
        assertThat(tip[1]).isZero();
    }

    @Test
    void aBoneAtTheCentroidOfItsVerticesHasATip() {
        SkinnedModel model = bar(new int[] {-1}, new double[] {1.5, 0, 0}, 0, 0);
        assertThat(BoneSegments.tip(model, 0)[1]).isPositive();
    }
}
