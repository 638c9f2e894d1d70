package dev.sinew.job.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Trees of maps, lists, strings and numbers as JSON text. */
public final class Json {
    private Json() {}

    public static String text(Object tree) {
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        return mapper.writeValueAsString(finite(tree));
    }

    /** The same in one line. */
    public static String line(Object tree) {
        return JsonMapper.shared().writeValueAsString(finite(tree));
    }

    /** An object as names and values. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> read(String text) {
        return JsonMapper.shared().readValue(text, LinkedHashMap.class);
    }

    /** JSON has no NaN and no infinity; they become null. */
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
