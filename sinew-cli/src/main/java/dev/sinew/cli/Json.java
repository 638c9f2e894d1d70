package dev.sinew.cli;

import dev.sinew.io.file.AtomicFile;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Trees of maps, lists, strings and numbers as JSON text. */
final class Json {
    /**
     * Where the text goes.
     *
     * @param file empty for standard out
     */
    record Target(Optional<Path> file) {
        /** A dash is standard out. */
        static Target parse(String argument) {
            return new Target(argument.equals("-") ? Optional.empty() : Optional.of(Path.of(argument)));
        }
    }

    private Json() {}

    static void write(Object tree, Target target, PrintStream out) {
        byte[] text = (text(tree) + "\n").getBytes(StandardCharsets.UTF_8);
        target.file().ifPresentOrElse(file -> AtomicFile.write(file, stream -> stream.write(text)), () -> {
            out.writeBytes(text);
            out.flush();
        });
    }

    static String text(Object tree) {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        return mapper.writeValueAsString(finite(tree));
    }

    /** JSON has no NaN and no infinity: a number that is none becomes null. */
    private static Object finite(Object tree) {
        if (tree instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new LinkedHashMap<>();
            map.forEach((key, value) -> copy.put(key, finite(value)));
            return copy;
        }
        if (tree instanceof List<?> list) {
            List<Object> copy = new ArrayList<>();
            list.forEach(value -> copy.add(finite(value)));
            return copy;
        }
        return tree instanceof Double number && !Double.isFinite(number) ? null : tree;
    }
}
