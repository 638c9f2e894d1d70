package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.creature.Creature;
import dev.sinew.sample.mannequin.Mannequin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of docs/reference/java-api.md, exactly as printed there: compiled without warnings and run. */
class LibraryProgramsTest {
    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("^class (\\w+)", Pattern.MULTILINE);

    @TempDir
    private Path folder;

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Files.exists(here.resolve("docs/reference/java-api.md"))
                ? here
                : here.getParent().getParent();
    }

    private static List<String> blocks(String page) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(root().resolve(page)));
        while (block.find()) {
            blocks.add(block.group(1));
        }
        return blocks;
    }

    private static Map<String, String> programs() throws IOException {
        Map<String, String> programs = new LinkedHashMap<>();
        for (String block : blocks("docs/reference/java-api.md")) {
            Matcher name = CLASS.matcher(block);
            assertThat(name.find()).as(block).isTrue();
            programs.put(name.group(1), block);
        }
        return programs;
    }

    private static Path whereIs(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    /** Runs one of them and returns its output. */
    private String run(String program, Path... files) throws Exception {
        Path source = folder.resolve(program + ".java");
        Files.writeString(source, programs().get(program));
        String path = whereIs(SkinnedModel.class) + System.getProperty("path.separator") + whereIs(Models.class);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        said,
                        said,
                        "-Xlint:all",
                        "-Werror",
                        "-proc:none",
                        "-cp",
                        path,
                        "-d",
                        folder.toString(),
                        source.toString());
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, Models.class.getClassLoader())) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Method main = loader.loadClass(program).getDeclaredMethod("main", String[].class);
            main.setAccessible(true);
            String[] arguments = new String[files.length];
            for (int k = 0; k < files.length; k++) {
                arguments[k] = files[k].toString();
            }
            main.invoke(null, (Object) arguments);
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void findsFourPrograms() throws IOException {
        assertThat(programs()).containsOnlyKeys("Fit", "Rig", "Play", "Weights");
    }

    @Test
    void runsFitAndPlay() throws Exception {
        Path cape = folder.resolve("cape.pc2");
        MeshSequences.write(new Creature().make(600, 12), cape);
        Path model = folder.resolve("cape.glb");
        assertThat(run("Fit", folder.resolve("cape.obj"), model)).matches("1?\\d bones, E_RMS \\d+[.,]\\d\\d, \\w+\\R");
        assertThat(Models.read(model).clips()).hasSize(1);
        assertThat(run("Play", model)).startsWith("first vertex in the last frame: ");
    }

    @Test
    void runsRig() throws Exception {
        MeshSequences.write(new Mannequin().make(900, 8), folder.resolve("body.pc2"));
        Path model = folder.resolve("body.glb");
        String tree = run("Rig", folder.resolve("body.obj"), model);
        assertThat(tree.lines().filter(line -> line.endsWith("parent: none"))).hasSize(1);
        assertThat(tree.lines()).hasSize(Models.read(model).boneCount());
    }

    @Test
    void runsWeights() throws Exception {
        MeshSequences.write(new Creature().make(500, 2), folder.resolve("body.pc2"));
        Path model = folder.resolve("body.glb");
        assertThat(run("Weights", folder.resolve("body.obj"), model)).startsWith("2 handles move ");
        assertThat(Models.read(model).boneCount()).isEqualTo(2);
    }
}
