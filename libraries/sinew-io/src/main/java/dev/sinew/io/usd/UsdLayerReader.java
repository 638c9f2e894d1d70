package dev.sinew.io.usd;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import dev.sinew.io.parts.GrowableArrays;
import dev.sinew.io.text.Names;
import dev.sinew.io.usd.UsdPrim.UsdAttribute;
import dev.sinew.io.usd.UsdPrim.UsdAttribute.UsdValue;
import dev.sinew.run.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Parses a text layer into prims. Reads only the selected variants; does not follow references to other layers.
 */
final class UsdLayerReader {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_PRIMS = 1_000_000;
    private static final Set<String> SPECIFIERS = Set.of("def", "over", "class");
    private static final Set<String> LIST_EDITS = Set.of("prepend", "append", "add", "delete", "reorder");
    private static final Set<String> VARIABILITY = Set.of("custom", "uniform", "varying", "config");
    private static final Set<String> ARCS = Set.of("references", "payload", "subLayers", "inherits", "specializes");

    private final UsdTokens words;
    private final List<String> arcs = new ArrayList<>();
    private int prims;

    private UsdLayerReader(String file, byte[] text) {
        this.words = new UsdTokens(file, text);
    }

    /**
     * @param root the layer's metadata and prims
     * @param arcs other layers or prims that it refers to
     */
    record Layer(UsdPrim root, List<String> arcs) {}

    /** @param text begins with {@code #usda} */
    static Layer read(String file, byte[] text) {
        UsdLayerReader reader = new UsdLayerReader(file, text);
        UsdPrim root = new UsdPrim("", "", Optional.empty());
        if (reader.words.took('(')) {
            reader.metadata(root.metadata());
        }
        while (reader.words.kind() != UsdTokens.Kind.END) {
            reader.member(root, 0);
        }
        return new Layer(root, reader.arcs);
    }

    /** Reads the next prim, property, variant set or order. */
    private void member(UsdPrim owner, int depth) {
        if (depth > MAX_DEPTH) {
            throw words.bad("prims are nested more than " + MAX_DEPTH + " levels deep");
        }
        if (words.kind() == UsdTokens.Kind.WORD && SPECIFIERS.contains(words.letters())) {
            prim(owner, depth);
        } else if (words.isWord("variantSet")) {
            variants(owner, depth);
        } else {
            property(owner);
        }
    }

    private void prim(UsdPrim owner, int depth) {
        boolean template = words.word().equals("class");
        String type = words.kind() == UsdTokens.Kind.WORD ? words.word() : "";
        UsdPrim prim = new UsdPrim(type, string(), Optional.of(owner));
        if (++prims > MAX_PRIMS) {
            throw words.bad("the layer has more than " + MAX_PRIMS + " prims");
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
        if (words.kind() != UsdTokens.Kind.STRING) {
            throw words.bad("expected a name in quotes, found " + words.seen());
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
        String name = words.kind() == UsdTokens.Kind.WORD ? words.word() : "";
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
                throw words.bad("a sample's time must be finite, not " + time);
            }
            words.require(':');
            attribute.samples().put(time, value(0));
        }
    }

    private UsdValue value(int depth) {
        GrowableArrays.Doubles numbers = new GrowableArrays.Doubles("numbers");
        List<String> texts = new ArrayList<>();
        if (words.isMark('{')) {
            words.next();
            return new UsdValue(new double[0], List.of(), entries(depth));
        }
        collect(numbers, texts, depth);
        return new UsdValue(numbers.toArray(), texts, Map.of());
    }

