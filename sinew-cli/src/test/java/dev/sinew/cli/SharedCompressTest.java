package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What compression must reach on the research data; the whole table is {@code sinew-bench compress}. */
class SharedCompressTest {
    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void findData() {
        data = Path.of("").toAbsolutePath();
        while (data != null && !Files.isDirectory(data.resolve("shared/data"))) {
            data = data.getParent();
        }
        assumeThat(data).as("no shared/data beside the project, skipped").isNotNull();
        data = data.resolve("shared/data");
    }

    private static JsonNode done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
        return run.json();
    }

    @Test
    void biharmonicWeightsAtHalfThePrice() {
        Path mesh = data.resolve("weights/cheburashka.obj");
        Path weights = data.resolve("weights/cheburashka-bbw.dmat");
        Path out = folder.resolve("out.glb");
        JsonNode json = done(
                "compress",
                mesh,
                "--weights",
                weights,
                "--examples",
                mesh,
                "--bones-per-vertex",
                "3.3",
                "-o",
                out,
                "--json",
                "-");
        assertThat(json.at("/result/inputCost/operationsPerVertex").asDouble()).isGreaterThan(6.6);
        assertThat(json.at("/result/bonesPerVertex").asDouble()).isLessThan(3.3001);
        assertThat(json.at("/error/max/value").asDouble())
                .as("worst vertex, % of the size")
                .isLessThan(0.1);
    }

    /** A dense fit cut short, so that the test is: its weights are as dense as those of a whole one. */
    @Test
    void fifteenBonesAtThePriceOfFour() {
        Path horse = data.resolve("sequences/horse-gallop.obj");
        Path dense = folder.resolve("dense.glb");
        Path out = folder.resolve("out.glb");
        JsonNode fit = done(
                "fit",
                horse,
                "--bones",
                15,
                "--influences",
                "dense",
                "--iterations",
                6,
                "--range",
                "::2",
                "-o",
                dense,
                "--json",
                "-");
        assertThat(fit.at("/result/bonesPerVertex").asDouble()).isGreaterThan(12);
        double largest = done("reduce", dense, "--influences", 4, "-o", out, "--json", "-")
                .at("/error/weightRms")
                .asDouble();
        JsonNode layers = done("compress", dense, "--bones-per-vertex", 4, "-o", out, "--json", "-");
        assertThat(layers.at("/error/weightRms").asDouble()).isLessThan(largest / 15);
        JsonNode posed = done(
                "compress",
                dense,
                "--bones-per-vertex",
                4,
                "--examples",
                horse,
                "--range",
                "::2",
                "-o",
                out,
                "--json",
                "-");
        assertThat(posed.at("/error/erms").asDouble())
                .isLessThan(1.4 * posed.at("/result/inputErms").asDouble());
        assertThat(posed.at("/error/erms").asDouble())
                .isLessThan(layers.at("/error/erms").asDouble());
    }
}
