package dev.sinew.bench.rivals.sheet;

import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Conclusions from comparing the lines of a table. */
public final class Verdicts {
    /** A reimplemented rival should be within this factor of its published error on at least one line. */
    private static final double NEAR = 1.5;

    private Verdicts() {}

    /** One sentence per rival: on which line it is nearest to its published figure. */
    public static List<String> nearness(Table table) {
        List<String> said = new ArrayList<>();
        for (int c = 0; c < table.columns().size(); c++) {
            double best = Double.POSITIVE_INFINITY;
            String where = "";
            for (Pair pair : pairs(table)) {
                OptionalDouble printed = pair.paper.cells().get(c).value();
                Cell again = pair.again.cells().get(c);
                if (printed.isPresent() && again.value().isPresent() && again.source() != Source.OURS) {
                    double ratio = again.value().getAsDouble() / printed.getAsDouble();
                    double factor = Math.max(ratio, 1 / ratio);
                    where = factor < best ? pair.paper.subject() : where;
                    best = Math.min(best, factor);
                }
            }
            if (!where.isEmpty()) {
                said.add(String.format(
                        Locale.ROOT,
                        "%s: nearest to the paper on %s, by a factor of %.2f%s.",
                        table.columns().get(c),
                        where,
                        best,
                        best <= NEAR ? "" : ", beyond 1.5"));
            }
        }
        return said;
    }

    /** One sentence per line on which a rival, run here, has a smaller error than Sinew. */
    public static List<String> beaten(Table table) {
        List<String> said = new ArrayList<>();
        int own = table.columns().indexOf(table.ours());
        for (Row row : table.rows()) {
            OptionalDouble ours = row.cells().get(own).value();
            for (int c = 0; c < table.columns().size() && ours.isPresent(); c++) {
                Cell cell = row.cells().get(c);
                if (cell.source() == Source.RERUN
                        && cell.value().isPresent()
                        && cell.value().getAsDouble() < ours.getAsDouble()) {
                    said.add(row.subject() + ": " + table.columns().get(c) + " has " + cell.text() + ", Sinew "
                            + row.cells().get(own).text() + ".");
                }
            }
        }
        return said;
    }

    private record Pair(Row paper, Row again) {}

    private static List<Pair> pairs(Table table) {
        Map<String, Row> printed = new LinkedHashMap<>();
        List<Pair> pairs = new ArrayList<>();
        for (Row row : table.rows()) {
            if (row.kind() == Source.PAPER) {
                printed.put(row.subject(), row);
            } else if (printed.containsKey(row.subject())) {
                pairs.add(new Pair(printed.get(row.subject()), row));
            }
        }
        return pairs;
    }
}
