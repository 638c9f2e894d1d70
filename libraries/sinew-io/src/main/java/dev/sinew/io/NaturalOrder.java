package dev.sinew.io;

import java.nio.file.Path;
import java.util.Comparator;

/** Natural order of names: runs of digits compare as numbers, so frame2 comes before frame10. */
final class NaturalOrder implements Comparator<String> {
    static final NaturalOrder INSTANCE = new NaturalOrder();

    /** Compares paths folder by folder. */
    static final Comparator<Path> OF_PATHS = Comparator.comparing(Path::toString, INSTANCE);

    private NaturalOrder() {}

    @Override
    public int compare(String a, String b) {
        int atA = 0;
        int atB = 0;
        while (atA < a.length() && atB < b.length()) {
            if (isDigit(a.charAt(atA)) && isDigit(b.charAt(atB))) {
                int endA = endOfDigits(a, atA);
                int endB = endOfDigits(b, atB);
                int order = compareNumbers(a.substring(atA, endA), b.substring(atB, endB));
                if (order != 0) {
                    return order;
                }
                atA = endA;
                atB = endB;
            } else {
                int order = Character.compare(fold(a.charAt(atA++)), fold(b.charAt(atB++)));
                if (order != 0) {
                    return order;
                }
            }
        }
        int order = Integer.compare(a.length() - atA, b.length() - atB);
        // Names that differ only in case or leading zeros still need the same order on every machine.
        return order != 0 ? order : a.compareTo(b);
    }

    private static char fold(char c) {
        return Character.toLowerCase(c);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static int endOfDigits(String text, int from) {
        int end = from;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    /** Compares numbers of any length, ignoring leading zeros. */
    private static int compareNumbers(String a, String b) {
        String x = a.replaceFirst("^0+", "");
        String y = b.replaceFirst("^0+", "");
        return x.length() != y.length() ? Integer.compare(x.length(), y.length()) : x.compareTo(y);
    }
}
