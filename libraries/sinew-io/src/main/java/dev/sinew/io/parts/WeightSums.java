package dev.sinew.io.parts;

/**
 * How far the weights of a file's vertices are from summing to one, before they are normalized.
 *
 * @param vertices number of vertices whose error exceeds single precision
 * @param worstVertex the vertex with the largest error
 * @param worstSum its sum
 */
public record WeightSums(int vertices, int worstVertex, double worstSum) {
    /** Every vertex sums to one. */
    public static final WeightSums EXACT = new WeightSums(0, 0, 1);

    private static final double ROUNDING = 1e-4;

    public WeightSums and(int vertex, double sum) {
        double miss = Math.abs(sum - 1);
        boolean worse = miss > Math.abs(worstSum - 1);
        return miss <= ROUNDING
                ? this
                : new WeightSums(vertices + 1, worse ? vertex : worstVertex, worse ? sum : worstSum);
    }
}
