package dev.sinew.run;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds the names that somebody who mistyped one probably meant. */
public final class Suggestions {
    private static final int MAX_SUGGESTIONS = 2;

    /** A name of up to this many letters may differ in one letter; longer names in one letter per this many. */
    private static final int LETTERS_PER_MISTAKE = 3;

    private Suggestions() {}

    /** The closest names, best first; empty where none is close. Upper and lower case count as the same letter. */
    public static List<String> closest(String word, Collection<String> names) {
        String lower = word.toLowerCase(Locale.ROOT);
        int allowed = Math.max(1, lower.length() / LETTERS_PER_MISTAKE);
        Comparator<String> byDistance = Comparator.comparingInt(name -> distance(lower, name));
        return names.stream()
                .filter(name -> distance(lower, name) <= allowed)
                .sorted(byDistance)
                .limit(MAX_SUGGESTIONS)
                .toList();
    }

    /** "; did you mean walk or run?", or nothing where no name is close. */
    public static String hint(String word, Collection<String> names) {
        List<String> close = closest(word, names);
        return close.isEmpty() ? "" : "; did you mean " + String.join(" or ", close) + "?";
    }

    /** Letters to insert, delete, replace or swap with their neighbour to turn one word into the other. */
    private static int distance(String word, String name) {
        String other = name.toLowerCase(Locale.ROOT);
        int[][] cost = new int[word.length() + 1][other.length() + 1];
        for (int i = 0; i <= word.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : cheapest(word, other, i, j, cost);
            }
        }
        return cost[word.length()][other.length()];
    }

    private static int cheapest(String word, String other, int i, int j, int[][] cost) {
        int same = word.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1;
        int least = Math.min(cost[i - 1][j - 1] + same, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1
                && j > 1
                && word.charAt(i - 1) == other.charAt(j - 2)
                && word.charAt(i - 2) == other.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
