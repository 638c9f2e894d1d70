package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Progress reports of a fit. Cancellation at every report is tested for all solvers elsewhere. */
class FitStagesTest extends FitCases {
    @Test
    void reportsEveryStageInOrder() {
        List<Progress.Step> heard = new ArrayList<>();
        LinearFit.fit(ripples(20, 12), bones(6), step -> {
            heard.add(step);
            return Progress.Answer.CONTINUE;
        });
        assertThat(heard.stream().map(Progress.Step::stage).distinct())
                .containsExactly("reduce", "find bones", "refine");
        assertThat(heard).allMatch(s -> s.iteration() <= s.iterations());
    }
}
