package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.measure.SequenceError;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PlotTest {
    private static SequenceError error(double[] perFrame, double[] perVertex) {
        return new SequenceError(0, 0, 0, new SequenceError.Located(0, 0, 0), perFrame, perVertex);
    }

    @Test
    void aHistogramCountsEveryVertexOnce() {
        Plot plot = Plot.errorHistogram(error(new double[1], new double[] {0, 0.1, 1, 1, 0.999, 0.5}));
        assertThat(Arrays.stream(plot.y()).sum()).isEqualTo(6);
        assertThat(plot.y()[39]).isEqualTo(3);
        assertThat(plot.x()[40]).isEqualTo(1);
    }

    @Test
    void aHistogramOfNoErrorIsOneBar() {
        Plot plot = Plot.errorHistogram(error(new double[1], new double[7]));
        assertThat(plot.y()[0]).isEqualTo(7);
    }

    @Test
    void manyFramesKeepTheirPeaks() {
        double[] perFrame = new double[10_001];
        perFrame[7_777] = 3;
        Plot plot = Plot.errorPerFrame(error(perFrame, new double[1]));
        assertThat(plot.y().length).isLessThanOrEqualTo(4000);
        assertThat(Arrays.stream(plot.y()).max()).hasValue(3);
        assertThat(plot.x()[plot.x().length - 1]).isLessThanOrEqualTo(10_000);
    }

    @Test
    void onlyWideConvergenceIsLogarithmic() {
        assertThat(Plot.convergence("e", new double[] {100, 3, 1}).yAxis().scale())
                .isEqualTo(Plot.Scale.LOGARITHMIC);
        assertThat(Plot.convergence("e", new double[] {2, 1}).yAxis().scale()).isEqualTo(Plot.Scale.LINEAR);
        assertThat(Plot.convergence("e", new double[] {2, 0}).yAxis().scale()).isEqualTo(Plot.Scale.LINEAR);
    }

    @Test
    void pointsAndBarsMustMatch() {
        assertThatThrownBy(() -> Plot.errorAgainstBones("e", new double[2], new double[3]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
