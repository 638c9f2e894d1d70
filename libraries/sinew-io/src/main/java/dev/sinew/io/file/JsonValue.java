package dev.sinew.io.file;

import dev.sinew.run.InvalidInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A JSON value with its location in the file, for precise error messages.
 */
public final class JsonValue {
    private static final int MAX_QUOTED_CHARS = 60;

    private final String where;
    private final JsonNode node;

    private JsonValue(String where, JsonNode node) {
        this.where = where;
        this.node = node;
    }

    public static JsonValue root(String file, JsonNode root) {
        return new JsonValue(file + ": ", root);
    }

    public JsonNode node() {
        return node;
    }

    public InvalidInputException bad(String rest) {
        return new InvalidInputException(where + (where.endsWith(": ") ? "" : " ") + rest);
    }

    /** A member, if it exists and is not null. */
    public Optional<JsonValue> find(String name) {
        if (!node.isObject()) {
            throw bad("must be an object, not " + quoted());
        }
        JsonNode member = node.get(name);
        if (member == null || member.isNull()) {
            return Optional.empty();
        }
        String dot = where.endsWith(": ") ? "" : ".";
        return Optional.of(new JsonValue(where + dot + name, member));
    }

    /** Rejects members with other names, for formats in which an unknown name is more likely a typo than an extension. */
    public void requireOnly(Set<String> names) {
        if (!node.isObject()) {
            throw bad("must be an object, not " + quoted());
        }
        for (String name : node.propertyNames()) {
            if (!names.contains(name)) {
                throw bad("has the unknown member '" + shortened(name) + "'; allowed are "
                        + String.join(", ", new TreeSet<>(names)));
            }
        }
    }

    public JsonValue get(String name) {
        return find(name).orElseThrow(() -> bad("has no '" + name + "'"));
    }

    /** The elements of an array member; empty if it is absent. */
    public List<JsonValue> list(String name) {
        Optional<JsonValue> member = find(name);
        return member.isEmpty() ? List.of() : member.get().elements();
    }

    public List<JsonValue> elements() {
        if (!node.isArray()) {
            throw bad("must be an array, not " + quoted());
        }
        List<JsonValue> elements = new ArrayList<>(node.size());
        for (int k = 0; k < node.size(); k++) {
            elements.add(new JsonValue(where + "[" + k + "]", node.get(k)));
        }
        return elements;
    }

    public double number() {
        if (!node.isNumber() || !Double.isFinite(node.asDouble(Double.NaN))) {
            throw bad("must be a finite number, not " + quoted());
        }
        return node.asDouble();
    }

    /** An integer within bounds, both inclusive. */
    public int integer(int least, int most) {
        double value = number();
        if (value != Math.rint(value) || value < least || value > most) {
            throw bad("is " + quoted() + "; it must be an integer from " + least + " to " + most);
        }
        return (int) value;
    }

    /** An index into a list of {@code count} elements. */
    public int index(int count, String things) {
        double value = number();
        if (value != Math.rint(value) || value < 0 || value >= count) {
            throw bad("is " + quoted() + ", but there are " + count + " " + things);
        }
        return (int) value;
    }

    public String text() {
        if (!node.isString()) {
            throw bad("must be a string, not " + quoted());
        }
        return node.stringValue();
    }

    /** Text that is not blank. */
    public String name() {
        String name = text();
        if (name.isBlank()) {
            throw bad("is blank; it must be a name");
        }
        return name;
    }

    public boolean flag() {
        if (!node.isBoolean()) {
            throw bad("must be true or false, not " + quoted());
        }
        return node.booleanValue();
    }

    /** Exactly this many numbers. */
    public double[] numbers(int count) {
        List<JsonValue> elements = elements();
        if (elements.size() != count) {
            throw bad("has " + elements.size() + " numbers; it must have " + count);
        }
        return elements.stream().mapToDouble(JsonValue::number).toArray();
    }

    private String quoted() {
        return shortened(node.isContainer() ? (node.isArray() ? "an array" : "an object") : node.toString());
    }

    /** The beginning of a text, on one line. */
    public static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= MAX_QUOTED_CHARS ? line : line.substring(0, MAX_QUOTED_CHARS) + "…";
    }

    /** Describes a JSON syntax error, without the library's advice for programmers. */
    public static final class BrokenJson {
        /** Advice such as "enable `JsonReadFeature.X` to allow", and where the library's limits are configured. */
        private static final Pattern FOR_PROGRAMMERS = Pattern.compile(
                "(?s)\n.*| \\(start marker.*| \\(not recognized as one since.*|[:;,]? (enable|from|see) `.*?`( to allow)?");

        private BrokenJson() {}

        /** The reason, on one line, to be part of a message. */
        public static String why(JacksonException broken) {
            return FOR_PROGRAMMERS
                    .matcher(String.valueOf(broken.getOriginalMessage()))
                    .replaceAll("")
                    .strip();
        }
    }
}
