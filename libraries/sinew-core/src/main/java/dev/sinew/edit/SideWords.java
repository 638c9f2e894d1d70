package dev.sinew.edit;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names that say a side: {@code arm_left_1}, {@code LeftArm}, {@code arm.L}, {@code l_arm}, {@code Bip01 L Arm}. */
final class SideWords {
    /** Whole words with anything around, single letters between separators only; groups: before, word, after. */
    private static final List<Pattern> PATTERNS = List.of(
            Pattern.compile("(.*?(?:^|[^a-zA-Z]))(left|right|LEFT|RIGHT|Left|Right)((?:[^a-zA-Z].*)?)"),
            Pattern.compile("(.*?)(Left|Right)((?:[A-Z].*)?)"),
            Pattern.compile("((?:.*[^a-zA-Z])?)(left|right)([A-Z].*)"),
            Pattern.compile("(.*?(?:^|[^a-zA-Z0-9]))(l|r|L|R)((?:[^a-zA-Z0-9].*)?)"));

    private static final List<List<String>> PAIRS = List.of(
            List.of("left", "right"),
            List.of("Left", "Right"),
            List.of("LEFT", "RIGHT"),
            List.of("l", "r"),
            List.of("L", "R"));

    private SideWords() {}

    /** The name with the other side's word; empty where a name says no side. */
    static Optional<String> swapped(String name) {
        return PATTERNS.stream()
                .map(pattern -> pattern.matcher(name))
                .filter(Matcher::matches)
                .findFirst()
                .map(found -> found.group(1) + other(found.group(2)) + found.group(3));
    }

    private static String other(String word) {
        for (List<String> pair : PAIRS) {
            if (pair.contains(word)) {
                return pair.get(1 - pair.indexOf(word));
            }
        }
        throw new IllegalStateException(word + " is no side");
    }
}
