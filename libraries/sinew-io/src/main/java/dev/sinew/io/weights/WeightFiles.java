package dev.sinew.io.weights;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.InvalidInputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;

/** Reads the weights of a mesh from {@code .dmat} or {@code .csv}: one row per vertex, one column per bone. */
public final class WeightFiles {
    /** Negative weights above minus this are solver noise. */
    private static final double MAX_NEGATIVE_NOISE = 1e-6;

    private WeightFiles() {}

    /**
     * Weights with notes.
     *
     * @param boneNames one per column
     */
    public record ReadWeights(SkinWeights weights, List<String> boneNames, List<String> notes) {
        public ReadWeights {
            boneNames = List.copyOf(boneNames);
            notes = List.copyOf(notes);
        }
    }

    /** @param vertices number of vertices of the mesh */
    public static ReadWeights read(Path file, int vertices) {
        InputFiles.requireFile(file);
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        try {
            if (name.endsWith(".dmat")) {
                return check(file, Dmat.parse(file, Files.readAllBytes(file)), vertices);
            }
            if (name.endsWith(".csv")) {
                return check(file, Csv.parse(file), vertices);
            }
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
        throw new InvalidInputException(file + " is not a supported weight file: it is neither .dmat nor .csv");
    }

    /**
     * A table of numbers.
     *
     * @param values row by row
     */
    record Table(int rows, int columns, double[] values, List<String> names) {}

    private static ReadWeights check(Path file, Table table, int vertices) {
        if (table.rows != vertices) {
            throw new InvalidInputException(file + " has weights for " + table.rows + " vertices, but the mesh has "
                    + vertices + ". There must be one row per vertex");
        }
        if (table.columns < 1) {
            throw new InvalidInputException(file + " has no columns; it needs at least one bone");
        }
        int off = 0;
        double worst = 0;
        for (int i = 0; i < vertices; i++) {
            double miss = Math.abs(normalise(file, table, i));
            off += miss > 1e-4 ? 1 : 0;
            worst = Math.max(worst, miss);
        }
        List<String> notes = off == 0
                ? List.of()
                : List.of(String.format(
                        Locale.ROOT,
                        "the weights of %d vertices in %s did not sum to 1 (error up to %.3g) and were normalized",
                        off,
                        file,
                        worst));
        return new ReadWeights(sparse(table), names(table), notes);
    }

    /** Clamps small negative weights and scales row i to sum to one; returns its error. */
    private static double normalise(Path file, Table table, int i) {
        double sum = 0;
        for (int at = i * table.columns; at < (i + 1) * table.columns; at++) {
            double w = table.values[at];
            if (!(w >= -MAX_NEGATIVE_NOISE) || Double.isInfinite(w)) {
                throw new InvalidInputException(file + ", vertex " + i + ", bone " + at % table.columns
                        + ": the weight " + w + " is invalid; weights must be ≥ 0");
            }
            table.values[at] = Math.max(0, w);
            sum += table.values[at];
        }
        if (!(Math.abs(sum - 1) <= SkinWeights.SUM_TOLERANCE)) {
            throw new InvalidInputException(file + ", vertex " + i + ": the weights sum to " + sum
                    + "; they must sum to 1 within " + SkinWeights.SUM_TOLERANCE);
        }
        for (int at = i * table.columns; at < (i + 1) * table.columns; at++) {
            table.values[at] /= sum;
        }
        return sum - 1;
    }

    private static SkinWeights sparse(Table table) {
        int slots = 1;
        for (int i = 0; i < table.rows; i++) {
            int used = 0;
            for (int j = 0; j < table.columns; j++) {
                used += table.values[i * table.columns + j] > 0 ? 1 : 0;
            }
            slots = Math.max(slots, used);
        }
        int[] bones = new int[table.rows * slots];
        double[] weights = new double[bones.length];
        for (int i = 0; i < table.rows; i++) {
            int at = i * slots;
            for (int j = 0; j < table.columns; j++) {
                if (table.values[i * table.columns + j] > 0) {
                    bones[at] = j;
                    weights[at++] = table.values[i * table.columns + j];
                }
            }
        }
        return SkinWeights.of(slots, bones, weights);
    }

    private static List<String> names(Table table) {
        if (!table.names.isEmpty()) {
            return table.names;
        }
        int digits = Math.max(2, String.valueOf(table.columns - 1).length());
        List<String> names = new ArrayList<>();
        for (int j = 0; j < table.columns; j++) {
            names.add(String.format(Locale.ROOT, "bone_%0" + digits + "d", j));
        }
        return names;
    }

    /**
     * One line per vertex, numbers separated by comma, semicolon, blank or tab; a first line without numbers names the bones.
     */
    private static final class Csv {
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
                throw new InvalidInputException(file + " is not valid UTF-8 text", e);
            }
            return new WeightFiles.Table(rows, columns, Arrays.copyOf(values, rows * columns), names);
        }

