package dev.sinew.studio.runs;

import java.util.LinkedHashMap;
import java.util.Map;

/** The few numbers of a result that runs are compared by. */
final class Summary {
    private Summary() {}

    static Map<String, Object> of(Map<String, Object> result) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("vertices", at(result, "input", "vertices"));
        summary.put("frames", at(result, "input", "frames"));
        summary.put("bones", at(result, "result", "bones"));
        summary.put("influences", at(result, "result", "influences"));
        summary.put("erms", at(result, "error", "erms"));
        summary.put("degrees", at(result, "error", "normals", "matrix", "mean"));
        summary.put("bytes", at(result, "result", "fileBytes"));
        summary.put("seconds", at(result, "seconds", "solve"));
        summary.put("outcome", result.get("outcome"));
        summary.values().removeIf(value -> value == null);
        return summary;
    }

    private static Object at(Object tree, String... names) {
        Object place = tree;
        for (String name : names) {
            place = place instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return place;
    }
}
