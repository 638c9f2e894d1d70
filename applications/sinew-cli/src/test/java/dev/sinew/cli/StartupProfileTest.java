package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher hides what the profile prints: one that no longer works would only make every start slower. */
class StartupProfileTest {
    @Test
    void theLaunchersNameTheClassThatExists() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("sinew.cmd"))) {
            root = root.getParent();
        }
        for (String launcher : new String[] {"sinew", "sinew.cmd"}) {
            Matcher names =
                    Pattern.compile("dev\\.sinew\\.cli\\.\\w+").matcher(Files.readString(root.resolve(launcher)));
            assertThat(names.results().map(MatchResult::group).distinct())
                    .as(launcher)
                    .contains(Main.class.getName())
                    .allMatch(name -> name.equals(Main.class.getName()) || name.equals(StartupProfile.class.getName()));
        }
        assertThat(Files.readString(root.resolve("sinew"))).contains(StartupProfile.class.getName());
    }

    @Test
    void everySceneWorks(@TempDir Path folder) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);
        Environment environment = new Environment(print, print, OptionalInt.empty(), new Interruption());
        int code = StartupProfile.play(environment, folder);
        assertThat(code).as("%s", said.toString(StandardCharsets.UTF_8)).isZero();
    }
}
