package dev.sinew.job;

import dev.sinew.job.form.Form;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.text.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Every request by its verb, and requests as JSON: {@code {"command": "fit", "input": ["cape.obj"], "output": "cape.glb",
 * "options": {"bones": 30}}}, with the names of the JSON report. The {@code options} of a report are valid in a request.
 */
public final class Requests {
    /** The help of {@code seed}, without its default. */
    public static final String SEED = "Random seed.";

    public static final String SEED_DETAILS = "The same input, options and seed give the same bytes.";

    /** How the help of {@code influences} begins in every request. */
    static final String INFLUENCES = "Maximum number of bones per vertex";

    private static final Map<String, Class<? extends Record>> TYPES = types();

    private Requests() {}

    private static Map<String, Class<? extends Record>> types() {
        Map<String, Class<? extends Record>> types = new LinkedHashMap<>();
        types.put("fit", FitRequest.class);
        types.put("rig", RigRequest.class);
        types.put("compress", CompressRequest.class);
        types.put("reduce", ReduceRequest.class);
        types.put("retarget", RetargetRequest.class);
        types.put("weights", WeightsRequest.class);
        types.put("pose", PoseRequest.class);
        types.put("evaluate", EvaluateRequest.class);
        types.put("drive", DriveRequest.class);
        types.put("linearize", LinearizeRequest.class);
        types.put("edit", EditRequest.class);
        types.put("info", InfoRequest.class);
        types.put("convert", ConvertRequest.class);
        return types;
    }

    /** The verbs. */
    public static List<String> commands() {
        return List.copyOf(TYPES.keySet());
    }

    /** The fields of a verb's request. */
    public static Form<?> form(String command) {
        Class<? extends Record> type = TYPES.get(command);
        if (type == null) {
            throw new InvalidRequestException(
                    "unknown command '" + command + "'; commands are: " + String.join(", ", commands()));
        }
        return Form.of(type);
    }

    /** A request from names and values, including {@code input} and {@code output}. */
    public static Job<?> of(String command, Map<String, ?> values) {
        return (Job<?>) form(command).read(values);
    }

    /** The same request with another value of one field. */
    static <M extends JobResult> Job<M> with(Job<M> job, String field, Object value) {
        @SuppressWarnings("unchecked")
        Job<M> other = (Job<M>) replaced((Record) job, field, value);
        return other;
    }

    @SuppressWarnings("unchecked")
    private static <R extends Record> R replaced(R request, String field, Object value) {
        return Form.of((Class<R>) request.getClass()).with(request, field, value);
    }

    /** Reads a request from JSON text. */
    public static Job<?> read(String json) {
        Map<String, Object> tree = Json.read(json);
        Map<String, Object> values = new LinkedHashMap<>();
        if (tree.get("options") instanceof Map<?, ?> options) {
            options.forEach((name, value) -> values.put(String.valueOf(name), value));
        }
        // Belongs to the context, not to the request: results do not depend on it.
        values.remove("threads");
        for (String part : List.of("input", "output")) {
            if (tree.containsKey(part)) {
                values.put(part, tree.get(part));
            }
        }
        List<String> unknown = new ArrayList<>(tree.keySet());
        unknown.removeAll(List.of("command", "input", "output", "options"));
        if (!unknown.isEmpty()) {
            throw new InvalidRequestException(
                    "a request has command, input, output and options, not " + unknown.get(0));
        }
        return of(String.valueOf(tree.get("command")), values);
    }

    /** The request as a tree that {@link #read} accepts as JSON, without fields that are not given. */
    public static Map<String, Object> tree(Job<?> job) {
        Map<String, Object> options = values((Record) job);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("command", job.command());
        for (String part : List.of("input", "output")) {
            if (options.containsKey(part)) {
                tree.put(part, options.remove(part));
            }
        }
        options.values().removeIf(value -> value == null || value instanceof List<?> list && list.isEmpty());
        tree.put("options", options);
        return tree;
    }

    @SuppressWarnings("unchecked")
    private static <R extends Record> Map<String, Object> values(R request) {
        return Form.of((Class<R>) request.getClass()).write(request);
    }
}
