package dev.sinew.job.tree;

import dev.sinew.io.file.Version;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Shells;
import dev.sinew.run.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code --json} writes, the same shape for every verb. A part that has no meaning for a verb is null; so is a
 * metric that has none for the data.
 */
public final class RunTree {
    private final Map<String, Object> tree = new LinkedHashMap<>();

    public RunTree(String command) {
        tree.put("command", command);
        tree.put("version", Version.current());
        for (String part : List.of("input", "options", "outcome", "iterations", "result", "error", "seconds")) {
            tree.put(part, null);
        }
    }

    public RunTree input(Map<String, Object> input) {
        return put("input", input);
    }

    public RunTree options(Map<String, Object> options) {
        return put("options", options);
    }

    public RunTree outcome(Outcome outcome, int iterations) {
        return put("outcome", outcome.name()).put("iterations", iterations);
    }

    public RunTree result(Map<String, Object> result) {
        return put("result", result);
    }

    /** @param error of {@link ErrorTree} */
    public RunTree error(Map<String, Object> error) {
        return put("error", error);
    }

    public RunTree seconds(Map<String, Double> seconds) {
        return put("seconds", seconds);
    }

    private RunTree put(String part, Object value) {
        tree.put(part, value);
        return this;
    }

    public Map<String, Object> tree() {
        return tree;
    }

    /** The {@code input} of a mesh with this number of frames. */
    public static Map<String, Object> input(String file, Mesh mesh, int frames) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("file", file);
        input.put("vertices", mesh.vertexCount());
        input.put("faces", mesh.faceCount());
        input.put("frames", frames);
        input.put("shells", Shells.of(mesh).count());
        return input;
    }
}
