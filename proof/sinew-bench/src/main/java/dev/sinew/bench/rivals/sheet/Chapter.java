package dev.sinew.bench.rivals.sheet;

import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** The tables and figures of one paper. */
public record Chapter(String title, List<Table> tables, List<Figure> figures) {
    public Chapter {
        tables = List.copyOf(tables);
        figures = List.copyOf(figures);
    }

    /** A chart of several curves. */
    public record Figure(String id, String title, String xLabel, String yLabel, Scale scale, List<Curve> curves) {
        /** The scale of the vertical axis. */
        public enum Scale {
            LINEAR,
            LOGARITHMIC
        }

        /** @param x as many as y */
        public record Curve(String name, Source source, double[] x, double[] y) {
            public static Curve of(String name, Source source, List<Double> x, List<Double> y) {
                return new Curve(
                        name,
                        source,
                        x.stream().mapToDouble(value -> value).toArray(),
                        y.stream().mapToDouble(value -> value).toArray());
            }

            public Curve {
                if (x.length != y.length) {
                    throw new IllegalArgumentException(
                            "curve '" + name + "' has " + x.length + " x for " + y.length + " y");
                }
            }
        }

        /** Curves without points have not been run and are left out. */
        public Figure {
            curves = curves.stream().filter(curve -> curve.x.length > 0).toList();
        }
    }

    /**
     * A paper's table, with our lines below its own. Smaller numbers are better.
     *
     * @param id unique, usable as a file name
     * @param metric what the numbers are
     * @param ours the column of Sinew's own figures, of {@code columns}
     * @param notes for the reader
     */
    public record Table(
            String id,
            String title,
            String metric,
            List<String> columns,
            String ours,
            List<Row> rows,
            List<String> notes) {
        public Table {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
            notes = List.copyOf(notes);
            if (!columns.contains(ours)) {
                throw new IllegalArgumentException("table " + id + " has no column '" + ours + "'");
            }
            for (Row row : rows) {
                if (row.cells().size() != columns.size()) {
                    throw new IllegalArgumentException("table " + id + ", " + row.subject() + ": "
                            + row.cells().size() + " cells for " + columns.size() + " columns");
                }
            }
        }

        /**
         * A line of a table.
         *
         * @param subject the same for all lines about it
         * @param kind the source of the line's cells, unless a cell has its own
         */
        public record Row(String subject, Source kind, List<Cell> cells) {
            public Row {
                cells = List.copyOf(cells);
            }
        }

        /**
         * A number and its source.
         *
         * @param text as shown; a paper's figure keeps its printed digits
         * @param note a reason or comment, may be empty
         */
        public record Cell(Source source, String text, OptionalDouble value, String note) {
            private static final String NOTHING = "–";

            /** As printed; text that does not start with a number has no value. */
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

            /** An empty cell: the paper prints no figure. */
            public static Cell none() {
                return new Cell(Source.PAPER, NOTHING, OptionalDouble.empty(), "");
            }

            public Cell withNote(String newNote) {
                return new Cell(source, text, value, newNote);
            }

            /** Three significant digits. */
            public static String digits(double value) {
                double size = Math.abs(value);
                if (size > 0 && size < 1e-3) {
                    return String.format(Locale.ROOT, "%.1e", value);
                }
                int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
                return String.format(Locale.ROOT, "%." + decimals + "f", value);
            }

            /** The source of a number. */
            public enum Source {
                /** Printed in the paper. */
                PAPER("paper"),
                /** The rival, implemented here and run on the same data. */
                RERUN("rerun"),
                /** Sinew. */
                OURS("ours"),
                /** Not available, or not the method of the paper; the note gives the reason. */
                NOT_REPRODUCED("not reproduced"),
                /** Not in the result log yet. */
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
    }
}
