package dev.sinew.job;

import java.util.Arrays;

/** Tells meshes with the same vertices in another order apart: few of their faces are the same. */
final class SharedFaces {
    private SharedFaces() {}

    /**
     * How many triangles of the first mesh the second has, too, whatever their order and their first corner.
     *
     * @param first three vertices each, not modified; {@code second} the same
     */
    static long count(int[] first, int[] second) {
        long[] others = names(second);
        Arrays.sort(others);
        return Arrays.stream(names(first))
                .filter(name -> Arrays.binarySearch(others, name) >= 0)
                .count();
    }

    /** A number per triangle; two that are not the same hardly ever share one. */
    private static long[] names(int[] triangles) {
        long[] names = new long[triangles.length / 3];
        for (int t = 0; t < names.length; t++) {
            int a = triangles[3 * t];
            int b = triangles[3 * t + 1];
            int c = triangles[3 * t + 2];
            int low = Math.min(a, Math.min(b, c));
            int high = Math.max(a, Math.max(b, c));
            names[t] = ((long) low << 32 | high) * 31 + (a ^ b ^ c);
        }
        return names;
    }
}
