package dev.sinew.show.view;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the viewer shows: a JSON header and the buffers it names (docs/viewer-format.md).
 *
 * @param title the page's title
 * @param json the header
 * @param buffers gzip-compressed arrays by name, in the order they were made
 */
public record ViewScene(String title, String json, Map<String, byte[]> buffers) {
    public ViewScene {
        buffers = Collections.unmodifiableMap(new LinkedHashMap<>(buffers));
    }
}
