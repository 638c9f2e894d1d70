package dev.sinew.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.ProgressDisplay.ProgressBar;
import dev.sinew.run.InvalidInputException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Names out of files reach the terminal as text, never as orders. */
class SafeTextTest {
    private static final String NASTY = "a\u001b[31mred\u009b2J\u202egnp.exe\u2066\u200f\r\nsinew: done\u0007\ud800z";

    private static String printed(Consumer<PrintStream> print) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        print.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static void assertTame(String printed) {
        assertThat(printed).contains("a�[31mred�2J�gnp.exe").endsWith("\n");
        assertThat(printed.lines()).hasSize(1);
        assertThat(printed.chars().filter(c -> Character.isISOControl(c) && c != '\n'))
                .isEmpty();
        assertThat(printed).doesNotContain("\u202e", "\u2066", "\u200f");
    }

    @Test
    void sheets() {
        for (ResultSummary summary : List.of(
                new ResultSummary().headline(NASTY),
                new ResultSummary().row("bones", NASTY),
                new ResultSummary().notes(List.of(NASTY)))) {
            assertTame(printed(stream -> summary.print(stream, false)));
        }
    }

    @Test
    void failures() {
        assertTame(printed(err -> Failures.report(
                new InvalidInputException(NASTY),
                new Environment(err, err, OptionalInt.empty(), new Interruption()),
                Failures.Run.UNKNOWN)));
    }

    @Test
    void progress() {
        String shown = printed(stream -> new ProgressBar(stream, 200, () -> 0).stage("read", NASTY));
        assertTame(shown.substring(1) + "\n");
    }

    @Test
    void jsonSaysTheSame() {
        String json = JsonMapper.shared().writeValueAsString(List.of(NASTY));
        String shown = SafeText.json(json);
        assertThat(shown).doesNotContain("\u009b", "\u202e", "\u2066", "\u200f");
        assertThat(JsonMapper.shared().readTree(shown))
                .isEqualTo(JsonMapper.shared().readTree(json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "spine_01", "Ärmel links", "腕", "نمی\u200cخواهم", "👩\u200d🚀", "a b"})
    void honestNamesStay(String name) {
        assertThat(SafeText.line(name)).isEqualTo(name);
    }
}
