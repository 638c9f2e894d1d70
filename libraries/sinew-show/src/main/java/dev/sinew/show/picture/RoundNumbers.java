package dev.sinew.show.picture;

import java.util.Locale;

/** Round numbers for the end of a scale. */
final class RoundNumbers {
    private static final double[] STEPS = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};

    private RoundNumbers() {}

    /** The smallest round number that is not below the value; a small positive number for 0. */
    static double above(double value) {
        if (!(value > 1e-9)) {
            return 1e-9;
        }
        double power = Math.pow(10, Math.floor(Math.log10(value)));
        for (double step : STEPS) {
            if (step * power >= value * (1 - 1e-12)) {
                return step * power;
            }
        }
        return 10 * power;
    }

    /** At most three digits, without trailing zeros. */
    static String text(double value) {
        if (value == 0) {
            return "0";
        }
        String text = String.format(Locale.ROOT, "%.3g", value);
        if (text.contains("e")) {
            return String.format(Locale.ROOT, "%.1e", value);
        }
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
