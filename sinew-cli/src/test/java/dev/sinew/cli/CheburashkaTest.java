package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.model.SkinWeights;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Weights of a character with a skeleton, on the research data where it is there. */
class CheburashkaTest {
    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void findData() {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.isDirectory(at.resolve("shared/data/weights"))) {
            at = at.getParent();
        }
        Assumptions.assumeTrue(at != null, "skipped: ../shared/data/weights is not there");
        data = at.resolve("shared/data/weights");
    }

    private JsonNode weights(Path model, Object... more) {
        Object[] arguments = {
            "weights",
            data.resolve("cheburashka.obj"),
            "--handles",
            data.resolve("cheburashka.tgf"),
            "-o",
            model,
            "--json",
            "-",
            "--quiet"
        };
        Object[] all = java.util.Arrays.copyOf(arguments, arguments.length + more.length);
        System.arraycopy(more, 0, all, arguments.length, more.length);
        SinewRun run = SinewRun.of(all);
        assertThat(run.code()).as(run.said()).isZero();
        return run.json();
    }

    @Test
    void volumeWeightsAreAPartitionSolvedExactly() {
        Path model = folder.resolve("volume.glb");
        JsonNode json = weights(model, "--domain", "volume", "--resolution", 20);
        assertThat(json.at("/result/exact").booleanValue()).isTrue();
        assertThat(json.at("/result/notes").size()).isZero();
        SkinWeights weights = Models.read(model).weights();
        for (int i = 0; i < weights.vertexCount(); i++) {
            double sum = 0;
            for (int k = 0; k < weights.influences(); k++) {
                sum += weights.weights()[i * weights.influences() + k];
            }
            assertThat(sum).isCloseTo(1, within(1e-6));
        }
    }

    @Test
    void clippedWeightsComeNearToTheGivenOnes() throws IOException {
        Path model = folder.resolve("clipped.glb");
        JsonNode json = weights(model, "--domain", "volume", "--resolution", 40, "--bounds", "clipped");
        assertThat(json.at("/result/localMaxima").isInt()).isTrue();
        double[][] given = given();
        SkinWeights weights = Models.read(model).weights();
        double sum = 0;
        for (int i = 0; i < weights.vertexCount(); i++) {
            double[] row = given[i];
            for (int k = i * weights.influences(); k < (i + 1) * weights.influences(); k++) {
                row[weights.bones()[k]] -= weights.weights()[k];
            }
            for (double difference : row) {
                sum += difference * difference;
            }
        }
        // 0.02981 when it was written; solved within the bounds it is 0.09 (docs/decisions.md tells why).
        assertThat(Math.sqrt(sum / weights.vertexCount() / given[0].length)).isLessThan(0.03);
    }

    /** One row a vertex. */
    private double[][] given() throws IOException {
        String[] numbers =
                Files.readString(data.resolve("cheburashka-bbw.dmat")).strip().split("\\s+");
        int handles = Integer.parseInt(numbers[0]);
        int n = Integer.parseInt(numbers[1]);
        double[][] rows = new double[n][handles];
        for (int k = 0; k < n * handles; k++) {
            rows[k % n][k / n] = Double.parseDouble(numbers[2 + k]);
        }
        return rows;
    }

    @Test
    void influencesAreReducedAsElsewhere() {
        Path model = folder.resolve("four.glb");
        JsonNode json =
                weights(model, "--domain", "volume", "--resolution", 16, "--influences", 4, "--reduce", "smooth");
        assertThat(json.at("/options/reduce").stringValue()).isEqualTo("smooth");
        assertThat(Models.read(model).weights().influences()).isLessThanOrEqualTo(4);
        SinewRun refused = SinewRun.of(
                "weights",
                data.resolve("cheburashka.obj"),
                "--handles",
                data.resolve("cheburashka.tgf"),
                "-o",
                model,
                "--influences",
                4,
                "--reduce",
                "poisson");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.said()).contains("--reduce poisson needs --examples");
    }

    @Test
    void elevenPosesBringTheSurfaceWeightsErrorDownFiveTimes() {
        JsonNode json = weights(
                folder.resolve("learnt.glb"),
                "--domain",
                "surface",
                "--examples",
                data.resolve("cheburashka.obj"),
                "--iterations",
                4);
        double before = json.at("/result/errorBeforePercent").doubleValue();
        assertThat(json.at("/result/errorAfterPercent").doubleValue()).isLessThan(before / 5);
        assertThat(json.at("/error/rmsePercent").doubleValue()).isLessThan(before / 5);
    }
}
