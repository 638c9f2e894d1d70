package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people lost files, words or patience to, tried on the program as they start it. */
class TrustTest {
    @TempDir
    Path folder;

    @TempDir
    Path logs;

    private Map<Path, String> contents(Path place) throws IOException {
        Map<Path, String> all = new TreeMap<>();
        try (Stream<Path> files = Files.list(place)) {
            for (Path file : files.toList()) {
                all.put(file, Files.readString(file));
            }
        }
        return all;
    }

    /** As a shell hands over {@code objs/*.obj}: one argument per file. */
    @Test
    void framesAreNeverWrittenOverByThemselves() throws Exception {
        Path objs = Files.createDirectory(folder.resolve("objs"));
        for (int f = 0; f < 4; f++) {
            Fixtures.mesh(objs.resolve("flag_000" + f + ".obj"), f);
        }
        Map<Path, String> before = contents(objs);
        List<Object> expanded = new ArrayList<>(List.of("convert"));
        expanded.addAll(before.keySet());
        expanded.addAll(List.of("--scale", 0.01, "-o", objs.resolve("flag.obj")));
        for (Object[] arguments : new Object[][] {
            expanded.toArray(),
            {"convert", objs, "--scale", 0.01, "-o", objs.resolve("flag.obj")},
            {"convert", objs + "/*.obj", "--scale", 0.01, "-o", objs.resolve("flag.obj")},
            {"convert", objs + "/*.obj", "-o", folder.resolve("new.pc2"), "--json", objs.resolve("flag_0002.obj")},
        }) {
            SinewRun run = SinewProcess.run(logs, arguments);
            assertThat(run.code()).as(run.said()).isEqualTo(3);
            assertThat(run.err()).contains("sinew: cannot write");
            assertThat(contents(objs)).isEqualTo(before);
        }
    }

    @Test
    void aPictureNeedsNoTemporaryFolder() throws Exception {
        Path sheet = Fixtures.sequence(folder, "sheet", 5);
        Path picture = folder.resolve("sheet.png");
        SinewRun run = SinewProcess.start(
                        logs,
                        List.of("-Xmx1g", "-Djava.io.tmpdir=" + folder.resolve("nowhere")),
                        "fit",
                        sheet,
                        "--bones",
                        3,
                        "-o",
                        folder.resolve("sheet.glb"),
                        "--picture",
                        picture)
                .await();
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(picture).isNotEmptyFile();
    }

    @Test
    void aModelWithoutASkinTellsItsClips() throws Exception {
        Path file = Files.writeString(folder.resolve("two.gltf"), TWO_CLIPS);
        SinewRun run = SinewProcess.run(logs, "info", file);
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.out()).contains("walk", "run");
    }

    @Test
    void ignoresAClosedPipe() throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/bin/sh")), "no shell here");
        Path mesh = Fixtures.mesh(folder.resolve("sheet.obj"), 0);
        Path said = logs.resolve("said");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String line = "(\"$0\" -cp \"$1\" dev.sinew.cli.Main info \"$2\"; echo $? >&2) | true";
        Process process = new ProcessBuilder(
                        "/bin/sh", "-c", line, java, System.getProperty("java.class.path"), mesh.toString())
                .redirectError(said.toFile())
                .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(said)).endsWith("0\n").doesNotContain("cannot be written");
    }

    /** A triangle under a node that two animations move. */
    private static final String TWO_CLIPS = """
            {"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
             "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
             "animations":[
              {"name":"walk","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]},
              {"name":"run","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
             "accessors":[
              {"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
              {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
              {"bufferView":2,"componentType":5126,"count":2,"type":"VEC3"}],
             "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8},{"buffer":0,"byteOffset":44,"byteLength":24}],
             "buffers":[{"byteLength":68,"uri":"data:application/octet-stream;base64,%s"}]}
            """.formatted(
                    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAA=");
}
