package dev.sinew.bench;

import dev.sinew.job.Requests;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.text.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs jobs as every front end does, in this JVM. */
public final class BenchJob {
    private BenchJob() {}

    /**
     * What a request made, as {@code --json} has it.
     *
     * @param fields names and values of the request, in turn
     */
    public static JsonNode run(String command, Object... fields) {
        return run(command, values(fields));
    }

    public static JsonNode run(String command, Map<String, Object> values) {
        try (Desk desk = Desk.quiet()) {
            Map<String, Object> tree = Requests.of(command, values).run(desk).tree();
            return JsonMapper.shared().readTree(Json.text(tree));
        }
    }

    public static Map<String, Object> values(Object... fields) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int k = 0; k < fields.length; k += 2) {
            values.put(fields[k].toString(), fields[k + 1]);
        }
        return values;
    }
}
