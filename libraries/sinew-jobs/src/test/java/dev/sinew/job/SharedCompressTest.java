package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.run.JobContext;
import dev.sinew.job.text.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What compression must reach on the research data; the whole table is {@code sinew-bench compress}. */
class SharedCompressTest {
    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void findData() {
        data = SharedData.folder("sequences").getParent();
    }

    /** @param fields and their values, in turn */
    private static JsonNode done(String command, Object... fields) {
        Map<String, Object> asked = new LinkedHashMap<>();
        for (int k = 0; k < fields.length; k += 2) {
            asked.put(fields[k].toString(), fields[k + 1]);
        }
        try (JobContext context = JobContext.quiet()) {
            return JsonMapper.shared()
                    .readTree(Json.text(Requests.of(command, asked).run(context).tree()));
        }
    }

    @Test
    void biharmonicWeightsAtHalfThePrice() {
        Path mesh = data.resolve("weights/cheburashka.obj");
        Path weights = data.resolve("weights/cheburashka-bbw.dmat");
        Path out = folder.resolve("out.glb");
        JsonNode json = done(
                "compress",
                "input",
                mesh,
                "weights",
                weights,
                "examples",
                mesh,
                "bonesPerVertex",
                "3.3",
                "output",
                out);
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
                "input",
                horse,
                "bones",
                15,
                "influences",
                "dense",
                "iterations",
                6,
                "range",
                "::2",
                "output",
                dense);
        assertThat(fit.at("/result/bonesPerVertex").asDouble()).isGreaterThan(12);
        double largest = done("reduce", "input", dense, "influences", 4, "output", out)
                .at("/error/weightRms")
                .asDouble();
        JsonNode layers = done("compress", "input", dense, "bonesPerVertex", 4, "output", out);
        assertThat(layers.at("/error/weightRms").asDouble()).isLessThan(largest / 15);
        JsonNode posed =
                done("compress", "input", dense, "bonesPerVertex", 4, "examples", horse, "range", "::2", "output", out);
        assertThat(posed.at("/error/erms").asDouble())
                .isLessThan(1.4 * posed.at("/result/inputErms").asDouble());
        assertThat(posed.at("/error/erms").asDouble())
                .isLessThan(layers.at("/error/erms").asDouble());
    }
}
