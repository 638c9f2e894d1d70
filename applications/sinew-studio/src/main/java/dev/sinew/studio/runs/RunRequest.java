package dev.sinew.studio.runs;

import dev.sinew.job.Job;
import dev.sinew.job.Requests;
import dev.sinew.job.form.Field;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.TurnedAwayException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * What the page asks for: a request of {@link Requests} whose files are named relative to the folder, or {@code run:ID} for the
 * model that a run made. The output is the run's own.
 *
 * @param values by the names of the fields, {@code input} among them
 * @param parent the run it goes on from; empty where it starts from the library
 */
public record RunRequest(String command, Map<String, Object> values, String parent) {
    /** Verbs that make a model. */
    public static final List<String> VERBS =
            List.of("fit", "rig", "weights", "compress", "reduce", "linearize", "edit");

    /** Fields that the studio fills in itself: where outputs go. */
    public static final List<String> OWN_FIELDS = List.of("output", "bvh", "boneTexture");

    /** Names a model that was made here. */
    public static final String RUN = "run:";

    /** Text fields that may name a file, and the words that are none. */
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
            throw TurnedAwayException.wrong(
                    "the studio runs " + String.join(", ", VERBS) + ", not '" + shortened(command) + "'");
        }
        Map<String, Object> values = new LinkedHashMap<>();
        if (tree.get("options") instanceof Map<?, ?> options) {
            options.forEach((name, value) -> values.put(String.valueOf(name), value));
        } else if (tree.get("options") != null) {
            throw TurnedAwayException.wrong("the options of a run are names and values");
        }
        OWN_FIELDS.stream().filter(values::containsKey).findFirst().ifPresent(name -> {
            throw TurnedAwayException.wrong(name + " is the studio's own affair");
        });
        values.put("input", tree.get("input"));
        Object parent = tree.get("parent");
        return new RunRequest(command, values, parent == null ? "" : String.valueOf(parent));
    }

    private static String shortened(String text) {
        return text.length() > 40 ? text.substring(0, 39) + "…" : text;
    }

    public Map<String, Object> tree() {
        Map<String, Object> options = new LinkedHashMap<>();
        // In the order of the form, which a copied map has lost.
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
     * The job, its files found.
     *
     * @param modelOf where the model of a run is
     */
    public Job<?> job(StudioFolder folder, UnaryOperator<String> modelOf, Path output) {
        Map<String, Object> found = named(name -> name.startsWith(RUN)
                ? modelOf.apply(name.substring(RUN.length()))
                : folder.inside(name).toString());
        found.put("output", output.toString());
        return Requests.of(command, found);
    }

    /** Its values with other names for files. */
    Map<String, Object> named(UnaryOperator<String> file) {
        Map<String, Object> renamed = new LinkedHashMap<>();
        for (Field field : Requests.form(command).fields()) {
            if (values.containsKey(field.name())) {
                renamed.put(field.name(), renamed(field, values.get(field.name()), file));
            }
        }
        // Names the form does not know stay, for the form to refuse.
        values.forEach(renamed::putIfAbsent);
        return renamed;
    }

    private static Object renamed(Field field, Object value, UnaryOperator<String> file) {
        if (value instanceof List<?> several) {
            List<Object> all = new ArrayList<>();
            several.forEach(one -> all.add(renamed(field, one, file)));
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
    public List<String> readsRuns() {
        List<String> runs = new ArrayList<>();
        named(name -> {
            if (name.startsWith(RUN)) {
                runs.add(name.substring(RUN.length()));
            }
            return name;
        });
        return runs;
    }

    /** The first file it reads, as the page named it. */
    public String firstInput() {
        Object input = values.get("input");
        return String.valueOf(input instanceof List<?> several && !several.isEmpty() ? several.get(0) : input);
    }
}
