package dev.sinew.bench.rivals.page;

import dev.sinew.bench.rivals.sheet.Cell;
import java.util.ArrayList;
import java.util.List;

/** Notes of a table's cells, each said once and numbered. */
final class Footnotes {
    private final List<String> notes = new ArrayList<>();

    /** The number of a cell's note, from 1; 0 where it has none. */
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
