package dev.sinew.io.usd;

import dev.sinew.io.usd.UsdAttribute.UsdValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A prim of a layer with what it holds; the layer itself is the prim above all others. */
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

    /** With a slash in front; the layer's own is empty. */
    String path() {
        return parent.map(p -> p.path() + "/" + name).orElse("");
    }

    Optional<UsdAttribute> attribute(String wanted) {
        return Optional.ofNullable(attributes.get(wanted));
    }

    /** Numbers of an attribute without time; empty where it has none. */
    double[] numbers(String wanted) {
        return attribute(wanted)
                .flatMap(UsdAttribute::still)
                .map(UsdValue::numbers)
                .orElse(new double[0]);
    }

    /** Words of an attribute without time; empty where it has none. */
    List<String> words(String wanted) {
        return attribute(wanted)
                .flatMap(UsdAttribute::still)
                .map(UsdValue::texts)
                .orElse(List.of());
    }

    Optional<String> word(String wanted) {
        return attribute(wanted).flatMap(UsdAttribute::word);
    }

    /** The first path that a relationship or a connection names. */
    Optional<String> target(String wanted) {
        return attribute(wanted).flatMap(a -> a.targets().stream().findFirst());
    }

    /** The same, of this prim or the nearest one above that has it: how bindings are inherited. */
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

    /** What our own files say beside the standard. */
    Optional<UsdValue> custom(String wanted) {
        return Optional.ofNullable(metadata.get("customData"))
                .flatMap(d -> Optional.ofNullable(d.entries().get("sinew")))
                .flatMap(d -> Optional.ofNullable(d.entries().get(wanted)));
    }

    /** The prim of an absolute path. */
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

    /** This one and all below, in the order of the file, without what is switched off. */
    Stream<UsdPrim> active() {
        boolean off = Optional.ofNullable(metadata.get("active"))
                .filter(v -> v.texts().contains("false") || v.numbers().length == 1 && v.numbers()[0] == 0)
                .isPresent();
        return off
                ? Stream.empty()
                : Stream.concat(Stream.of(this), children.values().stream().flatMap(UsdPrim::active));
    }
}
