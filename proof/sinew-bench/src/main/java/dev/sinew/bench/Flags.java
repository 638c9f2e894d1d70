package dev.sinew.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Options of the form {@code --name value}. */
public record Flags(Map<String, String> values) {
    public static Flags parse(String[] args, String... known) {
        Map<String, String> values = new HashMap<>();
        for (int k = 0; k < args.length; k += 2) {
            String name = args[k].startsWith("--") ? args[k].substring(2) : "";
            if (!List.of(known).contains(name)) {
                throw new IllegalArgumentException("'" + args[k] + "' is unknown; use --" + String.join(", --", known));
            }
            if (k + 1 == args.length) {
                throw new IllegalArgumentException(args[k] + " needs a value");
            }
            values.put(name, args[k + 1]);
        }
        return new Flags(values);
    }

    public String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** An integer of at least 1. */
    public int count(String name, int otherwise) {
        String value = values.get(name);
        if (value == null) {
            return otherwise;
        }
        if (!value.matches("[1-9][0-9]{0,8}")) {
            throw new IllegalArgumentException("--" + name + " " + value + " must be an integer, at least 1");
        }
        return Integer.parseInt(value);
    }

    /** The research sequences, which are not part of the project and may be absent. */
    public record Data(Path folder) {
        /** {@code --data}, or {@code ../shared/data} next to the project. */
        public static Data of(Flags flags, Path root) {
            Path folder = Path.of(flags.text(
                    "data", root.resolve("../shared/data").normalize().toString()));
            if (!Files.isDirectory(folder.resolve("sequences"))) {
                throw new IllegalArgumentException(
                        folder + " has no folder 'sequences'; give the folder of the research data with --data");
            }
            return new Data(folder);
        }

        public Path sequence(String name) {
            return folder.resolve("sequences").resolve(name + ".obj");
        }
    }
}
