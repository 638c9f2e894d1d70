package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.cli.console.Environment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Completions, man pages and the examples of every {@code --help} are correct. */
class TerminalTest {
    @TempDir
    static Path folder;

    private static CommandLine program(String... arguments) {
        return Main.commandLine(Environment.ofProcess(), arguments);
    }

    /** The lines of a verb's help that can be typed. */
    private static List<String> examples(String verb) {
        List<String> examples = new ArrayList<>();
        CommandLine line = program().getSubcommands().get(verb);
        for (String text : line.getCommandSpec().usageMessage().footer()) {
            if (text.strip().startsWith("sinew " + verb)) {
                examples.add(text.strip().split("  ")[0]);
            }
        }
        return examples;
    }

    static Stream<String> verbs() {
        return program().getSubcommands().keySet().stream();
    }

    /** The studio and a worker wait for others; StudioVerbTest and WorkerTest cover them. */
    /** Without drive, whose inputs DriveTest makes. */
    static Stream<String> verbsThatEnd() {
        return verbs().filter(
                        verb -> !Set.of("drive", "shell", "studio", "worker").contains(verb));
    }

    /** What the examples speak of. */
    @BeforeAll
    static void writeInputs() throws Exception {
        Fixtures.sequence(folder, "cape", 6);
        Fixtures.frames(folder.resolve("frames"), 6);
        Fixtures.frames(folder.resolve("poses"), 6);
        done(
                "fit",
                folder.resolve("cape.obj"),
                "--bones",
                6,
                "--influences",
                "dense",
                "-o",
                folder.resolve("dense.glb"));
        done("fit", folder.resolve("cape.obj"), "--bones", 4, "-o", folder.resolve("cape.glb"));
        Files.createDirectories(folder.resolve("caches/wind"));
        done("convert", folder.resolve("cape.obj"), "-o", folder.resolve("caches/wind/cape.abc"));
        done("sample", "biped", "--vertices", 300, "-o", folder.resolve("hero.glb"));
        done("convert", folder.resolve("hero.glb"), "--clip", "walk", "-o", folder.resolve("walk.bvh"));
        done("sample", "creature", "--vertices", 400, "--frames", 2, "-o", folder.resolve("body.pc2"));
        List<String> places = Files.readAllLines(folder.resolve("body.obj")).stream()
                .filter(line -> line.startsWith("v "))
                .map(line -> line.substring(2))
                .toList();
        Files.writeString(folder.resolve("body.tgf"), "1 " + places.get(10) + "\n2 " + places.get(200) + "\n#\n1 2\n");
        done(
                "weights",
                folder.resolve("body.obj"),
                "--handles",
                folder.resolve("body.tgf"),
                "--resolution",
                20,
                "-o",
                folder.resolve("body.glb"));
        Files.writeString(
                folder.resolve("wave.json"), "{\"targets\": [{\"handle\": \"bone_1_2\", \"position\": [0, 2, 0]}]}");
    }

    private static void done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
    }

    /** As a shell takes them apart. */
    private static String[] words(String example) {
        return example.replaceFirst("^sinew ", "")
                .replaceFirst(" < .*", "")
                .replace("'", "")
                .split(" +");
    }

    /** File names of an example as they are in the test's folder; outputs go to a separate folder. */
    private static Object[] transformed(String example, Path out) {
        List<Object> words = new ArrayList<>();
        for (String word : words(example)) {
            boolean output = !words.isEmpty()
                    && List.of("-o", "--out", "--report", "--bvh").contains(words.get(words.size() - 1));
            boolean input = word.endsWith("/") || word.matches("[\\w/*]+\\.(obj|glb|json|tgf|abc|bvh)");
            words.add(
                    output
                            ? out.resolve(Path.of(word).getFileName())
                            : input ? folder.resolve(word).toString() : word);
        }
        return words.toArray();
    }

    @ParameterizedTest
    @MethodSource("verbsThatEnd")
    void anExampleOfEveryVerbRuns(String verb) throws Exception {
        List<String> examples = examples(verb);
        assertThat(examples).as("examples of %s", verb).isNotEmpty();
        // The demo's first example writes where it is called.
        String example = verb.equals("demo") ? examples.get(1) : examples.get(0);
        SinewRun run = SinewRun.of(transformed(example, Files.createDirectories(folder.resolve("out-" + verb))));
        assertThat(run.code()).as(example + "\n" + run.said()).isZero();
    }

    @ParameterizedTest
    @MethodSource("verbs")
    void everyExampleIsUnderstood(String verb) {
        for (String example : examples(verb)) {
            String[] words = words(example);
            assertThat(program(words)
                            .parseArgs(words)
                            .subcommand()
                            .commandSpec()
                            .name())
                    .as(example)
                    .isEqualTo(verb);
        }
    }

    @Test
    void everyVerbHasAManPageAndEveryOptionIsCompleted(@TempDir Path written) throws IOException {
        TerminalFiles.write(program(), written.resolve("completion"), written.resolve("man"));
        String fish = Files.readString(written.resolve("completion/sinew.fish"));
        String bash = Files.readString(written.resolve("completion/sinew.bash"));
        assertThat(written.resolve("completion/_sinew")).content().startsWith("#compdef sinew\n");
        assertThat(fish).contains("-l bone-type -x -a 'affine similarity rigid'");
        assertThat(bash).contains("\"affine\" \"similarity\" \"rigid\"");
        assertThat(written.resolve("man/sinew.adoc")).content().contains("sinew-fit");
        for (Map.Entry<String, CommandLine> verb : program().getSubcommands().entrySet()) {
            String man = Files.readString(written.resolve("man/sinew-" + verb.getKey() + ".adoc"));
            assertThat(man).contains("sinew-" + verb.getKey() + "(1)").contains("== Synopsis");
            verb.getValue().getCommandSpec().options().forEach(option -> {
                String name = option.longestName();
                assertThat(man).contains(name);
                assertThat(bash).contains(name);
                assertThat(fish).contains("from " + verb.getKey() + "' ").contains(" -l " + name.substring(2) + " ");
            });
        }
    }

    @Test
    void theDoctorSaysWhatIsThere() {
        SinewRun run = SinewRun.of("doctor", "--json", "-");
        assertThat(run.code()).isZero();
        assertThat(run.json().get("cores").asInt())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(run.json().get("formats").get(".npz").asBoolean()).isTrue();
        // Built without the module that brings it along.
        assertThat(run.json().get("formats").get(".fbx").asBoolean()).isFalse();
        assertThat(run.json().get("advice").toString()).contains("sinew-assimp");
    }
}
