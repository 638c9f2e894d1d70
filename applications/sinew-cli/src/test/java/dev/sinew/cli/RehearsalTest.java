package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher hides what its rehearsal says: a scene that no longer works would only make every start slower. */
class RehearsalTest {
    @Test
    void everySceneWorks(@TempDir Path folder) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);
        Environment environment = new Environment(print, print, OptionalInt.empty(), new Interruption());
        int code = StartupProfile.play(environment, folder);
        assertThat(code).as("%s", said.toString(StandardCharsets.UTF_8)).isZero();
    }
}
