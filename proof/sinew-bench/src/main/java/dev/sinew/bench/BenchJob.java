package dev.sinew.bench;

import dev.sinew.job.Requests;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.text.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Runs jobs in this JVM, as every front end does. */
public final class BenchJob {
    private BenchJob() {}

    /**
     * The result of a request, as in {@code --json}.
     *
     * @param fields alternating names and values of the request
     */
    public static JsonNode run(String command, Object... fields) {
        return run(command, values(fields));
    }

    public static JsonNode run(String command, Map<String, Object> values) {
        try (JobContext context = JobContext.quiet()) {
            Map<String, Object> tree = Requests.of(command, values).run(context).tree();
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
