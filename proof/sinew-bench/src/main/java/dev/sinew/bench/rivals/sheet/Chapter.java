package dev.sinew.bench.rivals.sheet;

import java.util.List;

/** All of one paper. */
public record Chapter(String title, List<Table> tables, List<Figure> figures) {
    public Chapter {
        tables = List.copyOf(tables);
        figures = List.copyOf(figures);
    }
}
