package dev.sinew.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.ProgressDisplay.ProgressBar;
import dev.sinew.cli.console.ProgressDisplay.ProgressLines;
import dev.sinew.cli.console.ProgressDisplay.TimeLeft;
import dev.sinew.run.Progress.Step;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private long milliseconds = 5_000;

    private long nanoTime() {
        return milliseconds * 1_000_000;
    }

    private String shown() {
        String text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }

    @Test
    void linesComeOnceASecondAtMost() {
        ProgressLines lines = ProgressLines.withClock(stream, this::nanoTime);
        for (int iteration = 0; iteration <= 20; iteration++) {
            lines.step(new Step("fit", iteration, 60, OptionalDouble.of(10.0 / (iteration + 1))));
            milliseconds += 100;
        }
        assertThat(shown().lines())
                .containsExactly(
                        "fit: 10 of 60, error 0.909, at most 5.0 s left",
                        "fit: 20 of 60, error 0.476, at most 4.0 s left");
    }

    @Test
    void shortStagesAreNotMentioned() {
        ProgressLines lines = ProgressLines.withClock(stream, this::nanoTime);
        lines.stage("reading a.obj");
        milliseconds += 900;
        lines.tick();
        lines.stage("writing a.glb");
        milliseconds += 200;
        lines.tick();
        milliseconds += 5000;
        lines.tick();
        assertThat(shown().lines()).containsExactly("writing a.glb");
    }

    @Test
    void nothingIsSaidTwiceInARow() {
        ProgressLines lines = ProgressLines.withClock(stream, this::nanoTime);
        for (int k = 0; k < 5; k++) {
            milliseconds += 1000;
            lines.step(new Step("reduce", 0, 1, OptionalDouble.empty()));
        }
        assertThat(shown().lines()).containsExactly("reduce");
    }

    @Test
    void theBarIsDrawnOverAndGoneAtTheEnd() {
        ProgressBar bar = new ProgressBar(stream, 80, this::nanoTime);
        bar.stage("reading a.obj");
        assertThat(shown()).isEqualTo("\rreading a.obj …");
        bar.step(new Step("fit", 30, 60, OptionalDouble.empty()));
        assertThat(shown()).isEqualTo("\r" + "█".repeat(12) + "░".repeat(12) + " fit: 30 of 60");
        milliseconds += 10;
        bar.step(new Step("fit", 31, 60, OptionalDouble.empty()));
        assertThat(shown()).as("too soon to draw again").isEmpty();
        milliseconds += 1000;
        bar.step(new Step("fit", 32, 60, OptionalDouble.of(1.5)));
        assertThat(shown()).endsWith(" fit: 32 of 60, error 1.50, at most 14 s left");
        bar.clear();
        assertThat(shown()).isEqualTo("\r" + " ".repeat(69) + "\r");
    }

    @Test
    void theBarNeverWraps() {
        ProgressBar bar = new ProgressBar(stream, 40, this::nanoTime);
        bar.stage("reading " + "x".repeat(100));
        assertThat(shown()).hasSize(40);
    }

    @Test
    void timeLeftStartsAnewWithEachStage() {
        TimeLeft left = new TimeLeft(this::nanoTime);
        assertThat(left.after(new Step("a", 0, 10, OptionalDouble.of(0)))).isEmpty();
        milliseconds += 2000;
        assertThat(left.after(new Step("a", 2, 10, OptionalDouble.of(0)))).hasValue(8);
        assertThat(left.after(new Step("b", 0, 10, OptionalDouble.of(0)))).isEmpty();
        milliseconds += 1000;
        assertThat(left.after(new Step("b", 10, 10, OptionalDouble.of(0))))
                .as("at the end")
                .isEmpty();
        assertThat(left.after(new Step("b", 0, 10, OptionalDouble.of(0))))
                .as("the same stage again")
                .isEmpty();
    }
}
