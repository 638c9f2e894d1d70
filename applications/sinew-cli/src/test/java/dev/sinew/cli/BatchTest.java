package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sinew batch} as people and farms call it. */
class BatchTest {
    @TempDir
    Path folder;

    @TempDir
    Path logs;

    private String pattern;

    @BeforeEach
    void writeSheets() throws IOException {
        Path sheets = Files.createDirectory(folder.resolve("sheets"));
        for (int k = 0; k < 4; k++) {
            Fixtures.sequence(sheets, "sheet" + k, 4 + k);
        }
        pattern = sheets + "/*.obj";
    }

    private Object[] batch(Path out, Object... more) {
        return Stream.concat(
                        Stream.of("batch", pattern, "--verb", "fit", "--bones", 3, "--out", out, "--no-reports"),
                        Stream.of(more))
                .toArray();
    }

    private static Map<String, byte[]> models(Path out) throws IOException {
        Map<String, byte[]> models = new TreeMap<>();
        try (Stream<Path> files = Files.list(out)) {
            for (Path file :
                    files.filter(name -> name.toString().endsWith(".glb")).toList()) {
                models.put(file.getFileName().toString(), Files.readAllBytes(file));
            }
        }
        return models;
    }

    @Test
    void whateverEndsItTheNextRunGoesOn() throws Exception {
        Path whole = folder.resolve("whole");
        SinewRun undisturbed = SinewRun.of(batch(whole));
        assertThat(undisturbed.code()).as(undisturbed.said()).isZero();

        Path out = folder.resolve("killed");
        SinewProcess process = SinewProcess.start(logs, List.of("-Xmx1g"), batch(out, "--jobs", 1));
        process.awaitFile(out.resolve("sheet1.glb"));
        process.kill();
        int before = models(out).size();
        assertThat(before).isBetween(1, 4);

        SinewRun again = SinewRun.of(batch(out, "--json", "-", "--quiet"));
        assertThat(again.code()).as(again.said()).isZero();
        assertThat(again.json().at("/result/pieces").asInt()).isEqualTo(4);
        assertThat(again.json().at("/result/current").asInt()).isGreaterThanOrEqualTo(before - 1);
        assertThat(models(out)).usingRecursiveComparison().isEqualTo(models(whole));
        assertThat(Files.readAllLines(out.resolve("results.jsonl"))).hasSize(4);
        assertThat(out.resolve("index.html")).content().contains("sheet3").doesNotContain("{{data}}", "{{script}}");
    }

    @Test
    void boundsAndFailuresHaveCodesOfTheirOwn() throws IOException {
        Path out = folder.resolve("built");
        SinewRun above = SinewRun.of(batch(out, "--fail-above", "erms=1e-9"));
        assertThat(above.code()).as(above.said()).isEqualTo(4);
        assertThat(above.out()).contains("sheet0: erms");
        assertThat(SinewRun.of(batch(out, "--fail-above", "erms=1000")).code()).isZero();
        assertThat(SinewRun.of(batch(out, "--fail-above", "beauty=1")).code()).isEqualTo(2);
        Files.writeString(folder.resolve("sheets/bad.obj"), "v 0 0 0\n");
        SinewRun failed = SinewRun.of(batch(out));
        assertThat(failed.code()).as(failed.said()).isEqualTo(3);
        assertThat(failed.out()).contains("current", "4", "bad.obj");
    }

    @Test
    void aFarmDoesAnyPieceByItself() throws IOException {
        Path out = folder.resolve("farm");
        SinewRun lines = SinewRun.of(batch(out, "--print-commands"));
        assertThat(lines.out().lines())
                .hasSize(4)
                .allMatch(line -> line.startsWith("sinew fit ") && line.contains("--bones 3 -o "));
        Path template = folder.resolve("job.json");
        assertThat(SinewRun.of(batch(out, "--openjd", template)).code()).isZero();
        assertThat(template).content().contains("jobtemplate-2023-09", "1-4", "{{Task.Param.Piece}}");
        Path near = Path.of("").toAbsolutePath().relativize(folder.toRealPath());
        Object[] relative = {"batch", near + "/sheets/*.obj", "--verb", "fit", "--bones", 3, "--out", near + "/r/"};
        assertThat(SinewRun.of(Stream.concat(Stream.of(relative), Stream.of("--openjd", template))
                                .toArray())
                        .code())
                .isZero();
        String here = Path.of("").toAbsolutePath() + "/" + near;
        assertThat(template).content().contains("\"" + here + "/sheets/*.obj\"", "\"" + here + "/r/\"");
        assertThat(out).doesNotExist();
        for (int piece = 1; piece <= 4; piece++) {
            assertThat(SinewRun.of(batch(out, "--only", piece)).code()).isZero();
            assertThat(models(out)).hasSize(piece);
        }
        assertThat(SinewRun.of(batch(out, "--only", 9)).code()).isEqualTo(2);
        // A printed line makes the same bytes.
        Path alone = folder.resolve("alone.glb");
        SinewRun run = SinewRun.of("fit", folder.resolve("sheets/sheet2.obj"), "--bones", 3, "-o", alone);
        assertThat(run.code()).isZero();
        assertThat(out.resolve("sheet2.glb")).hasSameBinaryContentAs(alone);
    }

    @Test
    void aManifestLineThatIsWrongIsNamedAndNothingIsBegun() throws IOException {
        Path out = folder.resolve("out");
        Path manifest = folder.resolve("m.jsonl");
        String good = "{\"command\": \"fit\", \"input\": [\"sheets/sheet0.obj\"], \"options\": {\"bones\": 2}}\n";
        List<String> wrong = List.of(
                good.replace("bones", "bonse"),
                good.replace("fit", "fitt"),
                good.replace("2", "\"many\""),
                good.replace("\"input\"", "\"inputs\""),
                good.replace("}}", "}"));
        for (String line : wrong) {
            Files.writeString(manifest, good + line);
            SinewRun run = SinewRun.of("batch", manifest, "--out", out);
            assertThat(run.code()).as(line + run.said()).isEqualTo(2);
            assertThat(run.err().strip().lines()).hasSize(1).allMatch(said -> said.contains("m.jsonl, line 2"));
            assertThat(out).doesNotExist();
        }
    }
}
