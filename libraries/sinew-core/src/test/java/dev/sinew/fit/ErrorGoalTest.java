package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.Synthetic;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.Outcome;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fewest bones for a given error. */
class ErrorGoalTest extends FitCases {
    private static FitOptions error(double erms) {
        return FitOptions.defaults(new FitOptions.Error(erms)).withThreads(2);
    }

    @ParameterizedTest
    @CsvSource({"60", "20", "8"})
    void isReachedWithTheFewestBones(double goal) {
        MeshSequence sequence = ripples(20, 12);
        FitResult result = fit(sequence, error(goal));
        assertThat(result.fitted().outcome()).isIn(Outcome.CONVERGED, Outcome.ITERATION_LIMIT);
        assertThat(erms(result, sequence)).isLessThanOrEqualTo(goal);
        int asked = result.curve().stream()
                .filter(p -> p.erms() <= goal)
                .mapToInt(FitResult.CurvePoint::bones)
                .min()
                .orElseThrow();
        assertThat(modelOf(result).boneCount()).isLessThanOrEqualTo(asked);
        if (asked > 1) {
            assertThat(result.curve())
                    .filteredOn(p -> p.bones() == asked - 1)
                    .singleElement()
                    .satisfies(p -> assertThat(p.erms()).isGreaterThan(goal));
        }
    }

    @Test
    void findsTheNumberOfBonesThatWasSynthesised() {
        MeshSequence sequence = Synthetic.played(knownModel(30));
        FitResult result = fit(sequence, error(1));
        assertThat(erms(result, sequence)).isLessThanOrEqualTo(1);
        assertThat(modelOf(result).boneCount()).isBetween(4, 6);
    }

    @Test
    void reportsAnUnreachableError() {
        MeshSequence sequence = noise();
        FitResult result = fit(sequence, error(1e-9).withMaxIterations(3));
        assertThat(result.fitted().outcome()).isEqualTo(Outcome.TARGET_NOT_REACHED);
        assertThat(result.fitted().notes().get(0)).contains("was not reached", "bones");
    }

    private static MeshSequence noise() {
        MeshSequence still = ripples(8, 20);
        Random random = new Random(4);
        float[][] frames = new float[still.frameCount()][];
        for (int f = 0; f < frames.length; f++) {
            frames[f] = still.frame(f).clone();
            for (int k = 0; k < frames[f].length; k++) {
                frames[f][k] += (float) (0.2 * random.nextGaussian());
            }
        }
        return Synthetic.sequence(still.rest(), frames);
    }

    @ParameterizedTest
    @CsvSource({"1, 500, 100", "17, 500, 100", "100, 500, 100", "255, 1000, 1", "7, 7, 3", "256, 256, 90"})
    void theSearchFindsTheExactNumber(int answer, int vertices, double atOne) {
        BoneCountSearch search = run(vertices, 1, b -> b >= answer ? 1.0 / (b - answer + 1) : 1 + atOne / b);
        assertThat(search.reached()).isTrue();
        assertThat(search.curve())
                .filteredOn(p -> p.erms() <= 1)
                .first()
                .satisfies(p -> assertThat(p.bones()).isEqualTo(answer));
    }

    @Test
    void theSearchStopsAtTheMostAndWhereErrorsAreZero() {
        assertThat(run(1000, 1, b -> 2).reached()).isFalse();
        assertThat(run(1000, 1, b -> 2).most()).isEqualTo(256);
        assertThat(run(1000, 1, b -> 0).curve().get(0).bones()).isEqualTo(1);
        assertThat(run(1, 1, b -> 0).most()).isEqualTo(1);
        assertThat(run(1000, 1, b -> b < 5 ? 3 : 0).curve()).anyMatch(p -> p.bones() == 5 && p.erms() == 0);
    }

    private static BoneCountSearch run(int vertices, double target, IntToDoubleFunction error) {
        BoneCountSearch search = new BoneCountSearch(target, vertices);
        int asked = 0;
        while (search.hasNext()) {
            int bones = search.next();
            assertThat(bones).isBetween(1, search.most());
            search.report(error.applyAsDouble(bones));
            assertThat(++asked).as("questions").isLessThan(30);
        }
        return search;
    }
}
