package dev.sinew.handles;

import dev.sinew.model.SkinWeights;
import dev.sinew.solve.DenseWeights;
import java.util.Arrays;

/**
 * Dense weights: one row per vertex, one column per handle, non-negative, rows summing to one. Accessors return the array itself, which
 * callers must not modify. NOTE: the exported counterpart of {@link DenseWeights}.
 *
 * @param w N×H
 */
public record HandleWeights(int vertexCount, int handleCount, double[] w) {
    /** Smaller weights are dropped. */
    private static final double NEGLIGIBLE_WEIGHT = 1e-7;

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

    /** The weights of a model, with as many influences per vertex as the vertex with most needs. */
    public SkinWeights toSkin() {
        return new DenseWeights(handleCount, w).sparse(NEGLIGIBLE_WEIGHT);
    }

    /** Converts a model's weights. */
    public static HandleWeights of(SkinWeights skin, int handles) {
        return new HandleWeights(
                skin.vertexCount(), handles, DenseWeights.of(skin, handles).values());
    }

    /** Mean number of non-negligible weights per vertex. */
    public double meanInfluences() {
        return vertexCount == 0
                ? 0
                : Arrays.stream(w).filter(x -> x > NEGLIGIBLE_WEIGHT).count() / (double) vertexCount;
    }
}
