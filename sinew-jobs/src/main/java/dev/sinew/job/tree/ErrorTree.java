package dev.sinew.job.tree;

import dev.sinew.measure.SequenceError;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The {@code error} of a report: every metric under its name, null where it has no meaning. */
public final class ErrorTree {
    private ErrorTree() {}

    public static Map<String, Object> of(SequenceError error) {
        return of(error, Optional.empty());
    }

    /** @param fallback of what engines play that do not know the file's extension */
    public static Map<String, Object> of(SequenceError error, Optional<SequenceError> fallback) {
        Map<String, Object> tree = metrics(error);
        tree.put("fallback", fallback.map(ErrorTree::metrics).orElse(null));
        return tree;
    }

    private static Map<String, Object> metrics(SequenceError error) {
        Map<String, Object> max = new LinkedHashMap<>();
        max.put("value", error.max().value());
        max.put("vertex", error.max().vertex());
        max.put("frame", error.max().frame());
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("erms", error.erms());
        tree.put("rmsePercent", error.rmsePercent());
        tree.put("distortionPercent", error.distortionPercent());
        tree.put("max", max);
        // Metrics of other verbs: they compare weights or rigs, not a model with a sequence.
        tree.put("envelopingError", null);
        tree.put("weightRms", null);
        return tree;
    }
}
