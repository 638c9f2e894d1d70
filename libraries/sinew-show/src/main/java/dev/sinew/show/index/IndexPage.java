package dev.sinew.show.index;

import dev.sinew.job.batch.Row;
import dev.sinew.job.text.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One HTML file beside the outputs of a batch; thumbnails and reports are linked, nothing else is loaded. */
public final class IndexPage {
    private IndexPage() {}

    /** @param bounds metrics and what none may exceed */
    public static String of(String title, List<Row> rows, Map<String, Double> bounds) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("title", title);
        data.put("bounds", bounds);
        data.put("rows", rows.stream().map(Row::tree).toList());
        // Inside a script element only "<" could be taken for markup; JSON may write it in another way.
        return resource("index.html")
                .replace("{{styles}}", resource("index.css"))
                .replace("{{script}}", resource("index.js"))
                .replace("{{data}}", Json.line(data).replace("<", "\\u003c"));
    }

    private static String resource(String name) {
        try (InputStream in = IndexPage.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(name + " is not in the jar", e);
        }
    }
}
