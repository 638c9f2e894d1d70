package dev.sinew.handles;

/** Brings weights down to so many a vertex. */
@FunctionalInterface
public interface InfluenceLimit {
    HandleWeights apply(HandleWeights weights, int influences);

    /**
     * Keeps the largest and scales them to one. TO BE REPLACED by the methods of {@code reduce} in {@code dev.sinew.solve} once they
     * are there: this is the only place that knows.
     */
    InfluenceLimit LARGEST = InfluenceLimit::keepLargest;

    private static HandleWeights keepLargest(HandleWeights weights, int influences) {
        int h = weights.handleCount();
        double[] out = weights.w().clone();
        for (int i = 0; i < weights.vertexCount(); i++) {
            double[] row = java.util.Arrays.copyOfRange(out, i * h, (i + 1) * h);
            double[] sorted = row.clone();
            java.util.Arrays.sort(sorted);
            double least = influences >= h ? 0 : sorted[h - influences];
            int kept = 0;
            for (int pass = 0; pass < 2; pass++) {
                // First those above the limit, then equal ones while there is room: the same whatever the order.
                for (int j = 0; j < h; j++) {
                    boolean keep = pass == 0 ? row[j] > least : row[j] == least && kept < influences;
                    kept += keep ? 1 : 0;
                    if (pass == 1 && !keep && row[j] <= least) {
                        out[i * h + j] = 0;
                    }
                }
            }
            BiharmonicWeights.normalise(out, i * h, h);
        }
        return new HandleWeights(weights.vertexCount(), h, out);
    }
}
