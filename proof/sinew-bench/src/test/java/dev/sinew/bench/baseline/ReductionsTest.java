package dev.sinew.bench.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bench.baseline.GramReduction.DenseReduction;
import dev.sinew.platform.Workers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both baselines are tested by what they reconstruct. */
class ReductionsTest {
    private static final int N = 41;
    private static final int M = 18;
    private static final int RANK = 5;
    private final double[] trajectories = ofLowRank();

    private static double[] ofLowRank() {
        Random random = new Random(3);
        double[] left = random.doubles(N * RANK, -1, 1).toArray();
        double[] right = random.doubles(RANK * M, -1, 1).toArray();
        double[] a = new double[N * M];
        for (int i = 0; i < N; i++) {
            for (int f = 0; f < M; f++) {
                for (int k = 0; k < RANK; k++) {
                    a[i * M + f] += left[i * RANK + k] * right[k * M + f];
                }
            }
        }
        return a;
    }

    @ParameterizedTest
    @EnumSource(ColumnReduction.Choice.class)
    void algorithmOneFindsTheRank(ColumnReduction.Choice choice) {
        DenseReduction reduction = ColumnReduction.of(trajectories, N, M, 1e-6, choice);

        assertThat(reduction.dimensions()).isEqualTo(RANK);
        checkRebuilt(reduction, 1e-6);
    }

    @Test
    void gramMatrixFindsTheRank() {
        try (Workers workers = new Workers(1)) {
            DenseReduction reduction = GramReduction.of(trajectories, N, M, 1e-6, workers);

            assertThat(reduction.dimensions()).isEqualTo(RANK);
            checkRebuilt(reduction, 1e-6);
        }
    }

    @Test
    void reportedLossIsExactAndGramNeedsFewestDimensions() {
        try (Workers workers = new Workers(1)) {
            DenseReduction longest = ColumnReduction.of(trajectories, N, M, 8, ColumnReduction.Choice.LONGEST);
            DenseReduction gram = GramReduction.of(trajectories, N, M, 8, workers);

            DenseReduction powered = ColumnReduction.of(trajectories, N, M, 8, ColumnReduction.Choice.POWER_TWICE);

            assertThat(longest.dimensions()).isLessThan(RANK);
            assertThat(powered.dimensions()).isBetween(gram.dimensions(), longest.dimensions());
            assertThat(gram.dimensions()).isLessThanOrEqualTo(longest.dimensions());
            checkRebuilt(longest, 8);
            checkRebuilt(gram, 8);
        }
    }

    private void checkRebuilt(DenseReduction reduction, double epsilon) {
        int d = reduction.dimensions();
        double lost = 0;
        for (int i = 0; i < N; i++) {
            for (int f = 0; f < M; f++) {
                double value = trajectories[i * M + f];
                for (int k = 0; k < d; k++) {
                    value -= reduction.coordinates()[i * d + k] * reduction.basisRows()[k * M + f];
                }
                lost += value * value;
            }
        }
        assertThat(reduction.lostSquared()).isCloseTo(lost, within(1e-9));
        assertThat(Math.sqrt(lost)).isLessThanOrEqualTo(epsilon);
    }
}
