package dev.sinew.io.file;

import dev.sinew.run.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A value in a file's JSON together with where it stands, so that whatever is wrong with it can be said in one sentence.
 */
public final class JsonPlace {
    private static final int QUOTED = 60;

    private final String where;
    private final JsonNode node;

    private JsonPlace(String where, JsonNode node) {
        this.where = where;
        this.node = node;
    }

    public static JsonPlace root(String file, JsonNode root) {
        return new JsonPlace(file + ": ", root);
    }

    public JsonNode node() {
        return node;
    }

    public RefusedException bad(String rest) {
        return new RefusedException(where + (where.endsWith(": ") ? "" : " ") + rest);
    }

    /** A member, where it is there and not null. */
    public Optional<JsonPlace> find(String name) {
        if (!node.isObject()) {
            throw bad("must be an object, it is " + quoted());
        }
        JsonNode member = node.get(name);
        if (member == null || member.isNull()) {
            return Optional.empty();
        }
        String dot = where.endsWith(": ") ? "" : ".";
        return Optional.of(new JsonPlace(where + dot + name, member));
    }

    /** Refuses members of other names, where what is not understood is rather a slip than an extension. */
    public void requireOnly(Set<String> names) {
        if (!node.isObject()) {
            throw bad("must be an object, it is " + quoted());
        }
        for (String name : node.propertyNames()) {
            if (!names.contains(name)) {
                throw bad("has '" + shortened(name) + "', it may have " + String.join(", ", new TreeSet<>(names)));
            }
        }
    }

    public JsonPlace get(String name) {
        return find(name).orElseThrow(() -> bad("has no '" + name + "'"));
    }

    /** The elements of an array member; none where it is absent. */
    public List<JsonPlace> list(String name) {
        Optional<JsonPlace> member = find(name);
        return member.isEmpty() ? List.of() : member.get().elements();
    }

    public List<JsonPlace> elements() {
        if (!node.isArray()) {
            throw bad("must be an array, it is " + quoted());
        }
        List<JsonPlace> elements = new ArrayList<>(node.size());
        for (int k = 0; k < node.size(); k++) {
            elements.add(new JsonPlace(where + "[" + k + "]", node.get(k)));
        }
        return elements;
    }

    public double number() {
        if (!node.isNumber() || !Double.isFinite(node.asDouble(Double.NaN))) {
            throw bad("must be a finite number, it is " + quoted());
        }
        return node.asDouble();
    }

    /** A whole number between two bounds, both included. */
    public int integer(int least, int most) {
        double value = number();
        if (value != Math.rint(value) || value < least || value > most) {
            throw bad("is " + quoted() + ", it must be a whole number from " + least + " to " + most);
        }
        return (int) value;
    }

    /** An index into a list of {@code count} things. */
    public int index(int count, String things) {
        double value = number();
        if (value != Math.rint(value) || value < 0 || value >= count) {
            throw bad("is " + quoted() + ", but there are " + count + " " + things);
        }
        return (int) value;
    }

    public String text() {
        if (!node.isString()) {
            throw bad("must be text, it is " + quoted());
        }
        return node.stringValue();
    }

    /** Text that shows something. */
    public String name() {
        String name = text();
        if (name.isBlank()) {
            throw bad("is blank, a name is needed");
        }
        return name;
    }

    public boolean flag() {
        if (!node.isBoolean()) {
            throw bad("must be true or false, it is " + quoted());
        }
        return node.booleanValue();
    }

    /** Exactly so many numbers. */
    public double[] numbers(int count) {
        List<JsonPlace> elements = elements();
        if (elements.size() != count) {
            throw bad("has " + elements.size() + " numbers, it must have " + count);
        }
        return elements.stream().mapToDouble(JsonPlace::number).toArray();
    }

    private String quoted() {
        return shortened(node.isContainer() ? (node.isArray() ? "an array" : "an object") : node.toString());
    }

    /** Enough of a text to recognise it, on one line. */
    public static String shortened(String text) {
        String line = text.replaceAll("\\s+", " ");
        return line.length() <= QUOTED ? line : line.substring(0, QUOTED) + "…";
    }

    /** What is wrong with a text that is no JSON, without what its library tells programmers about its own settings. */
    public static final class BrokenJson {
        /** Advice such as "enable `JsonReadFeature.X` to allow", and where the library's own limits are set. */
        private static final Pattern FOR_PROGRAMMERS = Pattern.compile(
                "(?s)\n.*| \\(start marker.*| \\(not recognized as one since.*|[:;,]? (enable|from|see) `.*?`( to allow)?");

        private BrokenJson() {}

        /** A part of a sentence, on one line. */
        public static String why(JacksonException broken) {
            return FOR_PROGRAMMERS
                    .matcher(String.valueOf(broken.getOriginalMessage()))
                    .replaceAll("")
                    .strip();
        }
    }
}
