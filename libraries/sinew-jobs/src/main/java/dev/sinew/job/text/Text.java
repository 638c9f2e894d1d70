package dev.sinew.job.text;

import dev.sinew.io.parts.WrittenModel;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Numbers and lists as people like to read them. */
public final class Text {
    private static final String BARS = "▁▂▃▄▅▆▇█";

    private Text() {}

    /** 12,345 */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** "1 bone", "12,345 bones"; the noun is given in the singular and takes an s. */
    public static String count(long value, String noun) {
        return count(value) + " " + noun + (value == 1 ? "" : "s");
    }

    /** Three significant digits, without exponent where that stays readable. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return "–";
        }
        if (value == 0) {
            return "0";
        }
        double size = Math.abs(value);
        if (size < 1e-4 || size >= 1e7) {
            return String.format(Locale.ROOT, "%.2e", value);
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3, RoundingMode.HALF_EVEN));
        int wholeDigits = rounded.precision() - rounded.scale();
        return rounded.setScale(Math.max(0, 3 - wholeDigits), RoundingMode.UNNECESSARY)
                .toPlainString();
    }

    /** As many digits as it takes: 30, 23.976 */
    public static String plain(double value) {
        BigDecimal exact = BigDecimal.valueOf(value).setScale(4, RoundingMode.HALF_EVEN);
        return exact.stripTrailingZeros().toPlainString();
    }

    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return count(bytes, "byte");
        }
        String[] units = {"kB", "MB", "GB", "TB"};
        double scaled = bytes / 1e3;
        int unit = 0;
        while (scaled >= 999.5 && unit < units.length - 1) {
            scaled /= 1e3;
            unit++;
        }
        return number(scaled) + " " + units[unit];
    }

    /** 0.85 s, 12 s, 3 min 5 s */
    public static String seconds(double seconds) {
        if (seconds < 9.95) {
            return String.format(Locale.ROOT, seconds < 1 ? "%.2f s" : "%.1f s", seconds);
        }
        long whole = Math.round(seconds);
        return whole < 60 ? whole + " s" : whole / 60 + " min " + whole % 60 + " s";
    }

    /** One path as it is; of many the first and the last. */
    public static String paths(List<Path> paths) {
        return paths.size() == 1 ? paths.get(0).toString() : paths.get(0) + " … " + paths.get(paths.size() - 1);
    }

    /** "a, b, c" or "a, b, … (17 in all)". */
    public static String names(List<String> names) {
        int shown = 6;
        return names.size() <= shown
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, shown)) + ", … (" + names.size() + " in all)";
    }

    /** Values as a row of bars from 0 to the largest; many values share a bar, which shows their largest. */
    public static String sparkline(double[] values, int width) {
        int bars = Math.min(width, values.length);
        double[] peaks = new double[bars];
        double top = 0;
        for (int f = 0; f < values.length; f++) {
            int bar = (int) ((long) f * bars / values.length);
            peaks[bar] = Math.max(peaks[bar], values[f]);
            top = Math.max(top, values[f]);
        }
        StringBuilder line = new StringBuilder();
        for (double peak : peaks) {
            int level = top > 0 ? (int) Math.round(peak / top * (BARS.length() - 1)) : 0;
            line.append(BARS.charAt(level));
        }
        return line.toString();
    }

    /** AFFINE → affine */
    public static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** "1 vertex", "12,345 vertices" */
    public static String vertices(long count) {
        return count(count) + (count == 1 ? " vertex" : " vertices");
    }

    /** "609 kB (mesh 303 kB, weights 169 kB, motion 104 kB)" */
    public static String bytes(WrittenModel written) {
        WrittenModel.Parts parts = written.parts();
        return bytes(written.bytes())
                + (parts.equals(WrittenModel.Parts.UNKNOWN)
                        ? ""
                        : " (mesh " + bytes(parts.mesh()) + ", weights " + bytes(parts.weights()) + ", motion "
                                + bytes(parts.motion())
                                + (parts.shapes() > 0 ? ", morph targets " + bytes(parts.shapes()) : "") + ")");
    }
}
