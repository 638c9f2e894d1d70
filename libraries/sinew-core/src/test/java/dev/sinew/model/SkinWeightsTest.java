package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.QuietTest;
import dev.sinew.run.InvalidInputException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Weights are sorted and normalised; invalid ones are rejected. */
class SkinWeightsTest extends QuietTest {
    @Test
    void sortsByWeightThenBone() {
        SkinWeights weights = SkinWeights.of(3, new int[] {7, 5, 2, 9, 9, 4}, new double[] {0.25, 0.5, 0.25, 0, 0, 1});
        assertThat(weights.bones()).containsExactly(5, 2, 7, 4, 0, 0);
        assertThat(weights.weights()).containsExactly(0.5, 0.25, 0.25, 1, 0, 0);
        assertThat(weights.influencesOf(0)).isEqualTo(3);
        assertThat(weights.influencesOf(1)).isEqualTo(1);
        assertThat(weights.maxInfluences()).isEqualTo(3);
        assertThat(weights.meanInfluences()).isEqualTo(2);
    }

    @Test
    void normalisesSmallDrift() {
        SkinWeights weights = SkinWeights.of(2, new int[] {0, 1}, new double[] {0.5, 0.505});
        assertThat(weights.weights()[0] + weights.weights()[1]).isEqualTo(1);
    }

    @Test
    void inputIsNotModified() {
        int[] bones = {3, 1};
        double[] values = {0.2, 0.8};
        SkinWeights.of(2, bones, values);
        assertThat(bones).containsExactly(3, 1);
        assertThat(values).containsExactly(0.2, 0.8);
    }

    @Test
    void namesWhatItRejects() {
        assertThatThrownBy(() -> SkinWeights.of(2, new int[2], new double[] {1.5, -0.5}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("vertex 0 has the weight -0.5; weights must be ≥ 0");
        assertThatThrownBy(() -> SkinWeights.of(1, new int[2], new double[] {1, 0.5}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("the weights of vertex 1 sum to 0.5; the sum must be 1 within 0.01");
        assertThatThrownBy(() -> SkinWeights.of(1, new int[1], new double[] {Double.NaN}))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> SkinWeights.of(2, new int[3], new double[3]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void skeletonsRequireParentsFirst() {
        assertThat(Skeleton.flat(new double[3 * 101]).names()).contains("bone_000", "bone_100");
        assertThatThrownBy(() -> new Skeleton(List.of("a", "b"), new int[] {1, -1}, new double[6]))
                .hasMessage("bone 0 has the parent 1; parents must come before their children");
    }

    @Test
    void computesCentroidsOfBones() {
        SkinWeights weights = SkinWeights.of(2, new int[] {0, 2, 2, 0}, new double[] {0.75, 0.25, 1, 0});
        float[] rest = {4, 0, 8, 9, 5, 3};
        double[] otherwise = {-1, -1, -1, -2, -3, -4, -1, -1, -1};
        assertThat(weights.totals(3)).containsExactly(0.75, 0, 1.25);
        assertThat(weights.centroids(rest, otherwise)).containsExactly(4, 0, 8, -2, -3, -4, 8, 4, 4);
    }
}
