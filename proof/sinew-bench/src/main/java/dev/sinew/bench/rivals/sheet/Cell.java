package dev.sinew.bench.rivals.sheet;

import java.util.Locale;
import java.util.OptionalDouble;

/**
 * A number and where it comes from.
 *
 * @param text as it is shown; a paper's figure keeps its own digits
 * @param note why it could not be had or what to know about it, may be empty
 */
public record Cell(Source source, String text, OptionalDouble value, String note) {
    private static final String NOTHING = "–";

    /** As printed; what does not start with a number has no value. */
    public static Cell paper(String text) {
        String number = text.split(" ", 2)[0];
        OptionalDouble value = number.matches("[0-9.eE+-]*[0-9]")
                ? OptionalDouble.of(Double.parseDouble(number))
                : OptionalDouble.empty();
        return new Cell(Source.PAPER, text, value, "");
    }

    public static Cell of(Source source, double value) {
        return new Cell(source, digits(value), OptionalDouble.of(value), "");
    }

    public static Cell notReproduced(String why) {
        return new Cell(Source.NOT_REPRODUCED, NOTHING, OptionalDouble.empty(), why);
    }

    public static Cell notRun() {
        return new Cell(Source.NOT_RUN, "…", OptionalDouble.empty(), "");
    }

    /** Nothing belongs here: the paper prints no figure. */
    public static Cell none() {
        return new Cell(Source.PAPER, NOTHING, OptionalDouble.empty(), "");
    }

    public Cell withNote(String newNote) {
        return new Cell(source, text, value, newNote);
    }

    /** Three digits that count. */
    public static String digits(double value) {
        double size = Math.abs(value);
        if (size > 0 && size < 1e-3) {
            return String.format(Locale.ROOT, "%.1e", value);
        }
        int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }

    /** Where a number comes from. */
    public enum Source {
        /** Printed in the paper. */
        PAPER("paper"),
        /** The rival, written anew here and run on the same data. */
        RERUN("rerun"),
        /** Sinew. */
        OURS("ours"),
        /** Cannot be had, or is not the method of the paper; the note says why. */
        NOT_REPRODUCED("not reproduced"),
        /** Not in the ledger yet. */
        NOT_RUN("not run yet");

        private final String word;

        Source(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
