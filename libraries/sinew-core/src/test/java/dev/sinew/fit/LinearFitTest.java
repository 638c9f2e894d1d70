package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Outcome;
import dev.sinew.run.RestMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fit on sequences with known bones, and the effects of its options. */
class LinearFitTest extends FitCases {
    @Test
    void recoversWhatWasSynthesised() {
        MeshSequence sequence = Synthetic.played(knownModel(30));
        FitResult result = fit(sequence, bones(5));
        assertThat(erms(result, sequence)).isLessThan(0.3);
        assertThat(modelOf(result).boneCount()).isEqualTo(5);
        assertThat(result.fitted().notes()).isEmpty();
    }

    @Test
    void recoversWithTheRestPoseKept() {
        MeshSequence sequence = Synthetic.played(knownModel(30));
        FitResult result = fit(sequence, bones(5).withRest(RestMode.KEEP));
        assertThat(erms(result, sequence)).isLessThan(0.5);
        assertThat(modelOf(result).rest().positions())
                .containsExactly(sequence.rest().positions());
    }

    @Test
    void theCurveEndsWithTheMeasuredError() {
        MeshSequence sequence = ripples(24, 20);
        FitResult result = fit(sequence, bones(8));
        assertThat(result.curve()).hasSize(1);
        assertThat(result.curve().get(0).erms())
                .isEqualTo(erms(result, sequence), within(1e-3 * erms(result, sequence)));
        assertThat(result.reducedDimensions()).isBetween(1, 3 * sequence.frameCount());
    }

    @Test
    void resultsDoNotDependOnThreads() {
        MeshSequence sequence = ripples(40, 16);
        SkinnedModel one = modelOf(fit(sequence, bones(6).withThreads(1)));
        for (int threads : new int[] {1, 2, 3}) {
            checkSame(modelOf(fit(sequence, bones(6).withThreads(threads))), one);
        }
    }

    private static void checkSame(SkinnedModel a, SkinnedModel b) {
        assertThat(a.rest().positions()).containsExactly(b.rest().positions());
        assertThat(a.weights().bones()).containsExactly(b.weights().bones());
        assertThat(a.weights().weights()).containsExactly(b.weights().weights());
        assertThat(a.skeleton().pivots()).containsExactly(b.skeleton().pivots());
        assertThat(a.clips().get(0).motion().matrices())
                .containsExactly(b.clips().get(0).motion().matrices());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 16})
    void keepsTheMaximumOfInfluences(int influences) {
        MeshSequence sequence = ripples(20, 12);
        FitResult result = fit(sequence, bones(10).withInfluences(influences));
        assertThat(modelOf(result).weights().maxInfluences()).isLessThanOrEqualTo(influences);
    }

    @Test
    void denseWeightsUseEveryBoneAndLowerTheError() {
        MeshSequence sequence = ripples(24, 16);
        FitResult dense = fit(sequence, bones(20).withEveryBone());
        assertThat(modelOf(dense).weights().maxInfluences()).isGreaterThan(8);
        assertThat(erms(dense, sequence))
                .isLessThan(erms(fit(sequence, bones(20).withInfluences(8)), sequence));
    }

    @Test
    void moreInfluencesDoNotHurt() {
        MeshSequence sequence = ripples(24, 16);
        double before = Double.POSITIVE_INFINITY;
        for (int influences : new int[] {1, 2, 4, 8}) {
            double now = erms(fit(sequence, bones(10).withInfluences(influences)), sequence);
            assertThat(now).as("%d influences", influences).isLessThan(1.05 * before);
            before = now;
        }
    }

    @Test
    void moreBonesLowerTheError() {
        MeshSequence sequence = ripples(24, 16);
        double few = erms(fit(sequence, bones(4)), sequence);
        double many = erms(fit(sequence, bones(16)), sequence);
        assertThat(many).isLessThan(0.5 * few);
    }

    @Test
    void solvingTheRestPoseDoesNotHurt() {
        MeshSequence sequence = ripples(24, 16);
        double kept = erms(fit(sequence, bones(8).withRest(RestMode.KEEP)), sequence);
        assertThat(erms(fit(sequence, bones(8)), sequence)).isLessThan(1.02 * kept);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-3, 1e3, 1e6})
    void resultsDoNotDependOnUnits(double scale) {
        MeshSequence sequence = ripples(20, 12);
        double[] scaledAndHere = new double[2];
        scaledAndHere[0] = erms(fit(sequence, bones(6)), sequence);
        float[][] frames = new float[sequence.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = scaled(sequence.frame(f), scale);
        }
        Mesh rest = sequence.rest().withPositions(scaled(sequence.rest().positions(), scale));
        MeshSequence other = Synthetic.sequence(rest, frames);
        scaledAndHere[1] = erms(fit(other, bones(6)), other);
        assertThat(scaledAndHere[1]).isEqualTo(scaledAndHere[0], within(1e-3 * scaledAndHere[0]));
    }

    private static float[] scaled(float[] xyz, double scale) {
        float[] out = new float[xyz.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) (scale * xyz[k]);
        }
        return out;
    }

    @Test
    void convergenceMostlyFalls() {
        // The error rises once, when regions are connected.
        FitOptions options = bones(8).withRest(RestMode.FREE).withTolerance(0).withMaxIterations(30);
        FitResult result = fit(ripples(24, 20), options);
        double[] history = result.fitted().convergence();
        int rises = 0;
        for (int k = 1; k < history.length; k++) {
            rises += history[k] > history[k - 1] * (1 + 1e-9) ? 1 : 0;
        }
        assertThat(history.length).isGreaterThan(3);
        assertThat(history[history.length - 1]).isLessThanOrEqualTo(history[0]);
        assertThat(rises).isLessThanOrEqualTo(history.length / 4);
    }

    @Test
    void reportsTheIterationLimit() {
        FitResult result = fit(ripples(20, 12), bones(8).withMaxIterations(1));
        assertThat(result.fitted().outcome()).isEqualTo(Outcome.ITERATION_LIMIT);
        assertThat(result.fitted().iterations()).isEqualTo(1);
    }

    @Test
    void anotherSeedGivesASimilarError() {
        MeshSequence sequence = ripples(48, 16);
        double first = erms(fit(sequence, bones(8)), sequence);
        double second = erms(fit(sequence, bones(8).withSeed(77)), sequence);
        assertThat(second).isEqualTo(first, within(0.3 * first));
    }
}