    private void collect(GrowableArrays.Doubles numbers, List<String> texts, int depth) {
        if (depth > MAX_DEPTH) {
            throw words.bad("a value is nested more than " + MAX_DEPTH + " levels deep");
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

    private void word(GrowableArrays.Doubles numbers, List<String> texts) {
        String word = words.word();
        switch (word) {
            case "inf" -> numbers.add(Double.POSITIVE_INFINITY);
            case "-inf" -> numbers.add(Double.NEGATIVE_INFINITY);
            case "nan" -> numbers.add(Double.NaN);
            case "None" -> {}
            default -> texts.add(word);
        }
    }

    private void several(GrowableArrays.Doubles numbers, List<String> texts, int depth) {
        if (!words.isMark('[') && !words.isMark('(')) {
            throw words.bad("expected a value, found " + words.seen());
        }
        char end = words.isMark('[') ? ']' : ')';
        words.next();
        while (!words.took(end)) {
            collect(numbers, texts, depth + 1);
        }
    }

    private Map<String, UsdValue> entries(int depth) {
        if (depth > MAX_DEPTH) {
            throw words.bad("a dictionary is nested more than " + MAX_DEPTH + " levels deep");
        }
        Map<String, UsdValue> entries = new LinkedHashMap<>();
        while (!words.took('}')) {
            words.word();
            String name = words.kind() == UsdTokens.Kind.STRING ? string() : words.word();
            words.require('=');
            entries.put(name, value(depth + 1));
        }
        return entries;
    }

    private void metadata(Map<String, UsdValue> into) {
        while (!words.took(')')) {
            if (words.kind() == UsdTokens.Kind.STRING) {
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

    /** Other layers and prims; a time offset or scale may follow each in parentheses. */
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
            default -> throw words.bad("expected a layer, found " + words.seen());
        }
        if (words.kind() == UsdTokens.Kind.PATH) {
            words.next();
        }
        if (words.took('(')) {
            metadata(new LinkedHashMap<>());
        }
    }

    /** The error for a binary layer. */
    static InvalidInputException binary(String file) {
        return new InvalidInputException(
                file
                        + " is a binary USD layer (.usdc); only text layers are supported. Convert it with 'usdcat --usdFormat usda -o scene.usda'");
    }

    /** The tokens of a text layer: words, numbers and marks. Line breaks count as spaces. */
    private static final class UsdTokens {
        /** The kind of the next token. */
        enum Kind {
            WORD,
            NUMBER,
            STRING,
            ASSET,
            PATH,
            MARK,
            END
        }

        private final String file;
        private final byte[] text;
        private int at;
        private Kind kind = Kind.END;
        private int from;
        private int to;

        UsdTokens(String file, byte[] text) {
            this.file = file;
            this.text = text;
            next();
        }

        Kind kind() {
            return kind;
        }

        /** The text of the next token, without quotes. */
        String letters() {
            String letters = new String(text, from, to - from, StandardCharsets.UTF_8);
            return kind == Kind.STRING && letters.indexOf('\\') >= 0 ? letters.replaceAll("\\\\(.)", "$1") : letters;
        }

        boolean isMark(char mark) {
            return kind == Kind.MARK && text[from] == mark;
        }

        boolean isWord(String word) {
            return kind == Kind.WORD && letters().equals(word);
        }

        /** Consumes the next token if it is this mark. */
        boolean took(char mark) {
            boolean is = isMark(mark);
            if (is) {
                next();
            }
            return is;
        }

        void require(char mark) {
            if (!took(mark)) {
                throw bad("expected '" + mark + "', found " + seen());
            }
        }

        /** Consumes the next token as a word. */
        String word() {
            if (kind != Kind.WORD) {
                throw bad("expected a name, found " + seen());
            }
            String word = letters();
            next();
            return word;
        }

        /** Consumes the next token as a number. */
        double number() {
            if (kind != Kind.NUMBER) {
                throw bad("expected a number, found " + seen());
            }
            try {
                double value = JavaDoubleParser.parseDouble(text, from, to - from);
                next();
                return value;
            } catch (NumberFormatException none) {
                throw bad("'" + shortened(letters()) + "' is not a number");
            }
        }

        String seen() {
            return kind == Kind.END ? "the end of the file" : "'" + shortened(letters()) + "'";
        }

        private static String shortened(String letters) {
            String line = Names.printable(letters);
            return line.length() > 40 ? line.substring(0, 40) + "…" : line;
        }

        InvalidInputException bad(String what) {
            int line = 1;
            for (int k = 0; k < Math.min(from, text.length); k++) {
                line += text[k] == '\n' ? 1 : 0;
            }
            return new InvalidInputException(file + ", line " + line + ": " + what);
        }

        /** Moves to the next token. */
        void next() {
            skipSpace();
            from = at;
            if (at >= text.length) {
                kind = Kind.END;
                to = at;
                return;
            }
            byte first = text[at];
            if (first == '"' || first == '\'') {
                quoted(first);
            } else if (first == '@') {
                enclosed(startsWith("@@@") ? "@@@" : "@", Kind.ASSET);
            } else if (first == '<') {
                enclosed(">", Kind.PATH);
            } else if (isDigit(first) || (first == '-' || first == '+' || first == '.') && at + 1 < text.length) {
                number(first);
            } else if (isLetter(first)) {
                wordOf();
            } else {
                kind = Kind.MARK;
                to = ++at;
            }
        }

        private void skipSpace() {
            while (at < text.length) {
                byte b = text[at];
                if (b == '#') {
                    while (at < text.length && text[at] != '\n') {
                        at++;
                    }
                } else if (b == '/' && startsWith("/*")) {
                    int end = indexOf("*/", at + 2);
                    at = end < 0 ? text.length : end + 2;
                } else if (b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == ',' || b == ';') {
                    at++;
                } else {
                    return;
                }
            }
        }

        private void quoted(byte quote) {
            String three = String.valueOf((char) quote).repeat(3);
            kind = Kind.STRING;
            if (startsWith(three)) {
                enclosed(three, Kind.STRING);
                return;
            }
            from = ++at;
            while (at < text.length && text[at] != quote && text[at] != '\n') {
                at += text[at] == '\\' ? 2 : 1;
            }
            if (at >= text.length || text[at] != quote) {
                at = text.length;
                throw bad("a string is not terminated");
            }
            to = at++;
        }

        private void enclosed(String mark, Kind as) {
            kind = as;
            from = at + mark.length();
            int end = indexOf(mark, from);
            if (end < 0) {
                at = text.length;
                throw bad("'" + mark + "' is not terminated");
            }
            to = end;
            at = end + mark.length();
        }

        private void number(byte first) {
            int probe = first == '-' || first == '+' ? at + 1 : at;
            if (probe < text.length && isLetter(text[probe])) {
                // -inf
                at = probe;
                wordOf();
                from = probe - 1;
                return;
            }
            kind = Kind.NUMBER;
            while (at < text.length && (isDigit(text[at]) || ".eE+-".indexOf(text[at]) >= 0)) {
                at++;
            }
            to = at;
        }

        private void wordOf() {
            kind = Kind.WORD;
            while (at < text.length && (isLetter(text[at]) || isDigit(text[at]) || ":.-!|".indexOf(text[at]) >= 0)) {
                at++;
            }
            to = at;
            if (startsWith("[]")) {
                to = at += 2;
            }
        }

        private static boolean isDigit(byte b) {
            return b >= '0' && b <= '9';
        }

        private static boolean isLetter(byte b) {
            return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b < 0;
        }

        private boolean startsWith(String mark) {
            if (at + mark.length() > text.length) {
                return false;
            }
            for (int k = 0; k < mark.length(); k++) {
                if (text[at + k] != mark.charAt(k)) {
                    return false;
                }
            }
            return true;
        }

        private int indexOf(String mark, int start) {
            for (int k = start; k + mark.length() <= text.length; k++) {
                int same = 0;
                while (same < mark.length() && text[k + same] == mark.charAt(same)) {
                    same++;
                }
                if (same == mark.length()) {
                    return k;
                }
            }
            return -1;
        }
    }
}
