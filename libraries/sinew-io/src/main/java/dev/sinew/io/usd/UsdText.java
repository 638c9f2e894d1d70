package dev.sinew.io.usd;

import dev.sinew.io.text.TextOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes a text layer: nested prims, one attribute or sample per line. */
final class UsdText {
    private final TextOutput out;
    private int depth;

    UsdText(TextOutput out) {
        this.out = out;
    }

    /** Writes numbers or words to a line. */
    @FunctionalInterface
    interface Values {
        void writeTo(TextOutput out) throws IOException;
    }

    UsdText line(String text) throws IOException {
        out.text("    ".repeat(depth)).text(text).character('\n');
        return this;
    }

    /**
     * Begins a prim.
     *
     * @param metadata lines in its parentheses
     */
    UsdText begin(String type, String name, List<String> metadata) throws IOException {
        line("def " + type + " \"" + name + "\"" + (metadata.isEmpty() ? "" : " ("));
        if (!metadata.isEmpty()) {
            depth++;
            for (String entry : metadata) {
                line(entry);
            }
            depth--;
            line(")");
        }
        line("{");
        depth++;
        return this;
    }

    UsdText end() throws IOException {
        depth--;
        return line("}");
    }

    /** {@code declaration = values}, with optional metadata. */
    UsdText value(String declaration, Values values, List<String> metadata) throws IOException {
        out.text("    ".repeat(depth)).text(declaration).text(" = ");
        values.writeTo(out);
        if (metadata.isEmpty()) {
            out.character('\n');
            return this;
        }
        out.text(" (\n");
        depth++;
        for (String entry : metadata) {
            line(entry);
        }
        depth--;
        return line(")");
    }

    UsdText value(String declaration, Values values) throws IOException {
        return value(declaration, values, List.of());
    }

    /** Writes the value of a sample. */
    @FunctionalInterface
    interface Samples {
        void writeTo(TextOutput out, int sample) throws IOException;
    }

    /** @param times time codes, plain decimals */
    UsdText samples(String declaration, double[] times, Samples samples) throws IOException {
        line(declaration + ".timeSamples = {");
        depth++;
        for (int k = 0; k < times.length; k++) {
            out.text("    ".repeat(depth)).text(plain(times[k])).text(": ");
            samples.writeTo(out, k);
            out.text(",\n");
        }
        depth--;
        return line("}");
    }

    /** Without exponent, and without a fraction for integers. */
    static String plain(double number) {
        return new BigDecimal(number).stripTrailingZeros().toPlainString();
    }

    /** In quotes. */
    static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\p{Cntrl}", " ") + '"';
    }

    static void tuples(TextOutput out, float[] values, int width) throws IOException {
        out.character('[');
        for (int k = 0; k < values.length; k += width) {
            out.text(k == 0 ? "" : ", ").text(width == 1 ? "" : "(");
            for (int x = k; x < k + width; x++) {
                out.text(x == k ? "" : ", ").number(values[x] + 0f);
            }
            out.text(width == 1 ? "" : ")");
        }
        out.character(']');
    }

    static void wholes(TextOutput out, int[] values) throws IOException {
        out.character('[');
        for (int k = 0; k < values.length; k++) {
            out.text(k == 0 ? "" : ", ").whole(values[k]);
        }
        out.character(']');
    }

    static void words(TextOutput out, List<String> words) throws IOException {
        out.text("[" + String.join(", ", words.stream().map(UsdText::quoted).toList()) + "]");
    }

    /** Writes 3×4 matrices as 4×4, transposed because USD uses row vectors. */
    static void matrices(TextOutput out, double[] affine) throws IOException {
        out.character('[');
        for (int at = 0; at < affine.length; at += 12) {
            out.text(at == 0 ? "( " : ", ( ");
            for (int c = 0; c < 4; c++) {
                out.text(c == 0 ? "(" : ", (");
                for (int r = 0; r < 3; r++) {
                    out.number(affine[at + 4 * r + c] + 0.0).text(", ");
                }
                out.text(c == 3 ? "1)" : "0)");
            }
            out.text(" )");
        }
        out.character(']');
    }

    /** Valid and unique USD names: letters, digits and underscores. */
    static final class UsdNames {
        private final Set<String> taken = new HashSet<>();

        String unused(String wanted, String ifEmpty) {
            String plain = wanted.replaceAll("[^A-Za-z0-9_]", "_");
            String name = plain.isEmpty() ? ifEmpty : Character.isDigit(plain.charAt(0)) ? "_" + plain : plain;
            String free = name;
            // Some programs ignore case.
            for (int k = 1; !taken.add(free.toLowerCase(Locale.ROOT)); k++) {
                free = name + "_" + k;
            }
            return free;
        }
    }
}
