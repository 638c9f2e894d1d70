package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sinew shell} with a file as standard input. */
class ShellTest {
    @TempDir
    Path folder;

    @TempDir
    Path logs;

    private SinewRun shell(String... lines) throws Exception {
        Path input = Files.write(folder.resolve("commands.txt"), java.util.List.of(lines));
        return SinewProcess.runWith(input, logs, "shell");
    }

    @Test
    void runsCommandsAsTheProgramDoes() throws Exception {
        Path cape = Fixtures.sequence(folder, "my cape", 6);
        Path own = folder.resolve("own.glb");
        assertThat(SinewRun.of("fit", cape, "--bones", 2, "-o", own).code()).isZero();
        SinewRun run = shell(
                "# two commands",
                "",
                "fit '" + cape + "' --bones 2 -o \"" + folder + "/first.glb\" --quiet   # the first",
                "fit " + cape.toString().replace(" ", "\\ ") + " --bones 2 -o " + folder + "/second.glb --quiet");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(folder.resolve("first.glb")).hasSameBinaryContentAs(own);
        assertThat(folder.resolve("second.glb")).hasSameBinaryContentAs(own);
        assertThat(run.err()).isEmpty();
    }

    @Test
    void endsWithTheCodeOfTheFirstCommandThatFails() throws Exception {
        SinewRun run = shell("info " + folder + "/nowhere.glb", "doctor");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("nowhere.glb does not exist");
        assertThat(run.out()).isEmpty();
    }

    @Test
    void exitEndsIt() throws Exception {
        SinewRun run = shell("exit", "info " + folder + "/nowhere.glb");
        assertThat(run.code()).isZero();
        assertThat(run.said()).doesNotContain("nowhere");
    }

    @Test
    void rejectsWhatItCannotRun() throws Exception {
        assertThat(shell("info 'open").err()).contains("a quote is not closed: info 'open");
        SinewRun nested = shell("shell");
        assertThat(nested.code()).isEqualTo(2);
        assertThat(nested.err()).contains("shell cannot run inside sinew shell");
    }
}
