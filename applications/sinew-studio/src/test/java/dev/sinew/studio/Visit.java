package dev.sinew.studio;

import dev.sinew.io.MeshSequences;
import dev.sinew.job.text.Json;
import dev.sinew.sample.catalogue.Samples;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** A studio on a test's folder, and an authenticated HTTP client. */
final class Visit implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(120);

    /** Empty if the studio runs in another process. */
    private final Optional<Studio> studio;

    final String base;
    final String token;
    private final HttpClient client = HttpClient.newHttpClient();

    Visit(Path folder) {
        this(Optional.of(Studio.open(folder, OptionalInt.of(0))), "");
    }

    /** Connects to a studio in another process. */
    Visit(String address) {
        this(Optional.empty(), address);
    }

    private Visit(Optional<Studio> own, String address) {
        studio = own;
        String[] parts = own.map(Studio::address).orElse(address).split("/#");
        base = parts[0];
        token = parts[1];
    }

    Studio studio() {
        return studio.orElseThrow();
    }

    /** Writes a small waving flag as flag.obj and flag.pc2. */
    static void putFlag(Path folder) {
        MeshSequences.write(Samples.named("flag").orElseThrow().make(80, 5), folder.resolve("flag.pc2"));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).timeout(LONG).header("Authorization", "Bearer " + token);
    }

    HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    HttpResponse<byte[]> bytes(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    Map<String, Object> get(String path) throws IOException, InterruptedException {
        return Json.read(send(request(path).build()).body());
    }

    HttpResponse<String> post(String path, Object tree) throws IOException, InterruptedException {
        return send(request(path)
                .POST(HttpRequest.BodyPublishers.ofString(Json.text(tree)))
                .build());
    }

    /** Starts a run and returns its id. */
    String start(String command, Object input, Map<String, Object> options) throws IOException, InterruptedException {
        HttpResponse<String> answer = post("/api/runs", Map.of("command", command, "input", input, "options", options));
        if (answer.statusCode() != 202) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
        return String.valueOf(Json.read(answer.body()).get("id"));
    }

    /** Starts a small fit of the flag. */
    String startFit(int bones) throws IOException, InterruptedException {
        return start("fit", List.of("flag.obj"), Map.of("bones", bones));
    }

    /** Waits until a run has ended and returns its description. */
    Map<String, Object> wait(String id) throws IOException, InterruptedException {
        for (int k = 0; k < 6000; k++) {
            Map<String, Object> run = get("/api/runs/" + id);
            if (!List.of("queued", "running").contains(run.get("state"))) {
                return run;
            }
            Thread.sleep(20);
        }
        throw new AssertionError(id + " does not end");
    }

    /** Requests a preview of a run and waits for its model. */
    byte[] slide(String id, Map<String, Object> values) throws IOException, InterruptedException {
        HttpResponse<String> asked = post("/api/runs/" + id + "/previews", values);
        if (asked.statusCode() != 202) {
            throw new AssertionError(asked.statusCode() + " " + asked.body());
        }
        String model = "/api/previews/" + Json.read(asked.body()).get("number") + "/model";
        HttpResponse<byte[]> answer = bytes(model);
        for (int k = 0; k < 6000 && answer.statusCode() == 404; k++) {
            Thread.sleep(20);
            answer = bytes(model);
        }
        if (answer.statusCode() != 200) {
            throw new AssertionError(model + " " + answer.statusCode());
        }
        return answer.body();
    }

    @Override
    public void close() {
        studio.ifPresent(Studio::close);
    }
}
