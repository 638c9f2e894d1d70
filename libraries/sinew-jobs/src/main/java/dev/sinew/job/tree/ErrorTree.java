package dev.sinew.job.tree;

import dev.sinew.measure.BoneRegions;
import dev.sinew.measure.NormalError;
import dev.sinew.measure.RestError;
import dev.sinew.measure.SequenceError;
import dev.sinew.measure.SequenceError.Seen;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The {@code error} of the JSON: every metric by name, null if it does not apply. */
public final class ErrorTree {
    private ErrorTree() {}

    public static Map<String, Object> of(SequenceError error) {
        return of(error, Optional.empty());
    }

    /** @param fallback error in programs that do not know the extension of the file */
    public static Map<String, Object> of(SequenceError error, Optional<SequenceError> fallback) {
        Map<String, Object> tree = metrics(error);
        tree.put("fallback", fallback.map(ErrorTree::metrics).orElse(null));
        return tree;
    }

    /** The worst vertex. */
    public static Map<String, Object> max(SequenceError error) {
        Map<String, Object> max = new LinkedHashMap<>();
        max.put("value", error.max().value());
        max.put("vertex", error.max().vertex());
        max.put("frame", error.max().frame());
        return max;
    }

    private static Map<String, Object> metrics(SequenceError error) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("erms", error.erms());
        tree.put("rmsePercent", error.rmsePercent());
        tree.put("distortionPercent", error.distortionPercent());
        tree.put("max", max(error));
        // Metrics of other verbs: they compare weights or rigs, not a model with a sequence.
        tree.put("envelopingError", null);
        tree.put("weightRms", null);
        tree.put(
                "normals",
                error.seen().flatMap(Seen::normals).map(ErrorTree::normals).orElse(null));
        tree.put("rest", error.seen().map(seen -> rest(seen.rest())).orElse(null));
        tree.put(
                "weightIslands",
                error.seen().map(seen -> islands(seen.weightIslands())).orElse(null));
        return tree;
    }

    private static Map<String, Object> normals(NormalError error) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("matrix", angles(error.matrix()));
        tree.put("cofactor", angles(error.cofactor()));
        tree.put("surface", angles(error.surface()));
        Map<String, Object> worst = new LinkedHashMap<>();
        worst.put("value", error.worst().value());
        worst.put("vertex", error.worst().vertex());
        worst.put("frame", error.worst().frame());
        tree.put("max", worst);
        // Every Nth frame was measured: 1 except for large sequences.
        tree.put("stride", error.stride());
        return tree;
    }

    private static Map<String, Object> angles(NormalError.Angles angles) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("mean", angles.mean());
        tree.put("p95", angles.p95());
        tree.put("over30", angles.over30());
        return tree;
    }

    private static Map<String, Object> rest(RestError error) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("drift", error.drift());
        tree.put("normals", error.normals());
        Map<String, Object> edges = new LinkedHashMap<>();
        edges.put("low", error.edges().low());
        edges.put("high", error.edges().high());
        tree.put("edges", edges);
        tree.put("flipped", error.flipped());
        Map<String, Object> worst = new LinkedHashMap<>();
        worst.put("value", error.worst().value());
        worst.put("vertex", error.worst().vertex());
        tree.put("max", worst);
        return tree;
    }

    private static Map<String, Object> islands(BoneRegions islands) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("mean", islands.mean());
        Map<String, Object> most = new LinkedHashMap<>();
        most.put("value", islands.most());
        most.put("bone", islands.bone());
        tree.put("max", most);
        return tree;
    }
}
