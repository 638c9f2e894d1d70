package dev.sinew.solve.pass;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.solve.Momentum;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.Alternation.BonePruning;
import dev.sinew.solve.sequence.RowBlocks;
import dev.sinew.solve.sequence.VertexSample;
import dev.sinew.solve.transform.BoneForms;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples, seeds, pruning, momentum and blocks of rows: small enough for exact results. */
class SmallPartsTest extends QuietTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "1, 10", "10, 10", "10, 3", "4098, 207", "2000000000, 7"})
    void samplesAreAscendingAndRepeatable(int vertices, int wanted) {
        int[] indices = VertexSample.of(vertices, wanted, 9).indices();
        assertThat(indices).hasSize(Math.min(vertices, wanted)).isSorted().doesNotHaveDuplicates();
        assertThat(indices[0]).isNotNegative();
        assertThat(indices[indices.length - 1]).isLessThan(vertices);
        assertThat(VertexSample.of(vertices, wanted, 9)).isEqualTo(VertexSample.of(vertices, wanted, 9));
    }

    @Test
    void aWholeSampleIsEveryVertex() {
        assertThat(VertexSample.of(7, 9, 1).indices())
                .containsExactly(IntStream.range(0, 7).toArray());
    }

    @Test
    void aSampleTakesItsRowsAndPositions() {
        RowBlocks all = new RowBlocks(5, 3);
        for (int i = 0; i < 5; i++) {
            all.setRow(i, new double[] {i, 10 * i, 100 * i}, 0);
        }
        VertexSample sample = new VertexSample(new int[] {1, 4});
        double[] rows = new double[4];
        double[] norms = new double[2];
        sample.rowsOf(all, 2).rows(0, 2, rows, norms);
        assertThat(rows).containsExactly(1, 10, 4, 40);
        assertThat(norms).containsExactly(101, 1616);
        double[] xyz = IntStream.range(0, 15).asDoubleStream().toArray();
        assertThat(sample.positionsOf(xyz)).containsExactly(3, 4, 5, 12, 13, 14);
    }

    @Test
    void rowsCrossBlocks() {
        RowBlocks rows = new RowBlocks(10_000, 2);
        for (int i = 0; i < 10_000; i++) {
            rows.setRow(i, new double[] {9, i, -i}, 1);
        }
        double[] out = new double[2 * 6000];
        double[] norms = new double[6000];
        rows.rows(3000, 9000, out, norms);
        for (int k = 0; k < 6000; k++) {
            assertThat(out[2 * k]).isEqualTo(3000 + k);
            assertThat(norms[k]).isEqualTo(2.0 * (3000 + k) * (3000 + k));
        }
    }

    @Test
    void seedsAreFarApartAndEachTakesItsNeighbours() {
        SkinState state = new SkinState(2, new double[] {0, 0, 0, 1, 0, 0, 9, 0, 0, 10, 0, 0, 5, 0, 0});
        assertThat(Seeds.attachNearest(state, 2)).isEqualTo(2);
        assertThat(state.bones()).containsExactly(0, 0, 0, 0, 1, 0, 1, 0, 0, 0);
        assertThat(state.weights()).containsExactly(1, 0, 1, 0, 1, 0, 1, 0, 1, 0);
    }

    @Test
    void thereAreNoMoreSeedsThanPositions() {
        SkinState state = new SkinState(1, new double[] {1, 1, 1, 2, 2, 2, 1, 1, 1});
        assertThat(Seeds.attachNearest(state, 3)).isEqualTo(2);
        assertThat(state.bones()).containsExactly(0, 1, 0);
        SkinState point = new SkinState(1, new double[6]);
        assertThat(Seeds.attachNearest(point, 2)).isEqualTo(1);
    }

    @Test
    void removesTheCheapestBonesAndRenumbersTheRest() {
        BonePruning pruning = BonePruning.of(new double[] {5, 1, 3, 1, 9}, 3);
        assertThat(pruning.newIndex()).containsExactly(0, -1, 1, -1, 2);
        double[] t = IntStream.range(0, 40).asDoubleStream().toArray();
        assertThat(pruning.keep(t, 2))
                .containsExactly(
                        0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 28, 29, 30, 31, 36, 37, 38, 39);
    }

    @Test
    void equalCostsKeepTheSmallerIndex() {
        assertThat(BonePruning.of(new double[4], 2).newIndex()).containsExactly(0, 1, -1, -1);
        assertThat(BonePruning.of(new double[3], 3).newIndex()).containsExactly(0, 1, 2);
    }

    @Test
    void renumberingDistributesTheWeightsOfRemovedBones() {
        SkinState state = new SkinState(3, new double[9]);
        System.arraycopy(new int[] {0, 1, 2, 1, 0, 0, 2, 0, 0}, 0, state.bones(), 0, 9);
        System.arraycopy(new double[] {0.5, 0.25, 0.25, 1, 0, 0, 1, 0, 0}, 0, state.weights(), 0, 9);
        state.renumber(new int[] {0, -1, 1});
        assertThat(state.bones()).containsExactly(0, 1, 0, 0, 0, 0, 1, 0, 0);
        assertThat(state.weights()).containsExactly(new double[] {2 / 3.0, 1 / 3.0, 0, 0, 0, 0, 1, 0, 0});
    }

    @Test
    void momentumGrowsWhileErrorsFallAndStopsWhenTheyRise() {
        Momentum momentum = new Momentum();
        assertThat(momentum.extrapolate(new double[] {0})).containsExactly(0);
        momentum.report(10);
        double ahead = momentum.extrapolate(new double[] {1})[0];
        assertThat(ahead).isGreaterThan(1);
        momentum.report(9);
        double further = momentum.extrapolate(new double[] {2})[0];
        assertThat(further - 2).isGreaterThan(ahead - 1);
        momentum.report(11);
        assertThat(momentum.extrapolate(new double[] {3})).containsExactly(3);
        momentum.report(8);
        momentum.restart();
        assertThat(momentum.extrapolate(new double[] {7})).containsExactly(7);
    }

    @Test
    void formsAreProductsOfTrajectories() {
        Random random = new Random(2);
        double[] t = random.doubles(5 * 12, -1, 1).toArray();
        BoneForms forms = BoneForms.of(3, 5, t);
        double[] u = {0.3, -0.7, 1.1, 1};
        double[] m = new double[10];
        BoneForms.monomials(u[0], u[1], u[2], m);
        for (int j = 0; j < 3; j++) {
            for (int l = 0; l < 3; l++) {
                double wanted = 0;
                for (int k = 0; k < 5; k++) {
                    wanted += image(t, k, j, u) * image(t, k, l, u);
                }
                assertThat(forms.value(j, l, m)).isCloseTo(wanted, within(1e-12));
            }
        }
        assertThat(Arrays.copyOfRange(forms.tByBone(), 20, 24)).containsExactly(Arrays.copyOfRange(t, 4, 8));
    }

    private static double image(double[] t, int k, int j, double[] u) {
        double sum = 0;
        for (int c = 0; c < 4; c++) {
            sum += t[12 * k + 4 * j + c] * u[c];
        }
        return sum;
    }
}
