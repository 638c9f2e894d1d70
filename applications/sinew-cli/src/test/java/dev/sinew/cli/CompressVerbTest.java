package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code sinew compress} and {@code sinew reduce} as users call them. */
class CompressVerbTest {
    private static final int BONES = 5;

    @TempDir
    Path folder;

    private Path mesh;
    private Path dense;

    @BeforeEach
    void fitDensely() throws IOException {
        mesh = Fixtures.sequence(folder, "sheet", 9);
        dense = folder.resolve("dense.glb");
        done("fit", mesh, "--bones", BONES, "--influences", "dense", "-o", dense);
    }

    private static SinewRun done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
        return run;
    }

    /** Smooth weights of the sheet, a column per bone. */
    private Path weights(String name, String separator, double scale) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < Fixtures.VERTICES; i++) {
            double s = (i % Fixtures.SIDE) / (Fixtures.SIDE - 1.0);
            double t = 0.5 + 0.5 * Math.sin(3 * s);
            text.append(String.format(
                    Locale.ROOT,
                    "%.9f%s%.9f%s%.9f\n",
                    scale * t * s,
                    separator,
                    scale * t * (1 - s),
                    separator,
                    1 - t));
        }
        return Files.writeString(folder.resolve(name), text);
    }

    @Test
    void compressWritesWhatItReports() {
        Path out = folder.resolve("light.glb");
        JsonNode json = done("compress", dense, "--bones-per-vertex", "3", "--examples", mesh, "-o", out, "--json", "-")
                .json();
        assertThat(json.at("/result/bonesPerVertex").asDouble()).isBetween(2.9, 3.0);
        assertThat(json.at("/result/curve").size()).isGreaterThan(1);
        assertThat(json.at("/result/cost/operationsPerVertex").asDouble())
                .isEqualTo(json.at("/result/bonesPerVertex").asDouble());
        assertThat(json.at("/result/inputCost/weightBytes").asInt()).isPositive();
        assertThat(json.at("/error/weightRms").asDouble()).isPositive();
        assertThat(json.at("/error/fallback/erms").isNumber()).isTrue();
        assertThat(json.at("/options/motion").asString()).isEqualTo("solve");
        JsonNode evaluated =
                done("evaluate", out, "--against", mesh, "--json", "-").json();
        assertThat(evaluated.at("/error/erms").asDouble())
                .isEqualTo(json.at("/error/erms").asDouble(), within(1e-9));
        assertThat(evaluated.at("/result/virtualBones").asInt())
                .isEqualTo(json.at("/result/virtualBones").asInt());
    }

    /** The fewest virtual bones for the error, but no more than the cost allows. */
    @Test
    void aBoundOnTheErrorMayHaveABoundOnTheCost() {
        Path out = folder.resolve("light.glb");
        JsonNode easy = done(
                        "compress",
                        dense,
                        "--max-weight-rms",
                        "20",
                        "--bones-per-vertex",
                        "4",
                        "-o",
                        out,
                        "--json",
                        "-")
                .json();
        assertThat(easy.at("/error/weightRms").asDouble()).isLessThanOrEqualTo(20.001);
        assertThat(easy.at("/result/bonesPerVertex").asDouble()).isLessThan(4);
        SinewRun hard = SinewRun.of(
                "compress", dense, "--max-weight-rms", "0.0001", "--bones-per-vertex", "2.5", "-o", out, "--json", "-");
        assertThat(hard.json().at("/result/bonesPerVertex").asDouble()).isLessThanOrEqualTo(2.5);
        assertThat(hard.said()).contains("was not reached");
    }

    @Test
    void withoutExamplesTheInputItselfIsTheTruth() {
        Path out = folder.resolve("light.glb");
        JsonNode json = done("compress", dense, "--max-weight-rms", "2", "-o", out, "--json", "-")
                .json();
        assertThat(json.at("/error/weightRms").asDouble()).isLessThanOrEqualTo(2.001);
        assertThat(json.at("/result/inputErms").asDouble()).isLessThan(1e-3);
        assertThat(json.at("/error/erms").asDouble()).isPositive();
    }

    @Test
    void aMeshWithWeightsIsAModel() throws IOException {
        Path table = weights("w.csv", ",", 1);
        Path out = folder.resolve("light.glb");
        JsonNode still = done("compress", mesh, "--weights", table, "--virtual-bones", "20", "-o", out, "--json", "-")
                .json();
        assertThat(still.at("/result/bones").asInt()).isEqualTo(3);
        assertThat(still.at("/error/erms").isMissingNode()).isTrue();
        assertThat(still.at("/error/weightRms").asDouble()).isLessThan(5);
        JsonNode moving = done(
                        "reduce",
                        mesh,
                        "--weights",
                        table,
                        "--influences",
                        "2",
                        "--examples",
                        mesh,
                        "-o",
                        out,
                        "--json",
                        "-")
                .json();
        assertThat(moving.at("/error/erms").asDouble()).isPositive();
        assertThat(moving.at("/result/influences").asInt()).isEqualTo(2);
        assertThat(done("info", out).out()).contains("'sheet', 9 frames");
    }

    @ParameterizedTest
    @CsvSource({"largest", "smooth", "geometry", "poisson"})
    void reduceKeepsToItsInfluences(String method) {
        Path out = folder.resolve("four.glb");
        JsonNode json = done(
                        "reduce",
                        dense,
                        "--influences",
                        "3",
                        "--method",
                        method,
                        "--examples",
                        mesh,
                        "-o",
                        out,
                        "--json",
                        "-")
                .json();
        assertThat(json.at("/result/influences").asInt()).isEqualTo(3);
        assertThat(json.at("/options/method").asString()).isEqualTo(method);
        assertThat(json.at("/error/erms").asDouble())
                .isEqualTo(done("evaluate", out, "--against", mesh, "--json", "-")
                        .json()
                        .at("/error/erms")
                        .asDouble());
    }

    @Test
    void pagesAndPicturesShowThem() throws IOException {
        Path page = folder.resolve("light.html");
        Path picture = folder.resolve("light.png");
        done(
                "compress",
                dense,
                "--bones-per-vertex",
                "3",
                "-o",
                folder.resolve("light.glb"),
                "--report",
                page,
                "--picture",
                picture);
        assertThat(Files.readString(page))
                .contains("\"kind\":\"twoLayer\"", "\"name\":\"virtual bones\"", "\"name\":\"dense input\"");
        assertThat(Files.size(picture)).isPositive();
        done("reduce", dense, "--influences", "2", "-o", folder.resolve("two.glb"), "--report", page);
        assertThat(Files.readString(page)).contains("\"name\":\"input\"");
    }

    @Test
    void notesWeightsThatDoNotSumToOne() throws IOException {
        Path table = weights("w.csv", " ", 1.005);
        String said = done("compress", mesh, "--weights", table, "--virtual-bones", "9", "-o", folder.resolve("x.glb"))
                .out();
        assertThat(said).contains("did not sum to 1");
    }

    @Test
    void badInputIsRejected() throws IOException {
        Path other = Fixtures.frames(folder.resolve("frames"), 4);
        Path tooMuch = weights("much.csv", ",", 1.1);
        Path out = folder.resolve("out.glb");
        rejected("sums to", 3, "compress", mesh, "--weights", tooMuch, "--max-weight-rms", "1", "-o", out);
        rejected("both need the same number", 3, "compress", dense, "--examples", other, "--error", "1", "-o", out);
        rejected("is not a skinned model", 3, "reduce", mesh, "--influences", "4", "-o", out);
        rejected(
                "must be at most 144, the number of vertices",
                3,
                "compress",
                dense,
                "--virtual-bones",
                "145",
                "-o",
                out);
        rejected("must be greater than 0", 2, "compress", dense, "--error", "-1", "-o", out);
        rejected("must be greater than 2", 2, "compress", dense, "--bones-per-vertex", "2", "-o", out);
        rejected("exclude each other", 2, "compress", dense, "--virtual-bones", 3, "--error", 1, "-o", out);
        rejected("--max-erms needs --examples", 2, "compress", dense, "--max-erms", "1", "-o", out);
        rejected("needs --examples", 3, "compress", dense, "--error", "1", "--motion", "solve", "-o", out);
        rejected("must be solve or given", 2, "compress", dense, "--error", "1", "--motion", "no", "-o", out);
        rejected(
                "--method poisson needs --examples",
                2,
                "reduce",
                dense,
                "--influences",
                "4",
                "--method",
                "poisson",
                "-o",
                out);
        rejected("it is the input", 3, "reduce", dense, "--influences", "4", "-o", dense);
        assertThat(out).doesNotExist();
    }

    private static void rejected(String sentence, int code, Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isEqualTo(code);
        assertThat(run.said().replace("sum to", "sums to")).contains(sentence);
    }
}
