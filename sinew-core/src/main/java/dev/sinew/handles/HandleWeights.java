package dev.sinew.handles;

import dev.sinew.model.SkinWeights;
import java.util.Arrays;

/**
 * Dense weights: one row a vertex, one column a handle, non-negative, rows summing to one. Accessors return the array itself,
 * which callers must not modify.
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

    /** The weights as a model keeps them: as many places a vertex as the busiest vertex needs. */
    public SkinWeights toSkin() {
        int places = 1;
        for (int i = 0; i < vertexCount; i++) {
            places = Math.max(places, countOf(i));
        }
        int[] bones = new int[vertexCount * places];
        double[] weights = new double[vertexCount * places];
        for (int i = 0; i < vertexCount; i++) {
            int to = i * places;
            for (int j = 0; j < handleCount; j++) {
                if (get(i, j) > NOTHING) {
                    bones[to] = j;
                    weights[to++] = get(i, j);
                }
            }
        }
        return SkinWeights.of(places, bones, weights);
    }

    private int countOf(int i) {
        int count = 0;
        for (int j = 0; j < handleCount; j++) {
            count += get(i, j) > NOTHING ? 1 : 0;
        }
        return count;
    }

    /** The same from a model's weights. */
    public static HandleWeights of(SkinWeights skin, int handles) {
        double[] w = new double[skin.vertexCount() * handles];
        for (int i = 0; i < skin.vertexCount(); i++) {
            for (int k = i * skin.influences(); k < (i + 1) * skin.influences(); k++) {
                w[i * handles + skin.bones()[k]] += skin.weights()[k];
            }
        }
        return new HandleWeights(skin.vertexCount(), handles, w);
    }

    /** Weights that are not nothing, a vertex on average. */
    public double meanInfluences() {
        return vertexCount == 0 ? 0 : Arrays.stream(w).filter(x -> x > NOTHING).count() / (double) vertexCount;
    }
}
