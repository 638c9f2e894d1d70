package dev.sinew.bench;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** A Markdown table, printed row by row so that long runs show partial results. */
final class Markdown {
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

    /** Prints the machine: Java version, processors and, where available, the load. */
    static void describeMachine(PrintStream out) {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        String loaded = load < 0 ? "" : number(", load %.1f before the run", load);
        out.println("JDK " + Runtime.version().feature() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors" + loaded + ".");
    }

    static String number(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
