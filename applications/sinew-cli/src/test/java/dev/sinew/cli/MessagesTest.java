package dev.sinew.cli;

import static dev.sinew.cli.SinewRun.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Interruption;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors, warnings and suggestions, as a person and as a script get them. */
class MessagesTest {
    @TempDir
    Path folder;

    @Test
    void suggestsFilesBonesAndClips() throws Exception {
        Path cape = Fixtures.sequence(folder, "cape", 5);
        Path typo = folder.resolve("caep.obj");
        SinewRun file = SinewRun.of("fit", typo, "--bones", 3, "-o", folder.resolve("a.glb"));
        assertThat(file.err()).contains(typo + " does not exist; did you mean cape.obj");
        Path biped = folder.resolve("biped.glb");
        done("sample", "biped", "--vertices", 300, "-o", biped);
        SinewRun bone = SinewRun.of("edit", biped, "--remove", "haed", "-o", folder.resolve("a.glb"));
        assertThat(bone.err()).endsWith("; did you mean head?\n");
        SinewRun clip = SinewRun.of("info", biped, "--clip", "walkk");
        SinewRun evaluated = SinewRun.of("evaluate", biped, "--clip", "walkk", "--against", cape);
        assertThat(clip.err() + evaluated.err()).contains("; did you mean walk?");
    }

    @Test
    void failuresAreJsonWhereJsonIsAskedFor() {
        Path missing = folder.resolve("cape.glb");
        SinewRun run = SinewRun.of("info", missing, "--json", "-");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains(missing + " does not exist");
        assertThat(run.json().at("/error/message").asString()).isEqualTo(missing + " does not exist");
        assertThat(run.json().at("/error/file").asString()).isEqualTo(missing.toString());
        assertThat(run.json().at("/error/hint").isNull()).isTrue();

        SinewRun usage = SinewRun.of("fit", "x.obj", "--bonez", 3, "-o", "a.glb", "--json", "-");
        assertThat(usage.code()).isEqualTo(2);
        assertThat(usage.json().at("/error/message").asString()).startsWith("unknown option --bonez");
        assertThat(usage.json().at("/error/hint").asString()).isEqualTo("Run 'sinew fit --help' for usage.");

        SinewRun range = SinewRun.of("fit", "x.obj", "--bones", 0, "-o", folder.resolve("a.glb"), "--json=-");
        assertThat(range.code()).isEqualTo(2);
        assertThat(range.json().at("/error/message").asString()).isEqualTo("--bones 0 must be from 1 to 1024");
    }

    @Test
    void quietKeepsWarnings() throws Exception {
        Path cape = Fixtures.sequence(folder, "cape", 5);
        SinewRun run = done("fit", cape, "--scale", 1000, "--bones", 3, "-o", folder.resolve("a.glb"), "--quiet");
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("sinew: warning: ")
                .contains("unusually large", "--scale 0.01");
        SinewRun usual = done("fit", cape, "--bones", 3, "-o", folder.resolve("b.glb"), "--quiet");
        assertThat(usual.out() + usual.err()).isEmpty();
    }

    @Test
    void pipesGetNoProgressAndNoColours() throws Exception {
        Path cape = Fixtures.sequence(folder, "cape", 5);
        SinewRun run = done("fit", cape, "--scale", 1000, "--bones", 3, "-o", folder.resolve("a.glb"));
        // On a slow machine, lines without colours and without carriage returns.
        assertThat(run.err().lines())
                .allMatch(line -> line.matches("( *\\d+ %  )?(reading|fitting|writing|measuring)\\b.*"));
        assertThat(run.out())
                .contains("  warning: ", " % of the size on average (")
                .doesNotContain("\u001B");
    }

    @Test
    void terminalsGetColours() throws Exception {
        Assumptions.assumeTrue(
                System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM")),
                "colours are switched off here");
        Path cape = Fixtures.sequence(folder, "cape", 5);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Environment terminal = new Environment(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                OptionalInt.of(100),
                true,
                new Interruption(),
                Optional.empty());
        Main.run(terminal, SinewRun.strings("fit", cape, "--scale", 1000, "--bones", 3, "-o", folder.resolve("a.glb")));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("\u001B[33m  warning: ");
        Main.run(terminal, "info", folder.resolve("none.glb").toString());
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("\u001B[31msinew: ");
    }

    @Test
    void earlierSpellingsStillWork() throws Exception {
        Path biped = folder.resolve("biped.glb");
        done("sample", "biped", "--vertices", 300, "-o", biped);
        SinewRun run = SinewRun.of("edit", biped, "--lock", "head", "--against", biped, "-o", folder.resolve("a.glb"));
        assertThat(run.err()).startsWith("sinew: note: --against is now called --examples");
        SinewRun all = SinewRun.of("weights", biped, "--influences", "all", "--handles", biped, "-o", biped);
        assertThat(all.err()).startsWith("sinew: note: --influences all is now called --influences dense");
    }
}
