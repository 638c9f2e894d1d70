package dev.sinew.io.alembic;

import java.util.LinkedHashMap;
import java.util.Map;

/** {@code key=value;key=value}, what archives say about archives, objects and properties. */
final class MetaData {
    private MetaData() {}

    static Map<String, String> parse(String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : text.split(";")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return pairs;
    }
}
