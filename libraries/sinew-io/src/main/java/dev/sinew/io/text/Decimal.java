package dev.sinew.io.text;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Decimal numbers in bytes, read without making strings. */
final class Decimal {
    /** Largest exponent whose power of ten is an exact double. */
    private static final int MAX_EXACT_POWER = 22;

    private static final double[] POWERS = powers();

    private Decimal() {}

    private static double[] powers() {
        double[] powers = new double[MAX_EXACT_POWER + 1];
        for (int k = 0; k < powers.length; k++) {
            powers[k] = Double.parseDouble("1e" + k);
        }
        return powers;
    }

    /** 10 to the power of k, exact; k from 0 to 22. */
    static double power(int k) {
        return POWERS[k];
    }

    /** The double nearest to what bytes {@code from} to {@code to} spell, NaN where they spell no number. */
    static double parse(byte[] text, int from, int to) {
        for (int at = from; at < to; at++) {
            if (!isPart(text[at])) {
                return Double.NaN;
            }
        }
        try {
            return JavaDoubleParser.parseDouble(text, from, to - from);
        } catch (NumberFormatException none) {
            return Double.NaN;
        }
    }

    /** Java's own spellings go further: hexadecimal digits, names, endings such as {@code 1f}. No file means those. */
    private static boolean isPart(byte letter) {
        return letter >= '0' && letter <= '9'
                || letter == '.'
                || letter == '-'
                || letter == '+'
                || letter == 'e'
                || letter == 'E';
    }

    /** Whether the bytes are one of the spellings of "not a number" or "infinite" that C programs write. */
    static boolean spellsNonFinite(byte[] text, int from, int to) {
        int at = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
        if (to - at < 3) {
            return false;
        }
        String head = new String(text, at, 3, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return head.equals("nan") || head.equals("inf") || head.equals("1.#");
    }
}
