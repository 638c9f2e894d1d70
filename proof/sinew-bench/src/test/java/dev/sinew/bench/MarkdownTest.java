package dev.sinew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MarkdownTest {
    @Test
    void printsHeaderRuleAndRows() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

        new Markdown(out, List.of("a", "b")).row(List.of("1", "2"));

        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("| a | b |", "| --- | --- |", "| 1 | 2 |");
    }

    @Test
    void numbersOfOthersKeepTheirOwnPrecision() {
        assertThat(Markdown.asGiven(Optional.of(new BigDecimal("3.60")))).isEqualTo("3.60");
        assertThat(Markdown.asGiven(Optional.of(new BigDecimal("17")))).isEqualTo("17");
        assertThat(Markdown.asGiven(Optional.of(new BigDecimal("2e-5")))).isEqualTo("0.00002");
        assertThat(Markdown.asGiven(Optional.empty())).isEqualTo("–");
    }
}
