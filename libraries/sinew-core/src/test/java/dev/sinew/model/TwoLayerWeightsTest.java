package dev.sinew.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.run.InvalidInputException;
import org.junit.jupiter.api.Test;

/** The product of two layers is D·A; indices and sums are checked. */
class TwoLayerWeightsTest extends QuietTest {
    private static final int[] ATOM_BONES = {0, 1, 2, 0};
    private static final double[] ATOM_WEIGHTS = {0.25, 0.75, 1.1, -0.1};

    private static TwoLayerWeights layers(int[] virtual, double[] coefficients) {
        return TwoLayerWeights.of(3, 2, ATOM_BONES, ATOM_WEIGHTS, virtual, coefficients);
    }

    @Test
    void multipliesOut() {
        TwoLayerWeights layers = layers(new int[] {0, 1, 1, 0, 1, 1}, new double[] {0.5, 0.5, 1.5, -0.5, 1, 0});
        double[] w = new double[3];
        layers.weightsOf(0, w);
        assertThat(w).containsExactly(new double[] {0.075, 0.375, 0.55}, within(1e-15));
        layers.weightsOf(1, w);
        assertThat(w).containsExactly(new double[] {-0.275, -0.375, 1.65}, within(1e-15));
        layers.weightsOf(2, w);
        assertThat(w).containsExactly(new double[] {-0.1, 0, 1.1}, within(1e-15));
        assertThat(layers.virtualBoneCount()).isEqualTo(2);
        assertThat(layers.vertexCount()).isEqualTo(3);
        assertThat(layers.bonesPerVertex()).isEqualTo(4.0 / 3 + 2);
        assertThat(layers.vertexVirtual()).containsExactly(0, 1, 1, 0, 1, 0);
    }

    @Test
    void normalisesDriftAndKeepsTheInput() {
        double[] coefficients = {0.5, 0.505};
        TwoLayerWeights layers = layers(new int[] {0, 1}, coefficients);
        assertThat(layers.vertexCoefficients()[0] + layers.vertexCoefficients()[1])
                .isEqualTo(1);
        assertThat(coefficients).containsExactly(0.5, 0.505);
    }

    @Test
    void namesWhatItRejects() {
        assertThatThrownBy(() -> layers(new int[] {0, 2}, new double[] {0.5, 0.5}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("vertex 0 names virtual bone 2 of 2");
        assertThatThrownBy(() -> layers(new int[] {0, 1}, new double[] {0.5, 0.6}))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("the weights of vertex 0 sum to 1.1; the sum must be 1 within 0.01");
        assertThatThrownBy(() -> layers(new int[] {0, 1}, new double[] {0.5, Double.NaN}))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> TwoLayerWeights.of(2, 2, ATOM_BONES, ATOM_WEIGHTS, new int[0], new double[0]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("virtual bone 1 names bone 2 of 2");
        assertThatThrownBy(() -> TwoLayerWeights.of(3, 3, ATOM_BONES, ATOM_WEIGHTS, new int[0], new double[0]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
