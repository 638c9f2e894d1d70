package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invalid data, given to the real program: exit code 3, an error message, no files left behind. */
class BadInputTest {
    @TempDir
    Path folder;

    @TempDir
    Path logs;

    private Path at(String name) {
        return folder.resolve(name);
    }

    private void rejected(String sentence, Object... arguments) throws IOException, InterruptedException {
        Set<String> before = names();
        SinewRun run = SinewProcess.run(logs, arguments);
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.out()).isEmpty();
        assertThat(said(run)).as(run.said()).startsWith("sinew: ").contains(sentence);
        assertThat(names()).isEqualTo(before);
    }

    /** The one line it says; on a machine that is slow today, what it was doing stands before it. */
    private static String said(SinewRun run) {
        List<String> lines = run.err().lines().toList();
        assertThat(lines.subList(0, lines.size() - 1))
                .allMatch(line -> line.matches("( *\\d+ %  )?(reading|fitting|writing|measuring)\\b.*"));
        return lines.get(lines.size() - 1);
    }

    private void fitRejected(String sentence, Path input) throws IOException, InterruptedException {
        rejected(sentence, "fit", input, "--bones", 4, "-o", at("out.glb"));
    }

    private Set<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            Set<String> names = new TreeSet<>();
            files.forEach(file -> names.add(folder.relativize(file).toString()));
            return names;
        }
    }

    @Test
    void fitNeedsMotion() throws Exception {
        SinewRun.done("sample", "flag", "--vertices", 60, "--frames", 4, "-o", at("flag.pc2"), "--quiet");
        SinewRun.done("convert", at("flag.obj"), "--range", "2:2", "-o", at("still.pc2"), "--quiet");
        fitRejected("has one frame only: bones need motion", at("still.obj"));
    }

    @Test
    void missingFile() throws Exception {
        fitRejected("nowhere.obj does not exist", at("nowhere.obj"));
    }

    @Test
    void emptyFolder() throws Exception {
        fitRejected("is an empty folder", Files.createDirectory(at("empty")));
    }

    @Test
    void truncatedCache() throws Exception {
        Path mesh = Fixtures.sequence(folder, "sheet", 5);
        byte[] whole = Files.readAllBytes(at("sheet.pc2"));
        Files.write(at("sheet.pc2"), Arrays.copyOf(whole, whole.length - 100));
        fitRejected("sheet.pc2", mesh);
    }

    @Test
    void headerThatClaimsMoreThanTheFileHolds() throws Exception {
        Path mesh = Fixtures.mesh(at("sheet.obj"), 0);
        Files.write(at("sheet.pc2"), Fixtures.pc2(Fixtures.VERTICES, 2_000_000_000, 3));
        fitRejected("2000000000", mesh);
    }

    @Test
    void wrongVertexCount() throws Exception {
        Path mesh = Fixtures.mesh(at("sheet.obj"), 0);
        Files.write(at("sheet.pc2"), Fixtures.pc2(100, 3, 3));
        fitRejected("has 100 vertices per frame, but the mesh", mesh);
    }

    @Test
    void numbersThatAreNone() throws Exception {
        Path mesh = Fixtures.sequence(folder, "sheet", 3);
        byte[] bytes = Files.readAllBytes(at("sheet.pc2"));
        int at = 32 + 12 * (2 * Fixtures.VERTICES + 7);
        Arrays.fill(bytes, at, at + 4, (byte) 0xff);
        Files.write(at("sheet.pc2"), bytes);
        fitRejected("frame 2: vertex 7 has the coordinate NaN", mesh);
    }

    @Test
    void noFaces() throws Exception {
        Path mesh = Files.writeString(at("points.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\n");
        Files.write(at("points.pc2"), Fixtures.pc2(3, 2, 2));
        fitRejected("no faces", mesh);
    }

    @Test
    void binaryFileNamedObj() throws Exception {
        byte[] noise = new byte[5000];
        new Random(1).nextBytes(noise);
        Path file = Files.write(at("noise.obj"), noise);
        Files.write(at("noise.pc2"), Fixtures.pc2(3, 2, 2));
        fitRejected("noise.obj", file);
    }

    @Test
    void framesOfDifferentMeshes() throws Exception {
        Path frames = Fixtures.frames(at("frames"), 3);
        Files.writeString(frames.resolve("frame1.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        fitRejected("frame1.obj", frames);
    }

    @Test
    void meshWhereASequenceIsNeeded() throws Exception {
        fitRejected("is a single mesh. A sequence needs frames", Fixtures.mesh(at("sheet.obj"), 0));
    }

    @Test
    void outputThatCannotBe() throws Exception {
        Path mesh = Fixtures.sequence(folder, "sheet", 3);
        rejected("it is a directory", "fit", mesh, "--bones", 4, "-o", folder);
        rejected("does not exist", "fit", mesh, "--bones", 4, "-o", at("nowhere/out.glb"));
        rejected("does not exist", "fit", mesh, "--bones", 4, "-o", at("out.glb"), "--json", at("nowhere/out.json"));
        if (Files.isDirectory(Path.of("/proc"))) {
            rejected("no files can be created in its folder", "fit", mesh, "--bones", 4, "-o", "/proc/out.glb");
        }
    }

    @Test
    void brokenModels() throws Exception {
        Path noise = Files.write(at("noise.glb"), new byte[100]);
        rejected("noise.glb", "info", noise);
        rejected("nowhere.glb", "info", at("nowhere.glb"));
        rejected("noise.glb", "convert", noise, "-o", at("noise.pc2"));
    }

    @Test
    void notEnoughMemory() throws Exception {
        Path mesh = Fixtures.mesh(at("sheet.obj"), 0);
        Files.write(at("sheet.pc2"), Fixtures.pc2(Fixtures.VERTICES, 30_000, 30_000));
        SinewRun run = SinewProcess.start(logs, List.of("-Xmx24m"), "fit", mesh, "--bones", 4, "-o", at("out.glb"))
                .await();
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(said(run)).startsWith("sinew: ").contains("-Xmx");
        assertThat(at("out.glb")).doesNotExist();
    }

    @Test
    void debugShowsWhere() throws Exception {
        SinewRun run = SinewProcess.run(logs, "info", at("nowhere.obj"), "--debug");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("sinew: ", "InvalidInputException", "\tat dev.sinew.");
    }

    @Test
    void archivesThatLie() throws Exception {
        byte[] bytes = new byte[100];
        byte[] header = {'O', 'g', 'a', 'w', 'a', (byte) 0xff, 0, 1, 16};
        System.arraycopy(header, 0, bytes, 0, header.length);
        Arrays.fill(bytes, 16, 22, (byte) 0xff);
        Files.write(at("lies.abc"), bytes);
        fitRejected("children, but the file has room for 9", at("lies.abc"));
        Files.write(at("old.abc"), new byte[] {(byte) 0x89, 'H', 'D', 'F', 13, 10, 26, 10});
        fitRejected("HDF5", at("old.abc"));
    }

    @Test
    void fbxWithoutItsModule() throws Exception {
        Files.writeString(at("x.fbx"), "Kaydara FBX Binary  and nothing else in it");
        fitRejected("x.fbx", at("x.fbx"));
    }
}
