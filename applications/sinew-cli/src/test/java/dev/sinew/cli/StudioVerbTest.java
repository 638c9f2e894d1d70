package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.text.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sinew studio} as a process: it says where it is, and the lines it gives make the same bytes without it. */
class StudioVerbTest {
    @TempDir
    Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private String base;
    private String token;

    @Test
    void theLinesOfARunMakeTheSameBytes() throws Exception {
        Fixtures.sequence(folder, "cape", 6);
        Process studio = start("studio", folder.toString(), "--port", "0", "--no-browser", "--quiet");
        try (BufferedReader said = studio.inputReader()) {
            String address = said.readLine();
            assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+/#[\\w-]{32}");
            base = address.split("/#")[0];
            token = address.split("/#")[1];
            String fit =
                    run("{\"command\": \"fit\", \"input\": [\"cape.obj\"], \"options\": {\"bones\": 4, \"shading\": 2,"
                            + " \"boneType\": \"rigid\", \"range\": \"0:4\"}}");
            String reduced =
                    run("{\"command\": \"reduce\", \"input\": \"run:" + fit + "\", \"options\": {\"influences\": 2}}");
            List<?> lines = (List<?>) ask("/api/runs/" + reduced, null).get("lines");
            assertThat(lines).hasSize(2);
            for (Object line : lines) {
                repeat(String.valueOf(line));
            }
            for (String id : List.of(fit, reduced)) {
                assertThat(folder.resolve(id + ".glb"))
                        .hasSameBinaryContentAs(folder.resolve(".sinew/runs/" + id + "/made/model.glb"));
            }
        } finally {
            studio.destroy();
            assertThat(studio.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whatIsNoFolderIsRejected() {
        SinewRun run = SinewRun.of("studio", folder.resolve("nothing"), "--no-browser");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.said()).contains("is not a folder");
        assertThat(SinewRun.of("studio", folder, "--port", 70000).code()).isEqualTo(2);
    }

    private Process start(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", absolute(System.getProperty("java.class.path")), Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(Files.createTempFile("stderr", ".txt").toFile())
                .start();
    }

    private static String absolute(String classPath) {
        return String.join(
                java.io.File.pathSeparator,
                List.of(classPath.split(java.io.File.pathSeparator)).stream()
                        .map(part -> Path.of(part).toAbsolutePath().toString())
                        .toList());
    }

    private void repeat(String line) throws IOException, InterruptedException {
        Process process = start(line.replaceFirst("^sinew ", "").split(" "));
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).as(line).isZero();
    }

    private String run(String request) throws IOException, InterruptedException {
        String id = String.valueOf(ask("/api/runs", request).get("id"));
        for (int k = 0; k < 4000; k++) {
            Object state = ask("/api/runs/" + id, null).get("state");
            if (state.equals("done")) {
                return id;
            }
            assertThat(state).isIn("queued", "running");
            Thread.sleep(20);
        }
        throw new AssertionError(id + " does not end");
    }

    private Map<String, Object> ask(String path, String body) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).header("Authorization", "Bearer " + token);
        HttpRequest whole = body == null
                ? request.build()
                : request.POST(HttpRequest.BodyPublishers.ofString(body)).build();
        return Json.read(client.send(whole, BodyHandlers.ofString()).body());
    }
}
