package dev.sinew.job.form;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A field of a request.
 *
 * @param name in JSON
 * @param type Integer, Long, Double, Boolean, String, Path or Edit: of the value, or of each value of a list
 * @param several whether the value is a list
 * @param heading the group of options it belongs to, one of {@link OptionGroup}; empty for input and output
 * @param info help, bounds and default
 */
public record Field(String name, Class<?> type, boolean several, String heading, OptionInfo info) {
    /** The name of the option on the command line. */
    public String flag() {
        return info.flag().isEmpty() ? Words.kebab(name) : info.flag();
    }

    /** One sentence with bounds and default: "Number of bones (1–1024)." */
    public String summary(UnaryOperator<String> naming) {
        List<String> facts = new ArrayList<>();
        if (info.least() != Double.NEGATIVE_INFINITY && info.most() != Double.POSITIVE_INFINITY) {
            facts.add(whole(info.least()) + "–" + whole(info.most()));
        }
        String fallback = info.defaultText().isEmpty() ? info.defaultValue() : info.defaultText();
        if (!fallback.isEmpty()) {
            facts.add("default: " + fallback.replaceAll("^(\\d+)\\.0$", "$1"));
        }
        String sentence = info.help().replaceAll("\\.$", "");
        return Words.help(sentence + (facts.isEmpty() ? "" : " (" + String.join("; ", facts) + ")") + ".", naming);
    }

    /** The sentence and everything else there is to know. */
    public String help(UnaryOperator<String> naming) {
        return (summary(naming) + " " + details(naming)).strip();
    }

    /** What the summary leaves out; may be empty. */
    public String details(UnaryOperator<String> naming) {
        return Words.help(info.details(), naming);
    }

    /** The value of a field that is not given, or null. */
    Object defaultValue() {
        if (several) {
            return List.of();
        }
        if (type == Boolean.class) {
            return false;
        }
        return info.defaultValue().isEmpty() ? null : Values.parsed(name, type, info.defaultValue());
    }

    /** Rejects a value out of bounds; null is accepted. */
    void check(Object value) {
        if (value instanceof Number number) {
            checkBounds(number);
        }
        if (value instanceof String word && info.words().length > 0 && !knows(word)) {
            throw new InvalidRequestException(Words.field(name) + " " + word + " must be " + choices());
        }
    }

    private boolean knows(String word) {
        return Arrays.stream(info.words()).anyMatch(word::equalsIgnoreCase) || word.equals(info.defaultValue());
    }

    /** "affine, similarity or rigid" */
    private String choices() {
        List<String> words = List.of(info.words());
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    private void checkBounds(Number number) {
        double value = number.doubleValue();
        boolean bounded = info.least() != Double.NEGATIVE_INFINITY || info.most() != Double.POSITIVE_INFINITY;
        boolean low = info.above() ? !(value > info.least()) : !(value >= info.least());
        if (bounded && (low || !(value <= info.most()) || Double.isInfinite(value))) {
            throw new InvalidRequestException(Words.field(name) + " " + number + " must be " + bounds());
        }
    }

    private String bounds() {
        if (info.most() == Double.POSITIVE_INFINITY) {
            return (info.above() ? "greater than " : "at least ") + whole(info.least());
        }
        return "from " + whole(info.least()) + " to " + whole(info.most());
    }

    private static String whole(double bound) {
        return bound == Math.rint(bound) ? String.valueOf((long) bound) : String.valueOf(bound);
    }
}
