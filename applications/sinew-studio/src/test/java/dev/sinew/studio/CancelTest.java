package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.sample.catalogue.Samples;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cancelling any verb answers within a second, and the next run starts soon after. */
class CancelTest {
    private static final double MAX_ANSWER_SECONDS = 1;
    /** Workers stop between two chunks of work, which takes longer on a shared machine. */
    private static final double MAX_STOP_SECONDS = 2;

    private static Visit visit;
    private static Map<String, Object> inputs;
    private static Map<String, Map<String, Object>> options;

    @BeforeAll
    static void open(@TempDir Path folder) throws Exception {
        Visit.putFlag(folder);
        MeshSequences.write(Samples.named("creature").orElseThrow().make(2500, 16), folder.resolve("creature.pc2"));
        Files.copy(
                folder.resolve("creature.obj"),
                Files.createDirectory(folder.resolve("still")).resolve("body.obj"));
        Files.writeString(
                folder.resolve("two.json"),
                "{\"handles\": [{\"name\": \"a\", \"type\": \"region\", \"vertices\": [0, 1, 2]},"
                        + " {\"name\": \"b\", \"type\": \"region\", \"vertices\": [900, 901, 902]}]}");
        visit = new Visit(folder);
        String fit = visit.start("fit", List.of("creature.obj"), Map.of("bones", 30, "influences", "8"));
        String rig = visit.start("rig", List.of("creature.obj"), Map.of("bones", 8));
        assertThat(visit.wait(rig).get("state")).isEqualTo("done");
        Map<?, ?> stage = (Map<?, ?>) visit.get("/api/runs/" + rig + "/scene").get("stage");
        Map<?, ?> bones = (Map<?, ?>) ((Map<?, ?>) ((List<?>) stage.get("models")).get(0)).get("bones");
        Map<String, Object> rename =
                Map.of("edit", "rename", "bone", ((List<?>) bones.get("names")).get(0), "name", "another");
        inputs = Map.of(
                "fit", List.of("creature.obj"),
                "rig", List.of("creature.obj"),
                "weights", "still/body.obj",
                "compress", "run:" + fit,
                "reduce", "run:" + fit,
                "linearize", "run:" + rig,
                "edit", "run:" + rig);
        options = Map.of(
                "fit", Map.of("bones", 60, "iterations", 1000, "tolerance", 0),
                "rig", Map.of(),
                "weights", Map.of("handles", "two.json", "domain", "volume", "resolution", 60),
                "compress", Map.of("virtualBones", 200),
                "reduce", Map.of("influences", 2),
                "linearize", Map.of("blendBones", 60),
                "edit", Map.of("edits", List.of(rename), "against", List.of("creature.obj")));
    }

    @AfterAll
    static void close() {
        visit.close();
    }

    @ParameterizedTest
    @CsvSource({
        "fit, 60",
        "fit, 700",
        "rig, 150",
        "rig, 1100",
        "weights, 100",
        "weights, 900",
        "compress, 50",
        "compress, 500",
        "reduce, 30",
        "linearize, 60",
        "linearize, 400",
        "edit, 100"
    })
    void cancelAnswersWithinASecond(String verb, int after) throws Exception {
        String run = visit.start(verb, inputs.get(verb), options.get(verb));
        String next = visit.startFit(2);
        while ("queued".equals(visit.get("/api/runs/" + run).get("state"))) {
            Thread.sleep(2);
        }
        Thread.sleep(after);
        long start = System.nanoTime();
        HttpResponse<String> answer = visit.post("/api/runs/" + run + "/cancel", Map.of());
        Map<String, Object> described = visit.get("/api/runs/" + run);
        assertThat(seconds(start)).as("seconds until the response").isLessThan(MAX_ANSWER_SECONDS);
        // A run that was already done cannot be cancelled, which is a valid answer.
        assertThat(described.get("state"))
                .as(described.toString())
                .isEqualTo(answer.statusCode() == 204 ? "cancelled" : "done");
        while ("queued".equals(visit.get("/api/runs/" + next).get("state"))) {
            Thread.sleep(5);
        }
        assertThat(seconds(start)).as("seconds until the next run starts").isLessThan(MAX_STOP_SECONDS);
        assertThat(visit.wait(next).get("state")).isEqualTo("done");
        assertThat(visit.get("/api/runs/" + run).get("state")).isEqualTo(described.get("state"));
    }

    private static double seconds(long start) {
        return (System.nanoTime() - start) * 1e-9;
    }
}
