package dev.sinew.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What others reached on one sequence with one number of bones.
 *
 * @param numbers those that are known, with the digits their source prints
 */
record ReferenceRow(String sequence, int bones, Map<Column, BigDecimal> numbers) {
    private static final String UNKNOWN = "-";

    Optional<BigDecimal> number(Column column) {
        return Optional.ofNullable(numbers.get(column));
    }

    /** The table that comes with the module. */
    static List<ReferenceRow> all() {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                ReferenceRow.class.getResourceAsStream("fit-reference.tsv"), StandardCharsets.UTF_8))) {
            return parse(reader.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tab-separated, a header line first; lines that start with # are for people. */
    static List<ReferenceRow> parse(List<String> lines) {
        List<String> header = null;
        List<ReferenceRow> rows = new ArrayList<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            List<String> cells = Arrays.asList(line.split("\t", -1));
            if (header == null) {
                header = checkedHeader(cells);
            } else {
                rows.add(row(header, cells));
            }
        }
        return rows;
    }

    private static List<String> checkedHeader(List<String> cells) {
        for (Column column : Column.values()) {
            if (!cells.contains(column.header())) {
                throw new IllegalArgumentException("the reference table has no column '" + column.header() + "'");
            }
        }
        return cells;
    }

    private static ReferenceRow row(List<String> header, List<String> cells) {
        if (cells.size() != header.size()) {
            throw new IllegalArgumentException("the reference row " + cells + " has " + cells.size()
                    + " cells under a header of " + header.size());
        }
        Map<Column, BigDecimal> numbers = new EnumMap<>(Column.class);
        for (Column column : Column.values()) {
            String cell = cells.get(header.indexOf(column.header()));
            if (!cell.equals(UNKNOWN)) {
                numbers.put(column, new BigDecimal(cell));
            }
        }
        int bones = Integer.parseInt(cells.get(header.indexOf("bones")));
        return new ReferenceRow(cells.get(header.indexOf("sequence")), bones, numbers);
    }
}
