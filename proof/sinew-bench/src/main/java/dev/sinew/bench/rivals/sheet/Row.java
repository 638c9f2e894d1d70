package dev.sinew.bench.rivals.sheet;

import java.util.List;

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
