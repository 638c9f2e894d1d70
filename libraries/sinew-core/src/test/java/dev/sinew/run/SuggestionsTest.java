package dev.sinew.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionsTest {
    @Test
    void findsTheClosestNamesFirst() {
        assertThat(Suggestions.closest("fti", List.of("info", "fit", "edit"))).containsExactly("fit");
        assertThat(Suggestions.closest("tial_1", List.of("tail_1", "tail_2", "head")))
                .containsExactly("tail_1", "tail_2");
        assertThat(Suggestions.closest("Run", List.of("walk", "run"))).containsExactly("run");
        assertThat(Suggestions.closest("xyz", List.of("walk", "run"))).isEmpty();
    }

    @Test
    void hintsEndASentence() {
        assertThat(Suggestions.hint("Run", List.of("walk", "run"))).isEqualTo("; did you mean run?");
        assertThat(Suggestions.hint("xyz", List.of("walk", "run"))).isEmpty();
    }
}
