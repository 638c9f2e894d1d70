package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands on the two streams, and what becomes of it. */
class ConsoleTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final Path HOSTILE = Path.of("..", "..", "..", "shared", "data", "hostile");

    @TempDir
    Path folder;

    private Path triangle() throws IOException {
        return Files.writeString(folder.resolve("t.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    }

    @Test
    void reportsUnwritableOutput() throws IOException {
        Assumptions.assumeTrue(Files.exists(FULL), "no " + FULL + " here");
        for (String[] arguments : new String[][] {
            {"info", triangle().toString(), "--json", "-"},
            {"info", triangle().toString()}
        }) {
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            try (PrintStream out = new PrintStream(new FileOutputStream(FULL.toFile()), true, StandardCharsets.UTF_8)) {
                Environment environment = new Environment(
                        out,
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        OptionalInt.empty(),
                        new Interruption());
                assertThat(Main.run(environment, arguments)).isEqualTo(3);
            }
            assertThat(err.toString(StandardCharsets.UTF_8)).contains("sinew: standard output cannot be written");
        }
    }

    @Test
    void anAtSignIsPartOfAName() throws IOException {
        Path list = Files.writeString(folder.resolve("list"), triangle().toString());
        SinewRun run = SinewRun.of("info", "@" + list);
        assertThat(run.code()).as(run.said()).isNotZero();
        assertThat(run.err()).contains("@" + list);
    }

    @Test
    void namesOfOthersGiveNoOrders() {
        Path file = HOSTILE.resolve("ansi_biped.glb");
        Assumptions.assumeTrue(Files.exists(file), file + " is not here");
        for (SinewRun run : new SinewRun[] {SinewRun.of("info", file), SinewRun.of("info", file, "--json", "-")}) {
            assertThat(run.code()).as(run.said()).isZero();
            assertThat((run.out() + run.err()).chars().filter(c -> Character.isISOControl(c) && c != '\n'))
                    .isEmpty();
            assertThat(run.out() + run.err()).doesNotContain("\u202e");
        }
    }
}
