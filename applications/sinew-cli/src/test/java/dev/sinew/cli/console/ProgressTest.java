package dev.sinew.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.cli.console.ProgressDisplay.Advance;
import dev.sinew.cli.console.ProgressDisplay.ProgressBar;
import dev.sinew.cli.console.ProgressDisplay.ProgressLines;
import dev.sinew.run.Progress.Step;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalDouble;
import java.util.OptionalInt;
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

    private static Step step(String phase, int iteration, int iterations) {
        return new Step(phase, iteration, iterations, OptionalDouble.empty());
    }

    @Test
    void pipesGetNothingFromShortCommands() {
        Environment pipe = new Environment(stream, stream, OptionalInt.empty(), new Interruption());
        try (ProgressDisplay display = ProgressDisplay.on(pipe)) {
            display.stage("read", "reading a.obj");
            display.step(step("refine", 3, 60));
        }
        assertThat(shown()).isEmpty();
    }

    @Test
    void logsGetALineEveryTwoSeconds() {
        ProgressLines lines = new ProgressLines(stream, this::nanoTime);
        lines.stage("read", "reading a.obj");
        lines.stage("solve", "fitting");
        for (int iteration = 1; iteration <= 50; iteration++) {
            milliseconds += 100;
            lines.step(step("refine", iteration, 60));
        }
        assertThat(shown().lines()).containsExactly(" 21 %  refine: 20 of 60", " 37 %  refine: 40 of 60");
    }

    @Test
    void oneBarServesTheWholeCommand() {
        ProgressBar bar = new ProgressBar(stream, 80, this::nanoTime);
        bar.stage("read", "reading a.obj");
        assertThat(shown()).isEqualTo("\r" + "░".repeat(24) + "   0 %  reading a.obj");
        bar.stage("solve", "fitting");
        bar.step(step("refine", 30, 60));
        assertThat(shown()).contains("  29 %  refine: 30 of 60");
        milliseconds += 10;
        bar.step(step("refine", 31, 60));
        assertThat(shown()).as("too soon to draw again").isEmpty();
        milliseconds += 9_990;
        bar.step(new Step("refine", 60, 60, OptionalDouble.of(1.5)));
        assertThat(shown()).contains("  53 %  refine: 60 of 60, error 1.50, about 9.0 s left");
        bar.stage("measure", "measuring a.glb");
        assertThat(shown()).contains("  90 %  measuring a.glb");
        bar.clear();
        assertThat(shown()).matches("\r +\r");
    }

    @Test
    void theBarNeverWraps() {
        ProgressBar bar = new ProgressBar(stream, 40, this::nanoTime);
        bar.stage("read", "reading " + "x".repeat(100));
        assertThat(shown()).hasSize(40);
    }

    @Test
    void progressNeverGoesBack() {
        Advance advance = new Advance(this::nanoTime);
        advance.stage("solve");
        double last = 0;
        for (int round = 0; round < 6; round++) {
            for (int k = 0; k <= 10; k++) {
                advance.step(step("refine", k, 10));
                assertThat(advance.fraction()).isGreaterThanOrEqualTo(last);
                last = advance.fraction();
            }
        }
        assertThat(last).as("the solver may go on, so its stage is not full").isBetween(0.5, 0.85);
        advance.stage("read");
        assertThat(advance.fraction()).isEqualTo(last);
    }

    @Test
    void timeLeftFollowsFromTheFractionDone() {
        Advance advance = new Advance(this::nanoTime);
        advance.stage("batch");
        assertThat(advance.secondsLeft()).isEmpty();
        milliseconds += 30_000;
        advance.step(step("cape.obj", 3, 12));
        assertThat(advance.fraction()).isEqualTo(0.25);
        assertThat(advance.secondsLeft().getAsDouble()).isCloseTo(90, within(1e-9));
    }
}
