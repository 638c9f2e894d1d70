package dev.sinew.show.index;

import dev.sinew.job.batch.Row;
import dev.sinew.job.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The HTML overview of a batch. It links to thumbnails and reports and loads nothing else. */
public final class IndexPage {
    private IndexPage() {}

    /** @param bounds upper limits by metric */
    public static String of(String title, List<Row> rows, Map<String, Double> bounds) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", title);
        data.put("bounds", bounds);
        data.put("rows", rows.stream().map(Row::tree).toList());
        // Escape "<" in the JSON, so that it cannot end the script element.
        return resource("index.html")
                .replace("{{styles}}", resource("index.css"))
                .replace("{{script}}", resource("index.js"))
                .replace("{{data}}", Json.line(data).replace("<", "\\u003c"));
    }

    private static String resource(String name) {
        try (InputStream in = IndexPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " is missing from the jar", e);
        }
    }
}
