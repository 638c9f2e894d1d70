package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.bench.Flags.Data;
import dev.sinew.io.MeshSequences;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Requests;
import dev.sinew.job.WarmFits;
import dev.sinew.job.desk.Desk;
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
 * How long the studio's slider takes, from the request to the bytes that a page draws: the look ahead, and the whole, beside what the warm solver takes
 * alone. The page's own time depends on what draws it and is not in here.
 */
final class SliderTimes {
    private static final int REPEAT = 5;

    /** What is asked, after 30 bones: as a hand would. */
    private static final Map<String, Map<String, Object>> ASKED = ordered();

    private final Markdown markdown;
    private final StudioGuest guest;
    private final Path mesh;

    private SliderTimes(Markdown markdown, StudioGuest guest, Path mesh) {
        this.markdown = markdown;
        this.guest = guest;
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
                out, List.of("sequence", "slid", "look ahead there", "whole there", "solver alone", "whole / alone"));
        for (String name : flags.text("only", "horse-gallop,samba").split(",")) {
            try (Scratch scratch = new Scratch()) {
                copy(data.sequence(name), scratch.file(""));
                try (Studio studio = Studio.open(scratch.file(""), OptionalInt.of(0));
                        StudioGuest guest = new StudioGuest(studio.address())) {
                    new SliderTimes(markdown, guest, data.sequence(name)).rows(name);
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
        String run = guest.fit(name + ".obj", 30);
        guest.slide(run, Map.of("bones", 30));
        ASKED.forEach((words, values) -> {
            List<StudioGuest.Slid> all = new ArrayList<>();
            // The first one finds code that was never run; another seed each time, for what was asked before is known.
            for (int k = 0; k <= REPEAT; k++) {
                Map<String, Object> asked = new HashMap<>(values);
                asked.put("seed", k + 1);
                all.add(guest.slide(run, asked));
            }
            row(name, words, all.subList(1, all.size()), alone(values));
        });
    }

    /** The same fits in this JVM with nothing but the solver. */
    private double alone(Map<String, Object> values) {
        Map<String, Object> asked = Map.of("input", List.of(mesh.toString()), "bones", 30, "output", "alone.glb");
        try (Desk desk = Desk.quiet();
                WarmFits warm = new WarmFits((FitRequest) Requests.of("fit", asked), desk)) {
            List<Double> seconds = new ArrayList<>();
            for (int k = 0; k <= REPEAT; k++) {
                Map<String, Object> own = new HashMap<>(values);
                own.put("seed", k + 1);
                long start = System.nanoTime();
                warm.solve(own, desk);
                seconds.add((System.nanoTime() - start) * 1e-9);
            }
            return median(seconds.subList(1, seconds.size()));
        }
    }

    private void row(String name, String words, List<StudioGuest.Slid> all, double alone) {
        double early = median(all.stream().map(StudioGuest.Slid::early).toList());
        double there = median(all.stream().map(StudioGuest.Slid::there).toList());
        markdown.row(List.of(name, words, seconds(early), seconds(there), seconds(alone), seconds(there / alone)));
    }

    private static String seconds(double value) {
        return number("%.2f", value);
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Somebody who uses a studio as its page does, without a browser. */
    private static final class StudioGuest implements AutoCloseable {
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
}
