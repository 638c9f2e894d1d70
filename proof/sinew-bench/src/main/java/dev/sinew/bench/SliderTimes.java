package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.bench.Flags.Data;
import dev.sinew.io.MeshSequences;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Requests;
import dev.sinew.job.WarmFits;
import dev.sinew.job.run.JobContext;
import dev.sinew.linalg.Kernels;
import dev.sinew.studio.Studio;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Response times of the studio's previews, from the request to the bytes that a page draws: the quick preview and the solved
 * model, compared with the warm solver. Drawing time in the page is not included.
 */
final class SliderTimes {
    private static final int REPEAT = 5;

    /** The previews to request after a fit with 30 bones. */
    private static final Map<String, Map<String, Object>> REQUESTS = ordered();

    private final Markdown markdown;
    private final StudioClient client;
    private final Path mesh;

    private SliderTimes(Markdown markdown, StudioClient client, Path mesh) {
        this.markdown = markdown;
        this.client = client;
        this.mesh = mesh;
    }

    private static Map<String, Map<String, Object>> ordered() {
        Map<String, Map<String, Object>> asked = new LinkedHashMap<>();
        asked.put("bones 30 → 20", Map.of("bones", 20));
        asked.put("influences 4 → 2", Map.of("bones", 30, "influences", "2"));
        asked.put("affine → rigid", Map.of("bones", 30, "boneType", "rigid"));
        asked.put("shading 1 → 0", Map.of("bones", 30, "shading", 0));
        return asked;
    }

    static void print(Flags flags, Path root, PrintStream out) {
        Data data = Data.of(flags, root);
        Markdown.describeMachine(out);
        out.println("A studio with one fit of 30 bones, warm; medians of " + REPEAT + ", seconds. Kernels: "
                + Kernels.best().name() + ".\n");
        Markdown markdown = new Markdown(
                out, List.of("sequence", "change", "quick preview", "solved", "solver only", "solved / solver"));
        for (String name : flags.text("only", "horse-gallop,samba").split(",")) {
            try (Scratch scratch = new Scratch()) {
                copy(data.sequence(name), scratch.file(""));
                try (Studio studio = Studio.open(scratch.file(""), OptionalInt.of(0));
                        StudioClient client = new StudioClient(studio.address())) {
                    new SliderTimes(markdown, client, data.sequence(name)).rows(name);
                }
            }
        }
    }

    private static void copy(Path mesh, Path folder) {
        try {
            for (Path file : MeshSequences.filesBehind(mesh)) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void rows(String name) {
        String run = client.fit(name + ".obj", 30);
        client.requestPreview(run, Map.of("bones", 30));
        REQUESTS.forEach((words, values) -> {
            List<StudioClient.PreviewTimes> all = new ArrayList<>();
            // The first run includes JIT compilation. Another seed each time, because earlier requests are cached.
            for (int k = 0; k <= REPEAT; k++) {
                Map<String, Object> asked = new HashMap<>(values);
                asked.put("seed", k + 1);
                all.add(client.requestPreview(run, asked));
            }
            row(name, words, all.subList(1, all.size()), solverSeconds(values));
        });
    }

    /** The same fits in this JVM with the solver only. */
    private double solverSeconds(Map<String, Object> values) {
        Map<String, Object> asked = Map.of("input", List.of(mesh.toString()), "bones", 30, "output", "alone.glb");
        try (JobContext context = JobContext.quiet();
                WarmFits warm = new WarmFits((FitRequest) Requests.of("fit", asked), context)) {
            List<Double> seconds = new ArrayList<>();
            for (int k = 0; k <= REPEAT; k++) {
                Map<String, Object> own = new HashMap<>(values);
                own.put("seed", k + 1);
                long start = System.nanoTime();
                warm.solve(own, context);
                seconds.add((System.nanoTime() - start) * 1e-9);
            }
            return median(seconds.subList(1, seconds.size()));
        }
    }

    private void row(String name, String words, List<StudioClient.PreviewTimes> all, double solverOnly) {
        double early = median(all.stream().map(StudioClient.PreviewTimes::early).toList());
        double solved =
                median(all.stream().map(StudioClient.PreviewTimes::solved).toList());
        markdown.row(List.of(
                name, words, seconds(early), seconds(solved), seconds(solverOnly), seconds(solved / solverOnly)));
    }

    private static String seconds(double value) {
        return number("%.2f", value);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** A client of the studio's API, without a browser. */
    private static final class StudioClient implements AutoCloseable {
        private static final long TIMEOUT_SECONDS = 300;
        private static final ObjectMapper JSON = new ObjectMapper();

        private final String base;
        private final String token;
        private final HttpClient client = HttpClient.newHttpClient();
        private final BlockingQueue<JsonNode> previews = new LinkedBlockingQueue<>();
        private final Thread listening;

        /**
         * The response times of a preview, in seconds from the request.
         *
         * @param early until the quick preview was received
         * @param solved until the solved model was received
         */
        record PreviewTimes(double early, double solved) {}

        /** @param address as printed by the studio, including the token */
        StudioClient(String address) {
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
                // The studio has ended.
            }
        }

        /** Starts a fit and waits for it. @return its id */
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

        /** Requests a preview of a run and waits for its model. */
        PreviewTimes requestPreview(String run, Map<String, Object> values) {
            long start = System.nanoTime();
            int number =
                    post("/api/runs/" + run + "/previews", values).get("number").asInt();
            double early = Double.NaN;
            while (true) {
                JsonNode event = next();
                if (event.get("number").asInt() != number) {
                    continue;
                }
                if (!event.has("bones")) {
                    throw new IllegalStateException("no preview: " + event);
                }
                send(request("/api/previews/" + number + "/model").build(), HttpResponse.BodyHandlers.ofByteArray());
                double now = (System.nanoTime() - start) * 1e-9;
                if (event.has("early") && event.get("early").asBoolean()) {
                    early = now;
                } else {
                    return new PreviewTimes(early, now);
                }
            }
        }

        private JsonNode next() {
            try {
                JsonNode event = previews.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
                if (event == null) {
                    throw new IllegalStateException("no preview within " + TIMEOUT_SECONDS + " s");
                }
                return event;
            } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
            }
        }

        @Override
        public void close() {
            listening.interrupt();
        }
    }
}
