package dev.sinew.symmetry;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Interprets names of bones: a side ({@code arm_left_1}, {@code LeftArm}, {@code arm.L}, {@code l_arm}, {@code Bip01 L Arm}), or a joint
 * that only marks the end of its parent ({@code head_end}).
 */
public final class BoneNameWords {
    private static final String END = "_end";

    /** Whole words with any context, single letters only between separators; groups: before, word, after. */
    private static final List<Pattern> SIDES = List.of(
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

    private BoneNameWords() {}

    /** The name of the counterpart on the other side; empty if the name contains no side. */
    public static Optional<String> otherSide(String name) {
        return SIDES.stream()
                .map(pattern -> pattern.matcher(name))
                .filter(Matcher::matches)
                .findFirst()
                .map(found -> found.group(1) + other(found.group(2)) + found.group(3));
    }

    private static String other(String word) {
        List<String> pair =
                PAIRS.stream().filter(two -> two.contains(word)).findFirst().orElseThrow();
        return pair.get(1 - pair.indexOf(word));
    }

    /** The name of a bone's end joint. */
    public static String end(String bone) {
        return bone + END;
    }

    public static boolean isEndJointName(String name) {
        return name.toLowerCase(Locale.ROOT).endsWith(END);
    }
}
