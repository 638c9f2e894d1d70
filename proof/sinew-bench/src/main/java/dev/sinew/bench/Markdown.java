package dev.sinew.bench;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A Markdown table, printed row by row so that a long run shows what it has. */
final class Markdown {
    private static final String NOTHING = "–";

    private final PrintStream out;
    private final int columns;

    Markdown(PrintStream out, List<String> header) {
        this.out = out;
        this.columns = header.size();
        print(header);
        print(Collections.nCopies(columns, "---"));
    }

    void row(List<String> cells) {
        if (cells.size() != columns) {
            throw new IllegalArgumentException(cells.size() + " cells in a table of " + columns + " columns");
        }
        print(cells);
    }

    private void print(List<String> cells) {
        out.println("| " + String.join(" | ", cells).replaceAll(" +", " ") + " |");
        out.flush();
    }

    static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    /** As the source prints it, with its own digits. */
    static String asGiven(Optional<BigDecimal> value) {
        return value.map(BigDecimal::toString).orElse(NOTHING);
    }
}
