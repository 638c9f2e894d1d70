package dev.sinew.bench.rivals.sheet;

import dev.sinew.bench.rivals.sheet.Cell.Source;
import java.util.List;

/**
 * A paper's table, with our lines below each of its own. Smaller numbers are better.
 *
 * @param id unique, fit for a file name
 * @param metric what the numbers are
 * @param ours the column of Sinew's own figures, of {@code columns}
 * @param notes what a reader must know, a sentence each
 */
public record Table(
        String id, String title, String metric, List<String> columns, String ours, List<Row> rows, List<String> notes) {
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
     * @param subject what it is about, the same for all lines about it
     * @param kind where the line's cells come from, unless a cell says otherwise
     */
    public record Row(String subject, Source kind, List<Cell> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }
}
