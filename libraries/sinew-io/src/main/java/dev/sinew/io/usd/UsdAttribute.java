package dev.sinew.io.usd;

import dev.sinew.math.Quaternions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An attribute or relationship of a prim: what it is without time, its samples, and what it points at. */
final class UsdAttribute {
    private final String type;
    private final TreeMap<Double, UsdValue> samples = new TreeMap<>();
    private final Map<String, UsdValue> metadata = new LinkedHashMap<>();
    private final List<String> targets = new ArrayList<>();
    private Optional<UsdValue> still = Optional.empty();

    UsdAttribute(String type) {
        this.type = type;
    }

    void setStill(UsdValue value) {
        still = Optional.of(value);
    }

    /** Values by time code. */
    TreeMap<Double, UsdValue> samples() {
        return samples;
    }

    Map<String, UsdValue> metadata() {
        return metadata;
    }

    /** Paths that a relationship or a connection names. */
    List<String> targets() {
        return targets;
    }

    boolean isAnimated() {
        return samples.size() > 1;
    }

    /** Without time: the default, or the first sample where there is none. */
    Optional<UsdValue> still() {
        return still.or(() -> Optional.ofNullable(samples.firstEntry()).map(Map.Entry::getValue));
    }

    /** The one word of a token or string, nothing where there is none. */
    Optional<String> word() {
        return still().flatMap(v -> v.texts().stream().findFirst());
    }

    /**
     * Numbers at a time code: along a line between samples (along the arc for quaternions), held before the first and after
     * the last one, and where neighbours differ in length.
     */
    double[] at(double time) {
        Map.Entry<Double, UsdValue> before = samples.floorEntry(time);
        Map.Entry<Double, UsdValue> after = samples.ceilingEntry(time);
        if (before == null && after == null) {
            return still.orElse(UsdValue.NONE).numbers();
        }
        if (before == null || after == null || before.getKey().equals(after.getKey())) {
            return (before == null ? after : before).getValue().numbers();
        }
        double[] a = before.getValue().numbers();
        double[] b = after.getValue().numbers();
        if (a.length != b.length) {
            return a;
        }
        return between(a, b, (time - before.getKey()) / (after.getKey() - before.getKey()));
    }

    private double[] between(double[] a, double[] b, double t) {
        double[] out = new double[a.length];
        if (type.startsWith("quat") && a.length % 4 == 0) {
            for (int k = 0; k < a.length; k += 4) {
                Quaternions.slerp(a, k, b, k, t, out, k);
            }
            return out;
        }
        for (int k = 0; k < a.length; k++) {
            out[k] = a[k] + t * (b[k] - a[k]);
        }
        return out;
    }

    /**
     * A value of a layer, whatever its type: tuples and arrays are laid out flat.
     *
     * @param numbers all numbers, in the order of the text
     * @param texts all strings, tokens, assets and paths, in the order of the text
     * @param entries of a dictionary, by name
     */
    record UsdValue(double[] numbers, List<String> texts, Map<String, UsdValue> entries) {
        static final UsdValue NONE = new UsdValue(new double[0], List.of(), Map.of());

        static UsdValue of(double[] numbers) {
            return new UsdValue(numbers, List.of(), Map.of());
        }
    }
}
