package dev.sinew.io.weights;

import dev.sinew.run.RefusedException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;

/** A line a vertex, numbers apart by comma, semicolon, blank or tab; a first line that holds no numbers names the bones. */
final class Csv {
    private final Path file;
    private int columns;
    private int rows;
    private double[] values = new double[1024];
    private List<String> names = List.of();

    private Csv(Path file) {
        this.file = file;
    }

    static WeightFiles.Table parse(Path file) throws IOException {
        return new Csv(file).read();
    }

    private WeightFiles.Table read() throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            int line = 0;
            for (String text = reader.readLine(); text != null; text = reader.readLine()) {
                line++;
                if (!text.isBlank()) {
                    take(text.strip().split("\\s*[,;]\\s*|\\s+"), line);
                }
            }
        } catch (CharacterCodingException e) {
            throw new RefusedException(file + " is no text in UTF-8", e);
        }
        return new WeightFiles.Table(rows, columns, Arrays.copyOf(values, rows * columns), names);
    }

    private void take(String[] cells, int line) {
        if (rows == 0 && names.isEmpty() && Arrays.stream(cells).noneMatch(Csv::isNumber)) {
            names = List.of(cells);
            columns = cells.length;
            if (new HashSet<>(names).size() < columns) {
                throw new RefusedException(file + ", line " + line + ": two columns have the same name");
            }
            return;
        }
        columns = columns == 0 ? cells.length : columns;
        if (cells.length != columns) {
            throw new RefusedException(
                    file + ", line " + line + ": " + cells.length + " weights where the lines before have " + columns);
        }
        if ((rows + 1) * columns > values.length) {
            values = Arrays.copyOf(values, Math.max(2 * values.length, (rows + 1) * columns));
        }
        for (int j = 0; j < columns; j++) {
            if (!isNumber(cells[j])) {
                throw new RefusedException(
                        file + ", line " + line + ", column " + (j + 1) + ": '" + cells[j] + "' is no number");
            }
            values[rows * columns + j] = Double.parseDouble(cells[j]);
        }
        rows++;
    }

    private static boolean isNumber(String cell) {
        try {
            Double.parseDouble(cell);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
