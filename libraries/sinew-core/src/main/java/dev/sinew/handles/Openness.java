package dev.sinew.handles;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;

/**
 * How much of a mesh is border.
 *
 * @param openEdges edges with a face on one side only
 */
record Openness(long openEdges, long edges) {
    /** Eye sockets and open cuffs are all right, a sheet of cloth is not. */
    private static final double NEARLY = 0.01;

    static Openness of(Mesh mesh) {
        int[] starts = mesh.faceStarts();
        int[] corners = mesh.corners();
        long[] keys = new long[corners.length];
        for (int f = 0; f < mesh.faceCount(); f++) {
            for (int c = starts[f]; c < starts[f + 1]; c++) {
                int a = corners[c];
                int b = corners[c + 1 < starts[f + 1] ? c + 1 : starts[f]];
                keys[c] = (long) Math.min(a, b) << 32 | Math.max(a, b);
            }
        }
        Arrays.sort(keys);
        long open = 0;
        long edges = 0;
        for (int k = 0; k < keys.length; ) {
            int end = k + 1;
            while (end < keys.length && keys[end] == keys[k]) {
                end++;
            }
            edges++;
            open += end - k == 1 ? 1 : 0;
            k = end;
        }
        return new Openness(open, edges);
    }

    boolean isNearlyClosed() {
        return edges > 0 && openEdges <= NEARLY * edges;
    }
}
