package dev.sinew.show.view;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The input of the viewer: a JSON header and the buffers it names (docs/reference/viewer-format.md).
 *
 * @param title the page's title
 * @param json the header
 * @param buffers gzip-compressed arrays by name
 */
public record ViewScene(String title, String json, Map<String, byte[]> buffers) {
    public ViewScene {
        buffers = Collections.unmodifiableMap(new LinkedHashMap<>(buffers));
    }
}
