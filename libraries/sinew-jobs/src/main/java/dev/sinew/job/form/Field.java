package dev.sinew.job.form;

import java.util.Arrays;
import java.util.List;

/**
 * A field of a request.
 *
 * @param name as JSON has it
 * @param type Integer, Long, Double, Boolean, String, Path or Edit: of the value, or of each where there are several
 * @param several whether the value is a list
 * @param heading of the group it belongs to; empty for the request's own
 * @param ask help, bounds and the like
 */
public record Field(String name, Class<?> type, boolean several, String heading, Ask ask) {
    /** What a command line calls it. */
    public String flag() {
        return ask.flag().isEmpty() ? Words.kebab(name) : ask.flag();
    }

    /** What it is where nothing is given, or null. */
    Object usual() {
        if (several) {
            return List.of();
        }
        if (type == Boolean.class) {
            return false;
        }
        return ask.usual().isEmpty() ? null : Values.parsed(name, type, ask.usual());
    }

    /** Refuses a value out of bounds; a missing one is nobody's fault here. */
    void check(Object value) {
        if (value instanceof Number number) {
            checkBounds(number);
        }
        if (value instanceof String word && ask.words().length > 0 && !knows(word)) {
            throw new WrongRequestException(Words.field(name) + " " + word + " must be " + choices());
        }
    }

    private boolean knows(String word) {
        return Arrays.stream(ask.words()).anyMatch(word::equalsIgnoreCase) || word.equals(ask.usual());
    }

    /** "affine, similarity or rigid" */
    private String choices() {
        List<String> words = List.of(ask.words());
        int last = words.size() - 1;
        return last == 0 ? words.get(0) : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
    }

    private void checkBounds(Number number) {
        double value = number.doubleValue();
        boolean bounded = ask.least() != Double.NEGATIVE_INFINITY || ask.most() != Double.POSITIVE_INFINITY;
        boolean low = ask.above() ? !(value > ask.least()) : !(value >= ask.least());
        if (bounded && (low || !(value <= ask.most()) || Double.isInfinite(value))) {
            throw new WrongRequestException(Words.field(name) + " " + number + " must be " + bounds());
        }
    }

    private String bounds() {
        if (ask.most() == Double.POSITIVE_INFINITY) {
            return (ask.above() ? "greater than " : "at least ") + whole(ask.least());
        }
        return "from " + whole(ask.least()) + " to " + whole(ask.most());
    }

    private static String whole(double bound) {
        return bound == Math.rint(bound) ? String.valueOf((long) bound) : String.valueOf(bound);
    }
}
