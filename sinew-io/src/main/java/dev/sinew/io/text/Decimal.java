package dev.sinew.io.text;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Decimal numbers in bytes, read without making strings. */
final class Decimal {
    /** Digits that always fit a {@code long}. */
    private static final int MAX_DIGITS = 18;

    /** Largest exponent whose power of ten is an exact double. */
    private static final int MAX_EXACT_POWER = 22;

    /** Doubles count every whole number up to here. */
    private static final long MAX_EXACT_WHOLE = 1L << 53;

    /** More than any double needs, and far from overflowing an {@code int}. */
    private static final int MAX_EXPONENT = 100_000;

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

    /**
     * The number that bytes {@code from} to {@code to} spell, NaN where they spell none. At most a unit in the last place
     * off as a double, and as good as exact once rounded to float.
     */
    static double parse(byte[] text, int from, int to) {
        int at = from;
        boolean negative = at < to && text[at] == '-';
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        long mantissa = 0;
        int digits = 0;
        int exponent = 0;
        boolean any = false;
        boolean afterPoint = false;
        boolean dropped = false;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit >= 0 && digit <= 9) {
                any = true;
                if (digits < MAX_DIGITS) {
                    mantissa = 10 * mantissa + digit;
                    digits += mantissa == 0 ? 0 : 1;
                    exponent -= afterPoint ? 1 : 0;
                } else {
                    dropped = true;
                    exponent += afterPoint ? 0 : 1;
                }
            } else if (text[at] == '.' && !afterPoint) {
                afterPoint = true;
            } else {
                break;
            }
        }
        if (!any) {
            return Double.NaN;
        }
        if (at < to) {
            int written = exponent(text, at, to);
            if (written == Integer.MIN_VALUE) {
                return Double.NaN;
            }
            exponent += written;
        }
        double magnitude = dropped ? slow(text, from, to) : magnitude(mantissa, exponent, text, from, to);
        return negative ? -Math.abs(magnitude) : Math.abs(magnitude);
    }

    /** The number after an {@code e}; MIN_VALUE where the rest is something else. */
    private static int exponent(byte[] text, int from, int to) {
        int at = from + 1;
        boolean negative = at < to && text[at] == '-';
        if (at < to && (text[at] == '-' || text[at] == '+')) {
            at++;
        }
        if ((text[from] != 'e' && text[from] != 'E') || at == to) {
            return Integer.MIN_VALUE;
        }
        int value = 0;
        for (; at < to; at++) {
            int digit = text[at] - '0';
            if (digit < 0 || digit > 9) {
                return Integer.MIN_VALUE;
            }
            value = Math.min(MAX_EXPONENT, 10 * value + digit);
        }
        return negative ? -value : value;
    }

    private static double magnitude(long mantissa, int exponent, byte[] text, int from, int to) {
        if (mantissa == 0) {
            return 0;
        }
        if (exponent < -MAX_EXACT_POWER || exponent > MAX_EXACT_POWER) {
            return slow(text, from, to);
        }
        double quick = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];
        return mantissa <= MAX_EXACT_WHOLE || !nearHalfwayOfFloats(quick) ? quick : slow(text, from, to);
    }

    /** Whether an error in the last place of the double could change the float it rounds to. */
    private static boolean nearHalfwayOfFloats(double value) {
        long beyondFloat = Double.doubleToRawLongBits(value) & 0x1fff_ffffL;
        return Math.abs(beyondFloat - 0x1000_0000L) <= 4;
    }

    private static double slow(byte[] text, int from, int to) {
        return Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
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
