package dev.sinew.skin.operator;

/** Where a blend of bones turns about: a point of the rest pose for every set of weights (Le and Hodgins 2016). */
@FunctionalInterface
public interface Centres {
    /**
     * The centre of one blend.
     *
     * @param bones {@code count} bones from {@code from} on, not modified
     * @param weights as many from {@code from} on, not all zero, not modified
     * @param out three numbers, modified
     */
    void of(int[] bones, double[] weights, int from, int count, double[] out);

    /** Where no mesh is at hand: the weighted mean of the bones' own pivots. */
    static Centres ofPivots(double[] pivots) {
        return (bones, weights, from, count, out) -> {
            double sum = 0;
            out[0] = out[1] = out[2] = 0;
            for (int k = from; k < from + count; k++) {
                sum += weights[k];
                for (int c = 0; c < 3; c++) {
                    out[c] += weights[k] * pivots[3 * bones[k] + c];
                }
            }
            for (int c = 0; c < 3; c++) {
                out[c] /= sum;
            }
        };
    }

    /**
     * Centres that were found before, one for each row of weights.
     *
     * @param centres three numbers a row, kept
     * @param influences places a row has: row r begins at {@code r·influences}
     */
    static Centres stored(double[] centres, int influences) {
        return (bones, weights, from, count, out) -> System.arraycopy(centres, from / influences * 3, out, 0, 3);
    }
}
