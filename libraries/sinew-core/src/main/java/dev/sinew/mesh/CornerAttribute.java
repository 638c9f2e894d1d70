package dev.sinew.mesh;

import dev.sinew.run.InvalidInputException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * An attribute that belongs to the corners of faces (UVs, normals): a table of values and, for every corner, the row it uses. Rows are
 * shared between corners, as in OBJ.
 *
 * @param width numbers per row, 2 for UVs and 3 for normals
 * @param values rows × width
 * @param rows one row index per corner, in the order of {@link Mesh}'s corners
 */
public record CornerAttribute(int width, float[] values, int[] rows) implements Serializable {
    public CornerAttribute {
        Objects.requireNonNull(values);
        Objects.requireNonNull(rows);
        int count = values.length / width;
        for (int c = 0; c < rows.length; c++) {
            if (rows[c] < 0 || rows[c] >= count) {
                throw new InvalidInputException(
                        "corner " + c + " uses row " + rows[c] + " of an attribute with " + count + " rows");
            }
        }
    }

    /**
     * The same for some corners, with the rows they use.
     *
     * @param corners not modified
     */
    public CornerAttribute some(int[] corners) {
        int[] used =
                Arrays.stream(corners).map(c -> rows[c]).sorted().distinct().toArray();
        float[] kept = new float[used.length * width];
        for (int r = 0; r < used.length; r++) {
            System.arraycopy(values, used[r] * width, kept, r * width, width);
        }
        return new CornerAttribute(
                width,
                kept,
                Arrays.stream(corners)
                        .map(c -> Arrays.binarySearch(used, rows[c]))
                        .toArray());
    }

    /** One number per corner, equal for equal values: exporters often repeat a value in many rows. */
    int[] rowsByValue() {
        Map<List<Float>, Integer> numbered = new HashMap<>();
        int[] canonical = new int[values.length / width];
        for (int r = 0; r < canonical.length; r++) {
            int at = r * width;
            List<Float> value = IntStream.range(at, at + width)
                    .mapToObj(k -> values[k] + 0f)
                    .toList();
            canonical[r] = numbered.computeIfAbsent(value, v -> numbered.size());
        }
        return IntStream.of(rows).map(r -> canonical[r]).toArray();
    }
}
