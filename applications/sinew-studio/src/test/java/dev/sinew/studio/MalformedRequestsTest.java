package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.job.text.Json;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** 2000 malformed requests: each gets a 4xx status and a message, never a stack trace, and leaves nothing behind. */
class MalformedRequestsTest {
    private static final int REQUESTS = 2000;

    private static final List<String> ROUTES = List.of(
            "/api/runs",
            "/api/runs/0001-fit",
            "/api/runs/0001-fit/scene",
            "/api/runs/0001-fit/scene/model0.rest",
            "/api/runs/0001-fit/export/glb",
            "/api/runs/0001-fit/report",
            "/api/runs/0001-fit/thumbnail",
            "/api/runs/0001-fit/cancel",
            "/api/runs/0001-fit/repeat",
            "/api/runs/%2e%2e%2f%2e%2e/scene",
            "/api/library/scene?name=",
            "/api/library/scene/x?name=nothing.obj",
            "/api/library/picture?name=%00",
            "/api/library/files?name=",
            "/api/library/files?name=%2Fetc%2Fx.obj",
            "/api/samples/nobody",
            "/api/nothing",
            "/viewer/../secret.js",
            "/studio/main.jsx");

    private static final List<String> WORDS = List.of(
            "\"command\"",
            "\"fit\"",
            "\"rig\"",
            "\"input\"",
            "\"options\"",
            "\"bones\"",
            "\"parent\"",
            "\"output\"",
            "\"flag.obj\"",
            "\"../x\"",
            "\"run:0009-fit\"",
            "null",
            "true",
            "-1",
            "1e999",
            "99999999999999999999",
            "NaN",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\"",
            "\\u0000",
            "\"\\ud800\"",
            "[[[[[[",
            "{\"a\":{\"a\":{\"a\":",
            " ",
            "é");

    @Test
    void everyRequestGetsAMessage(@TempDir Path folder) throws Exception {
        Visit.putFlag(folder);
        Random chance = new Random(17);
        try (Visit visit = new Visit(folder)) {
            for (int k = 0; k < REQUESTS; k++) {
                HttpRequest request = request(visit, chance);
                HttpResponse<String> answer = visit.send(request);
                String said = k + ": " + request.method() + " " + request.uri() + " → " + answer.statusCode() + " "
                        + answer.body();
                assertThat(answer.statusCode()).as(said).isBetween(400, 499);
                assertThat(String.valueOf(Json.read(answer.body()).get("sentence")))
                        .as(said)
                        .isNotBlank()
                        .doesNotContain("Exception")
                        .doesNotContain("dev.sinew");
            }
            assertThat((List<?>) visit.get("/api/runs").get("runs")).isEmpty();
        }
        try (java.util.stream.Stream<Path> left = Files.list(folder.resolve(".sinew/runs"))) {
            assertThat(left).isEmpty();
        }
    }

    private static HttpRequest request(Visit visit, Random chance) {
        int kind = chance.nextInt(3);
        if (kind == 0) {
            return visit.request("/api/runs")
                    .POST(BodyPublishers.ofString(nonsense(chance)))
                    .build();
        }
        if (kind == 1) {
            String body = "{\"command\": \""
                    + List.of("fit", "rig", "reduce", "pose", "").get(chance.nextInt(5))
                    + "\", \"input\": " + value(chance) + ", \"options\": {\"" + name(chance) + "\": " + value(chance)
                    + "}}";
            return visit.request("/api/runs")
                    .POST(BodyPublishers.ofString(body))
                    .build();
        }
        String place = ROUTES.get(1 + chance.nextInt(ROUTES.size() - 1));
        String method =
                List.of("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS").get(chance.nextInt(6));
        HttpRequest.Builder request = visit.request("/").uri(URI.create(visit.base + place));
        return request.method(method, chance.nextBoolean() ? BodyPublishers.noBody() : BodyPublishers.ofString("{"))
                .build();
    }

    private static String nonsense(Random chance) {
        StringBuilder text = new StringBuilder();
        for (int k = chance.nextInt(40); k >= 0; k--) {
            text.append(WORDS.get(chance.nextInt(WORDS.size())));
        }
        return text.toString();
    }

    private static String name(Random chance) {
        return List.of("bonez", "bones", "influences", "range", "output", "up", "scale", "seed")
                .get(chance.nextInt(8));
    }

    /** A value that none of the fields accepts. */
    private static String value(Random chance) {
        return List.of("{}", "[{}]", "\"../../x\"", "\"/etc/passwd\"", "{\"a\": 1}", "[[1]]", "\"a\\u0000b\"")
                .get(chance.nextInt(7));
    }
}
