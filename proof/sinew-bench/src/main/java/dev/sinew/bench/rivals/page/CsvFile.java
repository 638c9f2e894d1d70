package dev.sinew.bench.rivals.page;

import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One line per cell or point of a curve: table, row, column, value, source, note. */
public final class CsvFile {
    private CsvFile() {}

    public static String of(List<Chapter> chapters) {
        StringBuilder out = new StringBuilder("table,row,column,value,source,note\n");
        for (Chapter chapter : chapters) {
            chapter.tables().forEach(table -> add(out, table));
            chapter.figures().forEach(figure -> add(out, figure));
        }
        return out.toString();
    }

    private static void add(StringBuilder out, Table table) {
        for (Row row : table.rows()) {
            for (int c = 0; c < row.cells().size(); c++) {
                Cell cell = row.cells().get(c);
                String value =
                        cell.value().isPresent() ? String.valueOf(cell.value().getAsDouble()) : "";
                if (!value.isEmpty() || !cell.note().isEmpty()) {
                    line(
                            out,
                            table.id(),
                            row.subject(),
                            table.columns().get(c),
                            value,
                            cell.source().word(),
                            cell.note());
                }
            }
        }
    }

    private static void add(StringBuilder out, Figure figure) {
        for (Figure.Curve curve : figure.curves()) {
            for (int k = 0; k < curve.x().length; k++) {
                String x = String.valueOf(curve.x()[k]);
                line(
                        out,
                        figure.id(),
                        x,
                        curve.name(),
                        String.valueOf(curve.y()[k]),
                        curve.source().word(),
                        "");
            }
        }
    }

    private static void line(StringBuilder out, String... fields) {
        out.append(Stream.of(fields).map(CsvFile::quoted).collect(Collectors.joining(",")))
                .append('\n');
    }

    private static String quoted(String field) {
        return field.matches("[^\",\\n]*") ? field : "\"" + field.replace("\"", "\"\"") + "\"";
    }
}
