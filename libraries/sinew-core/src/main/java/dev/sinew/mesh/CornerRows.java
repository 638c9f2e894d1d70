package dev.sinew.mesh;

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
        // NOTE: tables of numbers: a map of objects takes a gigabyte for a mesh of 4 M vertices.
        int[] firstOf = new int[Integer.highestOneBit(Math.max(8, corners.length)) << 1];
        int count = 0;
        for (int c = 0; c < rows.length; c++) {
            int at = hash(corners[c], keys[c]) & firstOf.length - 1;
            while (firstOf[at] > 0 && !isSame(corners, keys, firstOf[at] - 1, c)) {
                at = at + 1 & firstOf.length - 1;
            }
            if (firstOf[at] == 0) {
                firstOf[at] = c + 1;
                rows[c] = count++;
            } else {
                rows[c] = rows[firstOf[at] - 1];
            }
        }
        return new CornerRows(rows, count);
    }

    private static boolean isSame(int[] corners, int[] keys, int a, int b) {
        return corners[a] == corners[b] && keys[a] == keys[b];
    }

    private static int hash(int corner, int key) {
        long h = (((long) corner << 32) | (key & 0xffffffffL)) * 0x9E3779B97F4A7C15L;
        return (int) (h ^ h >>> 32);
    }
}
