package dev.sinew.handles;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Shells;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Gives weights to what no handle reaches: a shell without a handle moves as one piece with the vertex it lies nearest to, a vertex
 * without faces with its nearest.
 */
final class Orphans {
    private Orphans() {}

    /** @param w N×H, rows of orphans are modified */
    static void attach(Mesh mesh, int h, double[] w, boolean[] orphan, List<String> notes) {
        Shells shells = Shells.of(mesh);
        boolean[] reached = new boolean[shells.count()];
        for (int i = 0; i < orphan.length; i++) {
            if (!orphan[i] && shells.of(i) >= 0) {
                reached[shells.of(i)] = true;
            }
        }
        Map<Integer, double[]> middles = new TreeMap<>();
        int loners = 0;
        for (int i = 0; i < orphan.length; i++) {
            if (orphan[i]) {
                float[] p = mesh.positions();
                if (shells.of(i) < 0 || reached[shells.of(i)]) {
                    // Alone, or a thin spot of a shell that is reached otherwise.
                    loners += shells.of(i) < 0 ? 1 : 0;
                    copy(w, h, nearest(mesh, orphan, new double[] {p[3 * i], p[3 * i + 1], p[3 * i + 2]}), i);
                } else {
                    double[] sum = middles.computeIfAbsent(shells.of(i), k -> new double[4]);
                    for (int d = 0; d < 3; d++) {
                        sum[d] += p[3 * i + d];
                    }
                    sum[3]++;
                }
            }
        }
        Map<Integer, Integer> sources = new TreeMap<>();
        middles.forEach((shell, sum) ->
                sources.put(shell, nearest(mesh, orphan, new double[] {sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]
                })));
        for (int i = 0; i < orphan.length; i++) {
            if (orphan[i] && shells.of(i) >= 0 && !reached[shells.of(i)]) {
                copy(w, h, sources.get(shells.of(i)), i);
            }
        }
        if (!middles.isEmpty()) {
            notes.add(middles.size() + (middles.size() == 1 ? " shell has" : " shells have")
                    + " no handle; each moves with the vertex it lies nearest to");
        }
        if (loners > 0) {
            notes.add(loners + (loners == 1 ? " vertex belongs" : " vertices belong")
                    + " to no face; each moves with its nearest");
        }
    }

    private static int nearest(Mesh mesh, boolean[] orphan, double[] point) {
        float[] p = mesh.positions();
        int best = -1;
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < orphan.length; i++) {
            double d = Vec3.squaredDistance(p, 3 * i, point, 0);
            if (!orphan[i] && d < least) {
                least = d;
                best = i;
            }
        }
        return best;
    }

    private static void copy(double[] w, int h, int from, int to) {
        if (from >= 0) {
            System.arraycopy(w, from * h, w, to * h, h);
        } else {
            w[to * h] = 1;
        }
    }
}
