package dev.sinew.bench.rivals.page;

import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.Verdicts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** docs/tables.md. */
public final class MarkdownPage {
    private static final String HEAD = """
            # The papers' tables, reproduced
            Written by `./proof/sinew-bench/run rivals`; do not edit. The same tables as a page with charts and as CSV are in `proof/sinew-bench/target/rivals`.
            A line is from the **paper**, or **rerun** here: our implementation of the rival (`proof/sinew-bench/…/rivals/method`), on the same data and metric; figures
            of Sinew itself are marked *ours* and are those of the written file (KSO10 Table 1 and Figure 8, LD13 Figure 9 and YLWXG19 call the library). "…" means not run yet, "–" means not available.
            Smaller is better. docs/benchmarks.md explains how to stop, resume and repeat a run.
            """;

    private MarkdownPage() {}

    public static String of(List<Chapter> chapters) {
        StringBuilder out = new StringBuilder(HEAD);
        for (Chapter chapter : chapters) {
            out.append("\n## ").append(chapter.title()).append('\n');
            chapter.tables().forEach(table -> add(out, table));
            chapter.figures().forEach(figure -> add(out, figure));
        }
        return out.toString();
    }

    private static void add(StringBuilder out, Table table) {
        out.append("\n### ")
                .append(table.title())
                .append("\n")
                .append(table.metric())
                .append(".\n\n");
        List<String> header = new ArrayList<>(List.of("row", "from"));
        header.addAll(table.columns());
        line(out, header);
        line(out, Collections.nCopies(header.size(), "---"));
        Footnotes notes = new Footnotes();
        for (Row row : table.rows()) {
            List<String> cells =
                    new ArrayList<>(List.of(row.subject(), row.kind().word()));
            row.cells().forEach(cell -> cells.add(text(row, cell, notes)));
            line(out, cells);
        }
        out.append('\n');
        for (int k = 0; k < notes.all().size(); k++) {
            out.append(k + 1).append(". ").append(notes.all().get(k)).append('\n');
        }
        bullets(out, "", table.notes());
        bullets(out, "How close the rivals are to the published figures:", Verdicts.nearness(table));
        bullets(out, "Where a rival run here is better than Sinew:", Verdicts.beaten(table));
    }

    private static String text(Row row, Cell cell, Footnotes notes) {
        int note = notes.number(cell);
        boolean other = cell.value().isPresent() && cell.source() != row.kind();
        return cell.text() + (other ? " *" + cell.source().word() + "*" : "") + (note == 0 ? "" : " [" + note + "]");
    }

    private static void add(StringBuilder out, Figure figure) {
        out.append("\n### ").append(figure.title()).append('\n');
        if (figure.curves().isEmpty()) {
            out.append("Not run yet.\n");
            return;
        }
        out.append(figure.yLabel()).append(" against ").append(figure.xLabel()).append(".\n\n");
        line(out, List.of("curve", "from", "points"));
        line(out, List.of("---", "---", "---"));
        for (Figure.Curve curve : figure.curves()) {
            List<String> points = new ArrayList<>();
            for (int k = 0; k < curve.x().length; k++) {
                points.add(Cell.digits(curve.x()[k]) + ": " + Cell.digits(curve.y()[k]));
            }
            line(out, List.of(curve.name(), curve.source().word(), String.join(", ", points)));
        }
    }

    private static void bullets(StringBuilder out, String head, List<String> sentences) {
        if (sentences.isEmpty()) {
            return;
        }
        out.append(head.isEmpty() ? "\n" : "\n" + head + "\n\n");
        sentences.forEach(sentence -> out.append("- ").append(sentence).append('\n'));
    }

    private static void line(StringBuilder out, List<String> cells) {
        out.append("| ").append(String.join(" | ", cells)).append(" |\n");
    }

    /** Numbered notes of a table's cells, without duplicates. */
    static final class Footnotes {
        private final List<String> notes = new ArrayList<>();

        /** The number of a cell's note, from 1; 0 if it has none. */
        int number(Cell cell) {
            if (cell.note().isEmpty()) {
                return 0;
            }
            int known = notes.indexOf(cell.note());
            if (known < 0) {
                notes.add(cell.note());
                return notes.size();
            }
            return known + 1;
        }

        List<String> all() {
            return notes;
        }
    }
}
