package dev.sinew.job.batch;

import dev.sinew.job.Requests;
import dev.sinew.job.form.Field;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.text.Json;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The assets of a batch in a file of JSON Lines, one request each, as {@link Requests#read} reads them; a first line
 * {@code {"defaults": {"command": "fit", "options": {"bones": 30}}}} holds for all. Files are relative to the manifest.
 */
public final class Manifest {
    private static final List<String> PARTS = List.of("command", "input", "output", "options");

    private final Path file;
    private final NameTemplate name;
    private Map<String, Object> defaults = Map.of();

    private Manifest(Path file, NameTemplate name) {
        this.file = file;
        this.name = name;
    }

    public static boolean isOne(Path file) {
        String text = file.toString().toLowerCase(Locale.ROOT);
        return text.endsWith(".jsonl") || text.endsWith(".ndjson");
    }

    /** @param name for requests without an output */
    public static List<Asset> read(Path file, NameTemplate name) {
        return new Manifest(file, name).assets();
    }

    private List<Asset> assets() {
        List<String> lines;
        RemoteFiles.current().bring(file);
        try {
            lines = Files.readAllLines(file);
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + file + ": " + e.getMessage(), e);
        }
        List<Asset> assets = new ArrayList<>();
        for (int k = 0; k < lines.size(); k++) {
            if (!lines.get(k).isBlank()) {
                add(lines.get(k), file + ", line " + (k + 1), assets);
            }
        }
        if (assets.isEmpty()) {
            throw new InvalidInputException(file + " asks for nothing: it holds no request");
        }
        return Asset.requireDistinct(assets);
    }

    private void add(String line, String where, List<Asset> assets) {
        Map<String, Object> tree;
        try {
            tree = Json.read(RemoteFiles.current().local(line));
        } catch (RuntimeException notJson) {
            throw new InvalidRequestException(where + ": " + notJson.getMessage());
        }
        if (tree.get("defaults") instanceof Map<?, ?> given) {
            if (!assets.isEmpty() || !defaults.isEmpty()) {
                throw new InvalidRequestException(where + ": the defaults stand in the first line");
            }
            defaults = named(given);
            requireParts(defaults, where);
            return;
        }
        requireParts(tree, where);
        assets.add(asset(assets.size() + 1, tree, where));
    }

    private static void requireParts(Map<String, Object> tree, String where) {
        tree.keySet().stream().filter(part -> !PARTS.contains(part)).findFirst().ifPresent(part -> {
            throw new InvalidRequestException(
                    where + ": a request has command, input, output and options, not " + part);
        });
    }

    private Asset asset(int number, Map<String, Object> tree, String where) {
        Object command = tree.getOrDefault("command", defaults.get("command"));
        if (command == null) {
            throw new InvalidRequestException(where + ": there is no command, such as fit");
        }
        Map<String, Object> options = new LinkedHashMap<>(options(defaults));
        options.putAll(options(tree));
        options.remove("threads");
        Map<String, Object> values = new LinkedHashMap<>(options);
        Object input = tree.get("input");
        if (input == null) {
            throw new InvalidRequestException(where + ": there is no input");
        }
        values.put("input", input);
        resolve(values, String.valueOf(command), where);
        Path first = Path.of(String.valueOf(input instanceof List<?> list ? list.get(0) : input));
        Path folder = first.isAbsolute() || first.getParent() == null ? Path.of("") : first.getParent();
        values.put(
                "output",
                tree.containsKey("output")
                        ? tree.get("output")
                        : name.fill(first, folder, String.valueOf(command), options));
        try {
            return Asset.of(number, String.valueOf(command), values, where);
        } catch (InvalidRequestException wrong) {
            throw new InvalidRequestException(
                    wrong.getMessage().startsWith(where) ? wrong.getMessage() : where + ": " + wrong.getMessage());
        }
    }

    /** Input files are relative to the manifest, not to the current folder. */
    private void resolve(Map<String, Object> values, String command, String where) {
        Path beside = file.toAbsolutePath().getParent();
        List<Field> fields;
        try {
            fields = Requests.form(command).fields();
        } catch (InvalidRequestException unknown) {
            throw new InvalidRequestException(where + ": " + unknown.getMessage());
        }
        for (Field field : fields) {
            if (field.type() == Path.class
                    && !field.name().equals("output")
                    && !field.name().equals("bvh")) {
                values.computeIfPresent(
                        field.name(),
                        (key, value) -> value instanceof List<?> list
                                ? list.stream()
                                        .map(one -> beside.resolve(String.valueOf(one))
                                                .toString())
                                        .toList()
                                : beside.resolve(String.valueOf(value)).toString());
            }
        }
    }

    private static Map<String, Object> options(Map<String, Object> tree) {
        return tree.get("options") instanceof Map<?, ?> given ? named(given) : Map.of();
    }

    private static Map<String, Object> named(Map<?, ?> tree) {
        Map<String, Object> named = new LinkedHashMap<>();
        tree.forEach((key, value) -> named.put(String.valueOf(key), value));
        return named;
    }
}
