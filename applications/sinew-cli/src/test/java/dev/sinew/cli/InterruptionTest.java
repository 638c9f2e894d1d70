package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, as a signal to the real program. */
class InterruptionTest {
    private static final int SIGINT = 2;

    @TempDir
    Path folder;

    @TempDir
    Path logs;

    @Test
    void ctrlCLeavesNothingBehind() throws Exception {
        assumeSignalsAreHeard();
        Path cache = folder.resolve("creature.pc2");
        SinewRun made = SinewRun.of("sample", "creature", "-o", cache, "--vertices", 8_000, "--frames", 60);
        assertThat(made.code()).as(made.said()).isZero();
        List<String> before = names();

        SinewProcess process = SinewProcess.start(
                logs,
                List.of("-Xmx1g"),
                "fit",
                cache,
                "--bones",
                300,
                "--influences",
                16,
                "--iterations",
                100_000,
                "-o",
                folder.resolve("out.glb"));
        process.awaitError("\n");
        process.interrupt();
        SinewRun run = process.await();

        assertThat(run.code()).as(run.said()).isEqualTo(130);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).endsWith("sinew: interrupted\n");
        assertThat(names()).isEqualTo(before);
    }

    /** It may be done before the signal comes, but it must never report the shutdown of the JVM as an error. */
    @Test
    void ctrlCWhileAPictureIsDrawn() throws Exception {
        assumeSignalsAreHeard();
        Path sheet = Fixtures.sequence(folder, "sheet", 5);
        Path picture = folder.resolve("sheet.png");
        Path model = folder.resolve("sheet.glb");
        SinewProcess process = SinewProcess.start(
                logs, List.of("-Xmx1g"), "fit", sheet, "--bones", 3, "-o", model, "--picture", picture);
        process.awaitError("writing " + picture);
        process.interrupt();
        SinewRun run = process.await();
        assertThat(run.code()).as(run.said()).isIn(0, 130);
        assertThat(run.err()).doesNotContain("internal error");
        assertThat(names()).allMatch(name -> name.startsWith("sheet."));
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** A build that was started in the background ignores Ctrl-C, and so does everything it starts. */
    private static void assumeSignalsAreHeard() throws IOException {
        Path status = Path.of("/proc/self/status");
        Assumptions.assumeTrue(Files.exists(status), "no /proc here to ask about signals");
        String mask = Files.readAllLines(status).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .map(line -> line.substring("SigIgn:".length()).strip())
                .findFirst()
                .orElse("0");
        boolean ignored = (Long.parseUnsignedLong(mask, 16) >> (SIGINT - 1) & 1) == 1;
        Assumptions.assumeFalse(ignored, "SIGINT is ignored here");
    }
}
