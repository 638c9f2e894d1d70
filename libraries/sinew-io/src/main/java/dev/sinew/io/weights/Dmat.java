package dev.sinew.io.weights;

import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * libigl's DMAT: columns and rows, then the numbers column by column as text; or {@code 0 0}, columns and rows once more,
 * and little-endian doubles.
 */
final class Dmat {
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
        // A number takes a digit and a blank at least, a double eight bytes: false counts are found before allocating.
        long room = binary ? (bytes.length - at) / 8 : (bytes.length - at + 1) / 2;
        if ((long) columns * rows > room) {
            throw new RefusedException(file + " claims " + columns + " columns of " + rows + " weights, its "
                    + bytes.length + " bytes hold at most " + room);
        }
        double[] values = new double[columns * rows];
        ByteBuffer doubles = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int j = 0; j < columns; j++) {
            for (int i = 0; i < rows; i++) {
                values[i * columns + j] =
                        binary ? doubles.getDouble(at + 8 * (j * rows + i)) : number("row " + i + " of column " + j);
            }
        }
        return new WeightFiles.Table(rows, columns, values, List.of());
    }

    private int count(String what) {
        String token = token("the number of " + what);
        if (!token.matches("[0-9]{1,9}")) {
            throw new RefusedException(
                    file + ": the number of " + what + " is '" + token + "', it must be a whole number ≥ 0");
        }
        return Integer.parseInt(token);
    }

    private double number(String where) {
        String token = token(where);
        try {
            return Double.parseDouble(token);
        } catch (NumberFormatException e) {
            throw new RefusedException(file + ", " + where + ": '" + token + "' is no number", e);
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
            throw new RefusedException(file + " ends before " + where);
        }
        return new String(bytes, from, at - from, StandardCharsets.US_ASCII);
    }
}
