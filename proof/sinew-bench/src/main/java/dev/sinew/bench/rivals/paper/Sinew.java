package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.BenchJob;
import dev.sinew.bench.Scratch;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import dev.sinew.io.file.Version;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Runs Sinew as every front end does; errors are those of the written file. */
final class Sinew {
    private Sinew() {}

    /**
     * A verb on a subject.
     *
     * @param options alternating names and values of the request
     */
    static Work work(String verb, String row, Subject subject, Object... options) {
        Map<String, Object> asked = BenchJob.values(options);
        StringBuilder method = new StringBuilder("sinew " + verb);
        asked.forEach(
                (name, value) -> method.append(' ').append(name).append('=').append(value));
        return new Work(row, subject.fingerprint(), method.toString(), Version.current(), () -> {
            try (Scratch scratch = new Scratch()) {
                Map<String, Object> values = new LinkedHashMap<>(asked);
                values.put("input", subject.file().toString());
                values.put("output", scratch.file("model.glb").toString());
                return numbers(BenchJob.run(verb, values));
            }
        });
    }

    /** The figures of a report that the tables use. */
    static Map<String, double[]> numbers(JsonNode report) {
        Map<String, double[]> numbers = new LinkedHashMap<>();
        for (String error : new String[] {"erms", "rmsePercent", "weightRms"}) {
            JsonNode value = report.at("/error/" + error);
            if (value.isNumber()) {
                numbers.put(error, new double[] {value.asDouble()});
            }
        }
        for (String result : new String[] {"bones", "virtualBones", "bonesPerVertex"}) {
            JsonNode value = report.at("/result/" + result);
            if (value.isNumber()) {
                numbers.put(result, new double[] {value.asDouble()});
            }
        }
        for (String list : new String[] {"curve", "pruning"}) {
            addLists(report.at("/result/" + list), list, numbers);
        }
        numbers.put("vertices", new double[] {report.at("/input/vertices").asDouble()});
        numbers.put("solve", new double[] {report.at("/seconds/solve").asDouble()});
        return numbers;
    }

    /** Converts a list of points to one list per number: {@code curve.blendBones}. */
    private static void addLists(JsonNode points, String list, Map<String, double[]> numbers) {
        if (!points.isArray() || points.isEmpty()) {
            return;
        }
        for (String name : points.get(0).propertyNames()) {
            double[] values = new double[points.size()];
            for (int k = 0; k < values.length; k++) {
                values[k] = points.get(k).path(name).asDouble();
            }
            numbers.put(list + "." + name, values);
        }
    }
}
