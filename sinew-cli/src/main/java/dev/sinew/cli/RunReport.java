package dev.sinew.cli;

import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Shells;
import dev.sinew.run.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What {@code --json} writes, the same shape for every verb. A part that has no meaning for a verb is null; so is a
 * metric that has none for the data.
 */
final class RunReport {
    private final Map<String, Object> tree = new LinkedHashMap<>();

    RunReport(String command, List<String> arguments) {
        tree.put("command", command);
        tree.put("arguments", arguments);
        tree.put("version", Version.number());
        for (String part : List.of("input", "options", "outcome", "iterations", "result", "error", "seconds")) {
            tree.put(part, null);
        }
    }

    RunReport input(Map<String, Object> input) {
        tree.put("input", input);
        return this;
    }

    RunReport options(Map<String, Object> options) {
        tree.put("options", options);
        return this;
    }

    RunReport outcome(Outcome outcome, int iterations) {
        tree.put("outcome", outcome.name());
        tree.put("iterations", iterations);
        return this;
    }

    RunReport result(Map<String, Object> result) {
        tree.put("result", result);
        return this;
    }

    RunReport error(SequenceError error) {
        return error(error, Optional.empty());
    }

    /** @param fallback of what engines play that do not know the file's extension */
    RunReport error(SequenceError error, Optional<SequenceError> fallback) {
        Map<String, Object> described = described(error);
        described.put("fallback", fallback.map(RunReport::described).orElse(null));
        tree.put("error", described);
        return this;
    }

    /** The error of the weights beside that of the motion, or alone where nothing moves. */
    RunReport weightRms(double value) {
        Map<String, Object> error = new LinkedHashMap<>();
        if (tree.get("error") instanceof Map<?, ?> known) {
            known.forEach((name, metric) -> error.put(String.valueOf(name), metric));
        }
        error.put("weightRms", value);
        tree.put("error", error);
        return this;
    }

    /** To be called after {@link #error}. */
    RunReport envelopingError(double value) {
        @SuppressWarnings("unchecked")
        Map<String, Object> error = (Map<String, Object>) tree.get("error");
        error.put("envelopingError", value);
        return this;
    }

    RunReport seconds(Map<String, Double> seconds) {
        tree.put("seconds", seconds);
        return this;
    }

    Map<String, Object> tree() {
        return tree;
    }

    /** The {@code input} of a mesh in so many poses. */
    static Map<String, Object> input(String file, Mesh mesh, int frames) {
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("file", file);
        input.put("vertices", mesh.vertexCount());
        input.put("faces", mesh.faceCount());
        input.put("frames", frames);
        input.put("shells", Shells.of(mesh).count());
        return input;
    }

    private static Map<String, Object> described(SequenceError error) {
        Map<String, Object> max = new LinkedHashMap<>();
        max.put("value", error.max().value());
        max.put("vertex", error.max().vertex());
        max.put("frame", error.max().frame());
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("erms", error.erms());
        described.put("rmsePercent", error.rmsePercent());
        described.put("distortionPercent", error.distortionPercent());
        described.put("max", max);
        // Metrics of other verbs: they compare weights or rigs, not a model with a sequence.
        described.put("envelopingError", null);
        described.put("weightRms", null);
        return described;
    }

    /** AFFINE → affine */
    static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
