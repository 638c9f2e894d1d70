package dev.sinew.handles;

import dev.sinew.model.SkinWeights;
import dev.sinew.solve.DenseWeights;
import java.util.Arrays;

/**
 * Dense weights: one row per vertex, one column per handle, non-negative, rows summing to one. Accessors return the array itself,
 * which callers must not modify. NOTE: {@link DenseWeights} for callers: {@code solve} is not exported, and here weights have rounding for a bound.
 *
 * @param w N×H
 */
public record HandleWeights(int vertexCount, int handleCount, double[] w) {
    /** Weights below this are nothing to anybody, and go. */
    private static final double NOTHING = 1e-7;

    public HandleWeights {
        if (w.length != vertexCount * handleCount) {
            throw new IllegalArgumentException(
                    w.length + " weights for " + vertexCount + " vertices and " + handleCount + " handles");
        }
    }

    public double get(int i, int j) {
        return w[i * handleCount + j];
    }

    /** Column j. */
    public double[] ofHandle(int j) {
        double[] column = new double[vertexCount];
        for (int i = 0; i < vertexCount; i++) {
            column[i] = get(i, j);
        }
        return column;
    }

    /** The weights as a model keeps them: as many places per vertex as the busiest vertex needs. */
    public SkinWeights toSkin() {
        return new DenseWeights(handleCount, w).sparse(NOTHING);
    }

    /** The same from a model's weights. */
    public static HandleWeights of(SkinWeights skin, int handles) {
        return new HandleWeights(
                skin.vertexCount(), handles, DenseWeights.of(skin, handles).values());
    }

    /** Weights that are not nothing, a vertex on average. */
    public double meanInfluences() {
        return vertexCount == 0 ? 0 : Arrays.stream(w).filter(x -> x > NOTHING).count() / (double) vertexCount;
    }
}
