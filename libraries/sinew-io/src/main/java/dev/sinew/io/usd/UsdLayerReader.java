package dev.sinew.io.usd;

import dev.sinew.io.parts.GrowingDoubles;
import dev.sinew.run.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a text layer into prims. Of variants the ones that stand in the file's selection count; what the layer takes from
 * other layers is not followed.
 */
final class UsdLayerReader {
    private static final int DEEPEST = 200;
    private static final int MOST_PRIMS = 1_000_000;
    private static final Set<String> SPECIFIERS = Set.of("def", "over", "class");
    private static final Set<String> LIST_EDITS = Set.of("prepend", "append", "add", "delete", "reorder");
    private static final Set<String> VARIABILITY = Set.of("custom", "uniform", "varying", "config");
    private static final Set<String> ARCS = Set.of("references", "payload", "subLayers", "inherits", "specializes");

    private final UsdWords words;
    private final List<String> arcs = new ArrayList<>();
    private int prims;

    private UsdLayerReader(String file, byte[] text) {
        this.words = new UsdWords(file, text);
    }

    /**
     * @param root the layer's metadata and prims
     * @param arcs other layers or prims that it takes things from
     */
    record Layer(UsdPrim root, List<String> arcs) {}

    /** @param text begins with {@code #usda} */
    static Layer read(String file, byte[] text) {
        UsdLayerReader reader = new UsdLayerReader(file, text);
        UsdPrim root = new UsdPrim("", "", Optional.empty());
        if (reader.words.took('(')) {
            reader.metadata(root.metadata());
        }
        while (reader.words.kind() != UsdWords.Kind.END) {
            reader.member(root, 0);
        }
        return new Layer(root, reader.arcs);
    }

    /** A prim, a property, a set of variants or an order, whatever comes next. */
    private void member(UsdPrim owner, int depth) {
        if (depth > DEEPEST) {
            throw words.bad("prims are nested deeper than " + DEEPEST);
        }
        if (words.kind() == UsdWords.Kind.WORD && SPECIFIERS.contains(words.letters())) {
            prim(owner, depth);
        } else if (words.isWord("variantSet")) {
            variants(owner, depth);
        } else {
            property(owner);
        }
    }

    private void prim(UsdPrim owner, int depth) {
        boolean template = words.word().equals("class");
        String type = words.kind() == UsdWords.Kind.WORD ? words.word() : "";
        UsdPrim prim = new UsdPrim(type, string(), Optional.of(owner));
        if (++prims > MOST_PRIMS) {
            throw words.bad("more than " + MOST_PRIMS + " prims");
        }
        if (words.took('(')) {
            metadata(prim.metadata());
        }
        body(prim, depth);
        if (!template) {
            owner.children().put(prim.name(), prim);
        }
    }

    private void body(UsdPrim prim, int depth) {
        words.require('{');
        while (!words.took('}')) {
            member(prim, depth + 1);
        }
    }

    private String string() {
        if (words.kind() != UsdWords.Kind.STRING) {
            throw words.bad("a name in quotes is expected where " + words.seen() + " stands");
        }
        String name = words.letters();
        words.next();
        return name;
    }

    private void variants(UsdPrim owner, int depth) {
        words.next();
        String set = string();
        words.require('=');
        words.require('{');
        Optional<String> selected = Optional.ofNullable(owner.metadata().get("variants"))
                .flatMap(v -> Optional.ofNullable(v.entries().get(set)))
                .flatMap(v -> v.texts().stream().findFirst());
        while (!words.took('}')) {
            String name = string();
            boolean taken = selected.isPresent() && selected.get().equals(name);
            UsdPrim into = taken ? owner : new UsdPrim("", name, Optional.of(owner));
            if (words.took('(')) {
                metadata(into.metadata());
            }
            body(into, depth + 1);
        }
    }

    private void property(UsdPrim owner) {
        String word = words.word();
        while (VARIABILITY.contains(word) || LIST_EDITS.contains(word)) {
            word = words.word();
        }
        String type = word;
        String name = words.kind() == UsdWords.Kind.WORD ? words.word() : "";
        int dot = name.lastIndexOf('.');
        String field = dot < 0 ? "" : name.substring(dot + 1);
        String plain = dot < 0 ? name : name.substring(0, dot);
        UsdAttribute attribute = owner.attributes().computeIfAbsent(plain, n -> new UsdAttribute(type));
        if (words.took('=')) {
            assign(attribute, field, type.equals("rel"));
        }
        if (words.took('(')) {
            metadata(attribute.metadata());
        }
    }

