package dev.sinew.io.usd;

import dev.sinew.io.usd.UsdPrim.UsdAttribute.UsdValue;
import dev.sinew.math.Quaternions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A prim of a layer with its content; the layer itself is the root prim. */
final class UsdPrim {
    private final String type;
    private final String name;
    private final Optional<UsdPrim> parent;
    private final Map<String, UsdValue> metadata = new LinkedHashMap<>();
    private final Map<String, UsdAttribute> attributes = new LinkedHashMap<>();
    private final Map<String, UsdPrim> children = new LinkedHashMap<>();

    UsdPrim(String type, String name, Optional<UsdPrim> parent) {
        this.type = type;
        this.name = name;
        this.parent = parent;
    }

    String type() {
        return type;
    }

    String name() {
        return name;
    }

    Optional<UsdPrim> parent() {
        return parent;
    }

    Map<String, UsdValue> metadata() {
        return metadata;
    }

    Map<String, UsdAttribute> attributes() {
        return attributes;
    }

    Map<String, UsdPrim> children() {
        return children;
    }

    /** With a leading slash; empty for the layer. */
    String path() {
        return parent.map(p -> p.path() + "/" + name).orElse("");
    }

    Optional<UsdAttribute> attribute(String wanted) {
        return Optional.ofNullable(attributes.get(wanted));
    }

    /** Numbers of an attribute's default value; empty if it has none. */
    double[] numbers(String wanted) {
        return attribute(wanted)
                .flatMap(UsdAttribute::defaultValue)
                .map(UsdValue::numbers)
                .orElse(new double[0]);
    }

    /** Words of an attribute's default value; empty if it has none. */
    List<String> words(String wanted) {
        return attribute(wanted)
                .flatMap(UsdAttribute::defaultValue)
                .map(UsdValue::texts)
                .orElse(List.of());
    }

    Optional<String> word(String wanted) {
        return attribute(wanted).flatMap(UsdAttribute::word);
    }

    /** The first path that a relationship or a connection refers to. */
    Optional<String> target(String wanted) {
        return attribute(wanted).flatMap(a -> a.targets().stream().findFirst());
    }

    /** The same, of this prim or the nearest ancestor that has it, because bindings are inherited. */
    Optional<String> inheritedTarget(String wanted) {
        Optional<UsdPrim> at = Optional.of(this);
        while (at.isPresent()) {
            Optional<String> target = at.get().target(wanted);
            if (target.isPresent()) {
                return target;
            }
            at = at.get().parent;
        }
        return Optional.empty();
    }

    /** A custom value of our own files. */
    Optional<UsdValue> custom(String wanted) {
        return Optional.ofNullable(metadata.get("customData"))
                .flatMap(d -> Optional.ofNullable(d.entries().get("sinew")))
                .flatMap(d -> Optional.ofNullable(d.entries().get(wanted)));
    }

    /** The prim with an absolute path. */
    Optional<UsdPrim> find(String path) {
        UsdPrim at = this;
        for (String part : path.split("/")) {
            if (!part.isEmpty()) {
                at = at.children.get(part);
            }
            if (at == null) {
                return Optional.empty();
            }
        }
        return Optional.of(at);
    }

    /** This prim and all active descendants, in file order. */
    Stream<UsdPrim> active() {
        boolean off = Optional.ofNullable(metadata.get("active"))
                .filter(v -> v.texts().contains("false") || v.numbers().length == 1 && v.numbers()[0] == 0)
                .isPresent();
        return off
                ? Stream.empty()
                : Stream.concat(Stream.of(this), children.values().stream().flatMap(UsdPrim::active));
    }

    /** An attribute or relationship of a prim: its default value, its samples, and its targets. */
    static final class UsdAttribute {
        private final String type;
        private final TreeMap<Double, UsdValue> samples = new TreeMap<>();
        private final Map<String, UsdValue> metadata = new LinkedHashMap<>();
        private final List<String> targets = new ArrayList<>();
        private Optional<UsdValue> defaultValue = Optional.empty();

        UsdAttribute(String type) {
            this.type = type;
        }

        void setStill(UsdValue value) {
            defaultValue = Optional.of(value);
        }

        /** Values by time code. */
        TreeMap<Double, UsdValue> samples() {
            return samples;
        }

        Map<String, UsdValue> metadata() {
            return metadata;
        }

        /** Paths that a relationship or a connection refers to. */
        List<String> targets() {
            return targets;
        }

        boolean isAnimated() {
            return samples.size() > 1;
        }

        /** The default value, else the first sample. */
        Optional<UsdValue> defaultValue() {
            return defaultValue.or(
                    () -> Optional.ofNullable(samples.firstEntry()).map(Map.Entry::getValue));
        }

        /** The only word of a token or string, if any. */
        Optional<String> word() {
            return defaultValue().flatMap(v -> v.texts().stream().findFirst());
        }

        /**
         * Numbers at a time code, interpolated linearly between samples (spherically for quaternions). Constant before the
         * first sample, after the last, and where neighbours differ in length.
         */
        double[] at(double time) {
            Map.Entry<Double, UsdValue> before = samples.floorEntry(time);
            Map.Entry<Double, UsdValue> after = samples.ceilingEntry(time);
            if (before == null && after == null) {
                return defaultValue.orElse(UsdValue.NONE).numbers();
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
         * A value of any type in a layer; tuples and arrays are flattened.
         *
         * @param numbers all numbers, in text order
         * @param texts all strings, tokens, assets and paths, in text order
         * @param entries entries of a dictionary, by name
         */
        record UsdValue(double[] numbers, List<String> texts, Map<String, UsdValue> entries) {
            static final UsdValue NONE = new UsdValue(new double[0], List.of(), Map.of());

            static UsdValue of(double[] numbers) {
                return new UsdValue(numbers, List.of(), Map.of());
            }
        }
    }
}
