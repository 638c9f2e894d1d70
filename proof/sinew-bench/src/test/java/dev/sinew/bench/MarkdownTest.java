package dev.sinew.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
}
