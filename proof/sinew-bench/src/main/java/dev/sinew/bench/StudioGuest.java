package dev.sinew.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Somebody who uses a studio as its page does, without a browser. */
final class StudioGuest implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 300;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final String base;
    private final String token;
    private final HttpClient client = HttpClient.newHttpClient();
    private final BlockingQueue<JsonNode> previews = new LinkedBlockingQueue<>();
    private final Thread listening;

    /**
     * What a slide took, in seconds from the request.
     *
     * @param early until the look ahead was here
     * @param there until the last model was here
     */
    record Slid(double early, double there) {}

    /** @param address as the studio prints it, token included */
    StudioGuest(String address) {
        base = address.split("/#")[0];
        token = address.split("/#")[1];
        listening = new Thread(this::listen);
        listening.setDaemon(true);
        listening.start();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(base + path)).header("Authorization", "Bearer " + token);
    }

    private <T> T send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            HttpResponse<T> answer = client.send(request, body);
            if (answer.statusCode() >= 300) {
                throw new IllegalStateException(request.uri() + " answered " + answer.statusCode());
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    private JsonNode post(String path, Object body) {
        HttpRequest request = request(path)
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
        return JSON.readTree(send(request, HttpResponse.BodyHandlers.ofString()));
    }

    private void listen() {
        HttpRequest request =
                request("/api/events").header("Accept", "text/event-stream").build();
        Stream<String> lines = send(request, HttpResponse.BodyHandlers.ofLines());
        String[] event = {""};
        try {
            lines.forEach(line -> {
                if (line.startsWith("event:")) {
                    event[0] = line.substring("event:".length()).strip();
                } else if (line.startsWith("data:") && event[0].equals("preview")) {
                    previews.add(JSON.readTree(line.substring("data:".length())));
                }
            });
        } catch (UncheckedIOException closed) {
            // The studio ends before its guests do.
        }
    }

    /** A fit, waited for. @return its number */
    String fit(String input, int bones) {
        String id = post(
                        "/api/runs",
                        Map.of("command", "fit", "input", List.of(input), "options", Map.of("bones", bones)))
                .get("id")
                .asString();
        while (true) {
            JsonNode run =
                    JSON.readTree(send(request("/api/runs/" + id).build(), HttpResponse.BodyHandlers.ofString()));
            String state = run.get("state").asString();
            if (state.equals("done")) {
                return id;
            }
            if (!List.of("queued", "running").contains(state)) {
                throw new IllegalStateException(id + " " + state + ": " + run.get("sentence"));
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** Another preview of a run, until its bytes are here. */
    Slid slide(String run, Map<String, Object> values) {
        long start = System.nanoTime();
        int number =
                post("/api/runs/" + run + "/previews", values).get("number").asInt();
        double early = Double.NaN;
        while (true) {
            JsonNode told = next();
            if (told.get("number").asInt() != number) {
                continue;
            }
            if (!told.has("bones")) {
                throw new IllegalStateException("no preview: " + told);
            }
            send(request("/api/previews/" + number + "/model").build(), HttpResponse.BodyHandlers.ofByteArray());
            double now = (System.nanoTime() - start) * 1e-9;
            if (told.has("early") && told.get("early").asBoolean()) {
                early = now;
            } else {
                return new Slid(early, now);
            }
        }
    }

    private JsonNode next() {
        try {
            JsonNode told = previews.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (told == null) {
                throw new IllegalStateException("no preview within " + PATIENCE_SECONDS + " s");
            }
            return told;
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void close() {
        listening.interrupt();
    }
}
