package dev.sinew.studio.runs;

import dev.sinew.job.Job;
import dev.sinew.job.Requests;
import dev.sinew.job.form.Field;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.RejectedRequestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A request of the page: a request of {@link Requests} whose files are relative to the folder, or {@code run:ID} for the model of
 * a run. The studio chooses the output file.
 *
 * @param values by field name, including {@code input}
 * @param parent the run it continues; empty if it starts from a file
 */
public record RunRequest(String command, Map<String, Object> values, String parent) {
    /** Verbs that produce a model. */
    public static final List<String> VERBS =
            List.of("fit", "rig", "weights", "compress", "reduce", "linearize", "edit");

    /** Output fields, which the studio sets. */
    public static final List<String> OUTPUT_FIELDS = List.of("output", "bvh", "boneTexture");

    /** Prefix of the model of a run. */
    public static final String RUN_PREFIX = "run:";

    /** Text fields that may name a file, with the values that are keywords. */
    private static final Map<String, List<String>> TEXT_OR_FILE = Map.of(
            "rest", List.of("solve", "free", "given", "first"),
            "lockWeights", List.of("colours"),
            "importance", List.of("colours"));

    private static final String ADDED_CLIP = "addClip";

    public RunRequest {
        values = Map.copyOf(withoutNulls(values));
        Objects.requireNonNull(command);
        Objects.requireNonNull(parent);
    }

    private static Map<String, Object> withoutNulls(Map<String, Object> values) {
        Map<String, Object> kept = new LinkedHashMap<>(values);
        kept.values().removeIf(value -> value == null || value instanceof List<?> list && list.isEmpty());
        return kept;
    }

    /** @param tree {@code {"command": "fit", "input": ["cape.obj"], "options": {"bones": 30}, "parent": ""}} */
    public static RunRequest of(Map<String, Object> tree) {
        String command = String.valueOf(tree.get("command"));
        if (!VERBS.contains(command)) {
            throw RejectedRequestException.badRequest(
                    "the studio runs " + String.join(", ", VERBS) + ", not '" + abbreviate(command) + "'");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        if (tree.get("options") instanceof Map<?, ?> options) {
            options.forEach((name, value) -> values.put(String.valueOf(name), value));
        } else if (tree.get("options") != null) {
            throw RejectedRequestException.badRequest("'options' must be an object");
        }
        OUTPUT_FIELDS.stream().filter(values::containsKey).findFirst().ifPresent(name -> {
            throw RejectedRequestException.badRequest(name + " is set by the studio; leave it out");
        });
        values.put("input", tree.get("input"));
        Object parent = tree.get("parent");
        return new RunRequest(command, values, parent == null ? "" : String.valueOf(parent));
    }

    private static String abbreviate(String text) {
        return text.length() > 40 ? text.substring(0, 39) + "…" : text;
    }

    public Map<String, Object> tree() {
        Map<String, Object> options = new LinkedHashMap<>();
        // In the order of the form, because the copied map is unordered.
        Requests.form(command).fields().forEach(field -> {
            if (!field.name().equals("input") && values.containsKey(field.name())) {
                options.put(field.name(), values.get(field.name()));
            }
        });
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("command", command);
        tree.put("input", values.get("input"));
        tree.put("options", options);
        tree.put("parent", parent);
        return tree;
    }

    /**
     * Creates the job with resolved file names.
     *
     * @param modelOf maps a run to its model file
     */
    public Job<?> job(StudioFolder folder, UnaryOperator<String> modelOf, Path output) {
        Map<String, Object> found = withFileNames(name -> name.startsWith(RUN_PREFIX)
                ? modelOf.apply(name.substring(RUN_PREFIX.length()))
                : folder.resolve(name).toString());
        found.put("output", output.toString());
        return Requests.of(command, found);
    }

    /** The values with file names mapped. */
    Map<String, Object> withFileNames(UnaryOperator<String> file) {
        Map<String, Object> renamed = new LinkedHashMap<>();
        for (Field field : Requests.form(command).fields()) {
            if (values.containsKey(field.name())) {
                renamed.put(field.name(), renameFiles(field, values.get(field.name()), file));
            }
        }
        // Unknown names stay in the map, so that the form rejects them.
        values.forEach(renamed::putIfAbsent);
        return renamed;
    }

    private static Object renameFiles(Field field, Object value, UnaryOperator<String> file) {
        if (value instanceof List<?> several) {
            List<Object> all = new ArrayList<>();
            several.forEach(one -> all.add(renameFiles(field, one, file)));
            return all;
        }
        if (!(value instanceof String text)) {
            return value;
        }
        if (field.name().equals(ADDED_CLIP) && text.contains("=")) {
            int at = text.indexOf('=') + 1;
            return text.substring(0, at) + file.apply(text.substring(at));
        }
        List<String> words = TEXT_OR_FILE.get(field.name());
        boolean names = field.type() == Path.class || words != null && !words.contains(text);
        return names ? file.apply(text) : text;
    }

    /** The runs whose models it reads. */
    public List<String> inputRuns() {
        List<String> runs = new ArrayList<>();
        withFileNames(name -> {
            if (name.startsWith(RUN_PREFIX)) {
                runs.add(name.substring(RUN_PREFIX.length()));
            }
            return name;
        });
        return runs;
    }

    /** The first input file, as the page named it. */
    public String firstInput() {
        Object input = values.get("input");
        return String.valueOf(input instanceof List<?> several && !several.isEmpty() ? several.get(0) : input);
    }
}
