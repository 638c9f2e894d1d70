package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shading, bind pose and islands as scripts that share no code with us find them in the file, to what they round. */
class OutsideJudgesTest {
    private static Path shared;

    @TempDir
    private Path folder;

    @BeforeAll
    static void findJudges() throws IOException, InterruptedException {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.isRegularFile(at.resolve("shared/judge/normaleval.py"))) {
            at = at.getParent();
        }
        assumeTrue(at != null, "skipped: ../shared/judge is not there");
        shared = at.resolve("shared");
        assumeTrue(
                run(List.of("python3", "-c", "import numpy, scipy")).isEmpty(),
                "skipped: python3 with numpy and scipy is not there");
    }

    /** Standard out; what python complains about instead where it fails. */
    private static String run(List<String> command) throws IOException, InterruptedException {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor(120, TimeUnit.SECONDS) && process.exitValue() == 0 ? said : "failed: " + said;
        } catch (IOException absent) {
            return "failed: " + absent.getMessage();
        }
    }

    private static JsonNode judged(String judge, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("python3", shared.resolve("judge/" + judge).toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        String said = run(command);
        return JsonMapper.shared().readTree(said.substring(said.indexOf('{')));
    }

    @Test
    void theyAgreeOnAFit() throws IOException, InterruptedException {
        agree("horse-gallop", "fit", "--bones", "8", "--iterations", "4");
    }

    @Test
    void theyAgreeOnARig() throws IOException, InterruptedException {
        agree("cat-poses", "rig", "--bones", "12");
    }

    private void agree(String name, String verb, Object... options) throws IOException, InterruptedException {
        Path obj = shared.resolve("data/sequences/" + name + ".obj");
        Path pc2 = shared.resolve("data/sequences/" + name + ".pc2");
        assumeTrue(Files.exists(obj), "skipped: ../shared/data/sequences is not there");
        Path model = folder.resolve("model.glb");
        List<Object> arguments = new ArrayList<>(List.of(verb, obj));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("-o", model, "--quiet", "--json", "-"));
        SinewRun made = SinewRun.of(arguments.toArray());
        assertThat(made.code()).as(made.said()).isZero();
        JsonNode error = made.json().get("error");
        SinewRun evaluated = SinewRun.of("evaluate", model, "--against", obj, "--quiet", "--json", "-");
        for (String metric : List.of("normals", "rest", "weightIslands")) {
            assertThat(evaluated.json().get("error").get(metric)).isEqualTo(error.get(metric));
        }
        normalsAgree(error.get("normals"), judged("normaleval.py", model, pc2, obj));
        restAgrees(error.get("rest"), judged("resteval.py", model, obj));
        JsonNode weights = judged("weighteval.py", model);
        assertThat(error.get("weightIslands").get("mean").asDouble())
                .isEqualTo(weights.get("islands/bone").asDouble(), within(0.051));
        assertThat(error.get("weightIslands").get("max").get("value").asInt())
                .isEqualTo(weights.get("max").asInt());
    }

    private static void normalsAgree(JsonNode ours, JsonNode theirs) {
        String[][] rules = {{"matrix", "engine"}, {"cofactor", "cofactor"}, {"surface", "recomputed"}};
        for (String[] rule : rules) {
            JsonNode a = ours.get(rule[0]);
            JsonNode b = theirs.get(rule[1]);
            assertThat(a.get("mean").asDouble())
                    .as(rule[0])
                    .isEqualTo(b.get("mean").asDouble(), within(0.006));
            assertThat(a.get("p95").asDouble())
                    .as(rule[0])
                    .isEqualTo(b.get("p95").asDouble(), within(0.061));
            assertThat(a.get("over30").asDouble())
                    .as(rule[0])
                    .isEqualTo(b.get("over30%").asDouble(), within(0.006));
        }
    }

    private static void restAgrees(JsonNode ours, JsonNode theirs) {
        assertThat(ours.get("drift").asDouble()).isEqualTo(theirs.get("drift%").asDouble(), within(6e-4));
        assertThat(ours.get("normals").asDouble())
                .isEqualTo(theirs.get("normals").asDouble(), within(0.051));
        assertThat(ours.get("edges").get("low").asDouble())
                .isEqualTo(theirs.get("edges").get(0).asDouble(), within(0.0051));
        assertThat(ours.get("edges").get("high").asDouble())
                .isEqualTo(theirs.get("edges").get(1).asDouble(), within(0.0051));
        assertThat(ours.get("flipped").asDouble())
                .isEqualTo(theirs.get("flipped%").asDouble(), within(0.0051));
    }
}
