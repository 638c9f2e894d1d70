package dev.sinew.mesh;

import java.util.HashMap;
import java.util.Map;

/**
 * Corners numbered so that two share a row exactly when they share the vertex and the key.
 *
 * @param rows one row per corner
 * @param count rows in all
 */
record CornerRows(int[] rows, int count) {
    /** @param corners the vertex of every corner */
    static CornerRows of(int[] corners, int[] keys) {
        int[] rows = new int[corners.length];
        Map<Long, Integer> numbered = new HashMap<>();
        for (int c = 0; c < rows.length; c++) {
            long pair = ((long) corners[c] << 32) | (keys[c] & 0xffffffffL);
            Integer row = numbered.putIfAbsent(pair, numbered.size());
            rows[c] = row == null ? numbered.size() - 1 : row;
        }
        return new CornerRows(rows, numbered.size());
    }
}
