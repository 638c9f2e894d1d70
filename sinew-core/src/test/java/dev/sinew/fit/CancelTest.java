package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller may stop a fit whenever it hears from it. */
class CancelTest extends FitCases {
    private final List<Progress.Step> heard = new ArrayList<>();

    private Progress until(String stage, int count) {
        return step -> {
            heard.add(step);
            long met = heard.stream().filter(s -> s.stage().equals(stage)).count();
            return met >= count ? Progress.Answer.CANCEL : Progress.Answer.CONTINUE;
        };
    }

    @Test
    void everyStageIsHeardInOrder() {
        LinearFit.of(ripples(20, 12), bones(6), until("none", 1));
        assertThat(heard.stream().map(Progress.Step::stage).distinct())
                .containsExactly("reduce", "find bones", "refine");
        assertThat(heard).allMatch(s -> s.iteration() <= s.iterations());
    }

    @ParameterizedTest
    @ValueSource(strings = {"reduce", "find bones"})
    void beforeThereIsAModelNothingComesBack(String stage) {
        MeshSequence sequence = ripples(20, 12);
        assertThatThrownBy(() -> LinearFit.of(sequence, bones(6), until(stage, 1)))
                .isInstanceOf(CancelledException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void whileRefiningWhatThereIsComesBack(int step) {
        MeshSequence sequence = ripples(20, 12);
        FitResult result = LinearFit.of(sequence, bones(6).withTolerance(0), until("refine", step));
        assertThat(result.fitted().outcome()).isEqualTo(Outcome.CANCELLED);
        assertThat(result.fitted().iterations()).isEqualTo(step);
        assertThat(erms(result, sequence)).isLessThan(200);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 9, 14, 20})
    void everyCallbackMayStopAnErrorGoal(int count) {
        MeshSequence sequence = ripples(16, 10);
        FitOptions options =
                FitOptions.defaults(new FitOptions.Error(1e-6)).withThreads(1).withMaxIterations(3);
        Progress progress = step -> {
            heard.add(step);
            return heard.size() >= count ? Progress.Answer.CANCEL : Progress.Answer.CONTINUE;
        };
        Outcome outcome = outcomeOf(sequence, options, progress);
        assertThat(outcome).isEqualTo(Outcome.CANCELLED);
        assertThat(heard.size()).as("reports after the first refusal").isLessThanOrEqualTo(count + 1);
    }

    private static Outcome outcomeOf(MeshSequence sequence, FitOptions options, Progress progress) {
        try {
            return LinearFit.of(sequence, options, progress).fitted().outcome();
        } catch (CancelledException stopped) {
            return Outcome.CANCELLED;
        }
    }
}