    private void assign(UsdAttribute attribute, String field, boolean relationship) {
        if (field.equals("timeSamples")) {
            samples(attribute);
            return;
        }
        UsdValue value = value(0);
        if (relationship || field.equals("connect")) {
            attribute.targets().addAll(value.texts());
        } else if (field.isEmpty() || field.equals("default")) {
            attribute.setStill(value);
        }
    }

    private void samples(UsdAttribute attribute) {
        words.require('{');
        while (!words.took('}')) {
            double time = words.number();
            if (!Double.isFinite(time)) {
                throw words.bad("a sample's time must be finite, it is " + time);
            }
            words.require(':');
            attribute.samples().put(time, value(0));
        }
    }

    private UsdValue value(int depth) {
        GrowingDoubles numbers = new GrowingDoubles("numbers");
        List<String> texts = new ArrayList<>();
        if (words.isMark('{')) {
            words.next();
            return new UsdValue(new double[0], List.of(), entries(depth));
        }
        collect(numbers, texts, depth);
        return new UsdValue(numbers.toArray(), texts, Map.of());
    }

    private void collect(GrowingDoubles numbers, List<String> texts, int depth) {
        if (depth > DEEPEST) {
            throw words.bad("a value is nested deeper than " + DEEPEST);
        }
        switch (words.kind()) {
            case NUMBER -> numbers.add(words.number());
            case STRING, ASSET, PATH -> {
                texts.add(words.letters());
                words.next();
            }
            case WORD -> word(numbers, texts);
            default -> several(numbers, texts, depth);
        }
    }

    private void word(GrowingDoubles numbers, List<String> texts) {
        String word = words.word();
        switch (word) {
            case "inf" -> numbers.add(Double.POSITIVE_INFINITY);
            case "-inf" -> numbers.add(Double.NEGATIVE_INFINITY);
            case "nan" -> numbers.add(Double.NaN);
            case "None" -> {}
            default -> texts.add(word);
        }
    }

    private void several(GrowingDoubles numbers, List<String> texts, int depth) {
        if (!words.isMark('[') && !words.isMark('(')) {
            throw words.bad("a value is expected where " + words.seen() + " stands");
        }
        char end = words.isMark('[') ? ']' : ')';
        words.next();
        while (!words.took(end)) {
            collect(numbers, texts, depth + 1);
        }
    }

    private Map<String, UsdValue> entries(int depth) {
        if (depth > DEEPEST) {
            throw words.bad("a dictionary is nested deeper than " + DEEPEST);
        }
        Map<String, UsdValue> entries = new LinkedHashMap<>();
        while (!words.took('}')) {
            words.word();
            String name = words.kind() == UsdWords.Kind.STRING ? string() : words.word();
            words.require('=');
            entries.put(name, value(depth + 1));
        }
        return entries;
    }

    private void metadata(Map<String, UsdValue> into) {
        while (!words.took(')')) {
            if (words.kind() == UsdWords.Kind.STRING) {
                words.next();
                continue;
            }
            String name = words.word();
            while (LIST_EDITS.contains(name)) {
                name = words.word();
            }
            words.require('=');
            if (ARCS.contains(name)) {
                arcs.addAll(arc());
            } else {
                into.put(name, value(0));
            }
        }
    }

    /** Other layers and prims; a place in time or scale may follow each in parentheses. */
    private List<String> arc() {
        List<String> found = new ArrayList<>();
        if (!words.took('[')) {
            link(found);
            return found;
        }
        while (!words.took(']')) {
            link(found);
        }
        return found;
    }

    private void link(List<String> found) {
        switch (words.kind()) {
            case ASSET, PATH, STRING, WORD -> {
                if (!words.isWord("None")) {
                    found.add(words.letters());
                }
                words.next();
            }
            default -> throw words.bad("a layer is expected where " + words.seen() + " stands");
        }
        if (words.kind() == UsdWords.Kind.PATH) {
            words.next();
        }
        if (words.took('(')) {
            metadata(new LinkedHashMap<>());
        }
    }

    /** A layer that is not text, refused. */
    static RefusedException binary(String file) {
        return new RefusedException(
                file
                        + " is a binary USD layer (.usdc), and text layers alone are read: 'usdcat --usdFormat usda -o scene.usda' makes one");
    }
}