        private void take(String[] cells, int line) {
            if (rows == 0 && names.isEmpty() && Arrays.stream(cells).noneMatch(Csv::isNumber)) {
                names = List.of(cells);
                columns = cells.length;
                if (new HashSet<>(names).size() < columns) {
                    throw new InvalidInputException(file + ", line " + line + ": two columns have the same name");
                }
                return;
            }
            columns = columns == 0 ? cells.length : columns;
            if (cells.length != columns) {
                throw new InvalidInputException(file + ", line " + line + ": " + cells.length
                        + " weights, but the previous lines have " + columns);
            }
            if ((rows + 1) * columns > values.length) {
                values = Arrays.copyOf(values, Math.max(2 * values.length, (rows + 1) * columns));
            }
            for (int j = 0; j < columns; j++) {
                if (!isNumber(cells[j])) {
                    throw new InvalidInputException(
                            file + ", line " + line + ", column " + (j + 1) + ": '" + cells[j] + "' is not a number");
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

    /**
     * libigl's DMAT: columns and rows, then the numbers column by column as text; or {@code 0 0}, columns and rows again, and
     * little-endian doubles.
     */
    private static final class Dmat {
        private final Path file;
        private final byte[] bytes;
        private int at;

        private Dmat(Path file, byte[] bytes) {
            this.file = file;
            this.bytes = bytes;
        }

        static WeightFiles.Table parse(Path file, byte[] bytes) {
            return new Dmat(file, bytes).parse();
        }

        private WeightFiles.Table parse() {
            int columns = count("columns");
            int rows = count("rows");
            boolean binary = columns == 0 && rows == 0 && hasMore();
            if (binary) {
                columns = count("columns");
                rows = count("rows");
                skipLineEnd();
            }
            // A number takes at least a digit and a blank, a double eight bytes: checks the counts before allocating.
            long room = binary ? (bytes.length - at) / 8 : (bytes.length - at + 1) / 2;
            if ((long) columns * rows > room) {
                throw new InvalidInputException(file + " claims " + columns + " columns of " + rows
                        + " weights, but its " + bytes.length + " bytes contain at most " + room);
            }
            double[] values = new double[columns * rows];
            ByteBuffer doubles = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            for (int j = 0; j < columns; j++) {
                for (int i = 0; i < rows; i++) {
                    values[i * columns + j] = binary
                            ? doubles.getDouble(at + 8 * (j * rows + i))
                            : number("row " + i + " of column " + j);
                }
            }
            return new WeightFiles.Table(rows, columns, values, List.of());
        }

        private int count(String what) {
            String token = token("the number of " + what);
            if (!token.matches("[0-9]{1,9}")) {
                throw new InvalidInputException(
                        file + ": the number of " + what + " is '" + token + "'; it must be an integer ≥ 0");
            }
            return Integer.parseInt(token);
        }

        private double number(String where) {
            String token = token(where);
            try {
                return Double.parseDouble(token);
            } catch (NumberFormatException e) {
                throw new InvalidInputException(file + ", " + where + ": '" + token + "' is not a number", e);
            }
        }

        private boolean hasMore() {
            int end = at;
            while (end < bytes.length && bytes[end] <= ' ' && bytes[end] >= 0) {
                end++;
            }
            return end < bytes.length;
        }

        private void skipLineEnd() {
            while (at < bytes.length && bytes[at] != '\n') {
                at++;
            }
            at++;
        }

        private String token(String where) {
            while (at < bytes.length && bytes[at] <= ' ' && bytes[at] >= 0) {
                at++;
            }
            int from = at;
            while (at < bytes.length && at - from < 40 && bytes[at] > ' ') {
                at++;
            }
            if (at == from) {
                throw new InvalidInputException(file + " ends before " + where);
            }
            return new String(bytes, from, at - from, StandardCharsets.US_ASCII);
        }
    }
}
