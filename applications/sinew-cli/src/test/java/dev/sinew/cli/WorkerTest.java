package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sinew worker} as a process, called as Python calls it. */
@Timeout(180)
class WorkerTest {
    @TempDir
    Path folder;

    private Process worker;
    private Writer requests;
    private BufferedReader answers;

    @BeforeEach
    void start() throws Exception {
        Fixtures.sequence(folder, "cape", 6);
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator));
        worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        Main.class.getName(),
                        "worker")
                .directory(folder.toFile())
                .redirectError(folder.resolve("stderr.txt").toFile())
                .start();
        requests = worker.outputWriter(StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8));
    }

    @AfterEach
    void endWithTheInput() throws Exception {
        requests.close();
        assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(worker.exitValue()).isZero();
    }

    @Test
    void answersEachRequestAsTheCommandWould() throws Exception {
        send(1, "fit", "cape.obj", "--bones", "4", "-o", "first.glb", "--json", "-");
        send(2, "fit", "cape.obj", "--bones", "4", "-o", "second.glb");
        JsonNode first = end();
        JsonNode second = end();
        SinewRun.done("fit", folder.resolve("cape.obj"), "--bones", 4, "-o", folder.resolve("own.glb"));
        assertThat(folder.resolve("first.glb")).hasSameBinaryContentAs(folder.resolve("own.glb"));
        assertThat(folder.resolve("second.glb")).hasSameBinaryContentAs(folder.resolve("own.glb"));
        assertThat(first.at("/id").asInt()).isEqualTo(1);
        assertThat(first.at("/exit").asInt(-1)).isZero();
        assertThat(first.at("/result/command").asString()).isEqualTo("fit");
        assertThat(first.at("/result/error/erms").asDouble()).isPositive();
        assertThat(second.at("/exit").asInt(-1)).isZero();
        assertThat(second.has("result")).isFalse();
    }

    @Test
    void reportsProgressAndMessages() throws Exception {
        send("a", "fit", "cape.obj", "--bones", "4", "-o", "cape.glb");
        List<JsonNode> lines = linesUntil(line -> line.has("exit"));
        assertThat(lines).allMatch(line -> line.at("/id").asString().equals("a"));
        assertThat(lines)
                .anyMatch(line -> line.at("/progress/stage").asString("").startsWith("reading"));
        assertThat(lines).anyMatch(line -> line.at("/progress/iterations").asInt(0) > 1);
        assertThat(lines).anyMatch(line -> line.at("/message").asString("").contains("cape.glb"));
    }

    @Test
    void failuresHaveTheExitCodeAndMessageOfTheCommand() throws Exception {
        send(1, "info", "no such.obj");
        JsonNode missing = end();
        assertThat(missing.at("/exit").asInt()).isEqualTo(3);
        assertThat(missing.at("/error/message").asString()).isEqualTo("no such.obj does not exist");
        send(2, "fit", "cape.obj", "--bonez", "3", "-o", "x.glb");
        JsonNode usage = end();
        assertThat(usage.at("/exit").asInt()).isEqualTo(2);
        assertThat(usage.at("/error/message").asString()).startsWith("unknown option");
        send(3, "worker");
        assertThat(end().at("/exit").asInt()).isEqualTo(2);
    }

    @Test
    void rejectsAnotherDirectory() throws Exception {
        write("{\"id\": 1, \"arguments\": [\"info\", \"cape.obj\"], \"directory\": \"/\"}");
        JsonNode other = end();
        assertThat(other.at("/exit").asInt()).isEqualTo(2);
        assertThat(other.at("/error/message").asString()).contains("this worker runs in", "not in /");
        String own = JsonMapper.shared().writeValueAsString(folder.toString());
        write("{\"id\": 2, \"arguments\": [\"info\", \"cape.obj\"], \"directory\": " + own + "}");
        assertThat(end().at("/exit").asInt()).isZero();
    }

    @Test
    void malformedLinesAreAnsweredAndDoNotEndIt() throws Exception {
        for (String line : List.of(
                "fit cape.obj",
                "[1]",
                "{\"arguments\": [\"info\"]}",
                "{\"id\": {}, \"arguments\": [\"info\"]}",
                "{\"id\": 7}",
                "{\"id\": 7, \"arguments\": []}",
                "{\"id\": 7, \"arguments\": [\"info\", 3]}",
                "{\"id\": 7, \"arguments\": [\"info\"], \"directory\": 3}")) {
            write(line);
            JsonNode answer = read();
            assertThat(answer.at("/error/message").asString("")).as(line).isNotEmpty();
            assertThat(answer.has("exit")).as(line).isFalse();
        }
        write("");
        write("{\"cancel\": 99}");
        send(8, "info", "cape.obj");
        assertThat(end().at("/exit").asInt(-1)).isZero();
    }

    @Test
    void cancelStopsRunningAndWaitingRequests() throws Exception {
        send(1, "sample", "creature", "--vertices", "4000", "--frames", "40", "-o", "big.pc2");
        assertThat(end().at("/exit").asInt(-1)).isZero();
        send(2, "fit", "big.obj", "--bones", "100", "-o", "big.glb");
        send(3, "info", "cape.obj");
        send(4, "info", "cape.obj", "--json", "-");
        linesUntil(line -> line.at("/progress/iterations").asInt(0) > 1);
        write("{\"cancel\": 3}");
        write("{\"cancel\": 2}");
        JsonNode running = end();
        assertThat(running.at("/id").asInt()).isEqualTo(2);
        assertThat(running.at("/exit").asInt()).isEqualTo(130);
        assertThat(folder.resolve("big.glb")).doesNotExist();
        assertThat(end().at("/exit").asInt()).isEqualTo(130);
        assertThat(end().at("/result/command").asString()).isEqualTo("info");
    }

    private void send(Object id, String... arguments) throws IOException {
        JsonMapper json = JsonMapper.shared();
        write("{\"id\": " + json.writeValueAsString(id) + ", \"arguments\": " + json.writeValueAsString(arguments)
                + "}");
    }

    private void write(String line) throws IOException {
        requests.write(line + "\n");
        requests.flush();
    }

    private JsonNode read() throws IOException {
        return JsonMapper.shared().readTree(answers.readLine());
    }

    private JsonNode end() throws IOException {
        List<JsonNode> lines = linesUntil(line -> line.has("exit"));
        return lines.get(lines.size() - 1);
    }

    private List<JsonNode> linesUntil(Predicate<JsonNode> last) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        do {
            lines.add(read());
        } while (!last.test(lines.get(lines.size() - 1)));
        return lines;
    }
}
