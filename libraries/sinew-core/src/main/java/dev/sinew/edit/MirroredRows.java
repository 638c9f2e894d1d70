package dev.sinew.edit;

import dev.sinew.model.SkinWeights;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Rows of weights, some of which become the mirror image of others. */
final class MirroredRows {
    private final SkinWeights given;
    private final IntUnaryOperator image;
    private final int[] bones;
    private final double[] weights;
    /** One row over all bones. */
    private final double[] row;

    /** @param image of a bone */
    MirroredRows(SkinWeights given, IntUnaryOperator image, int boneCount) {
        this.given = given;
        this.image = image;
        this.bones = given.bones().clone();
        this.weights = given.weights().clone();
        this.row = new double[boneCount];
    }

    /** Vertex i keeps a share of its own weights and has the image of those of vertex k besides. */
    void blend(int i, double own, int k) {
        add(i, IntUnaryOperator.identity(), own);
        add(k, image, 1 - own);
        store(i);
    }

    private void add(int i, IntUnaryOperator as, double share) {
        for (int at = i * given.influences(); at < (i + 1) * given.influences(); at++) {
            if (given.weights()[at] > 0) {
                row[as.applyAsInt(given.bones()[at])] += share * given.weights()[at];
            }
        }
    }

    /** The largest that have a place, scaled to sum to one. */
    private void store(int i) {
        int k = given.influences();
        double sum = 0;
        for (int p = 0; p < k; p++) {
            int best = 0;
            for (int j = 1; j < row.length; j++) {
                best = row[j] > row[best] ? j : best;
            }
            bones[i * k + p] = best;
            weights[i * k + p] = row[best];
            sum += row[best];
            row[best] = 0;
        }
        Arrays.fill(row, 0);
        for (int p = 0; p < k; p++) {
            weights[i * k + p] /= sum;
        }
    }

    SkinWeights weights() {
        return SkinWeights.of(given.influences(), bones, weights);
    }
}
