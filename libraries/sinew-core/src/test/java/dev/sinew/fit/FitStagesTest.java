package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a fit says while it works. That it can be stopped wherever it says something is every capability's contract. */
class FitStagesTest extends FitCases {
    @Test
    void everyStageIsHeardInOrder() {
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
