package dev.sinew.job.batch;

import dev.sinew.job.JobResult;
import dev.sinew.job.text.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The result of an asset: a line of {@code results.jsonl} and of the page. */
public final class Row {
    private final Map<String, Object> tree;

    private Row(Map<String, Object> tree) {
        this.tree = tree;
    }

    /** From a line of the results. */
    public static Row of(Map<String, Object> tree) {
        return new Row(new LinkedHashMap<>(tree));
    }

    private static Row of(Asset asset, String status) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("asset", asset.name());
        tree.put("status", status);
        tree.put("command", asset.job().command());
        tree.put("input", asset.job().reads().stream().map(String::valueOf).toList());
        tree.put("output", Asset.slashed(asset.job().writes().get(0)));
        return new Row(tree);
    }

    /** @param pictures files by what they are: report, thumbnail */
    static Row done(Asset asset, JobResult made, Map<String, String> pictures) {
        Row row = of(asset, "done");
        Map<String, Object> described = Json.read(Json.line(made.tree()));
        for (String part : List.of("outcome", "result", "error", "seconds")) {
            row.tree.put(part, described.get(part));
        }
        row.tree.put("notes", made.notes());
        row.tree.putAll(pictures);
        return row;
    }

    static Row failed(Asset asset, String sentence) {
        Row row = of(asset, "failed");
        row.tree.put("message", sentence);
        return row;
    }

    /** Another process is working on it. */
    static Row elsewhere(Asset asset) {
        return of(asset, "elsewhere");
    }

    static Row waiting(Asset asset) {
        return of(asset, "waiting");
    }

    /** The same, found up to date. */
    Row current() {
        Map<String, Object> other = new LinkedHashMap<>(tree);
        other.put("status", "current");
        return new Row(other);
    }

    public Map<String, Object> tree() {
        return tree;
    }

    public String name() {
        return String.valueOf(tree.get("asset"));
    }

    public String status() {
        return String.valueOf(tree.get("status"));
    }

    public boolean hasFailed() {
        return status().equals("failed");
    }

    /** Whether another process was working on it. */
    public boolean isElsewhere() {
        return status().equals("elsewhere");
    }

    public Optional<String> message() {
        return Optional.ofNullable(tree.get("message")).map(String::valueOf);
    }

    /** A metric by its path inside {@code error}, such as {@code erms} or {@code normals.matrix.mean}. */
    public Optional<Double> metric(String path) {
        Object place = tree.get("error");
        for (String name : path.split("\\.")) {
            place = place instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return place instanceof Number number ? Optional.of(number.doubleValue()) : Optional.empty();
    }
}
