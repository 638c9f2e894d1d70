package dev.sinew.sample.rig;

import dev.sinew.model.SkinWeights;

/** Turns rows of any length into weights of a fixed number of influences, the largest ones kept. */
public final class Largest {
    private Largest() {}

    public static SkinWeights of(Sparse rows, int vertices, int influences) {
        int[] bones = new int[vertices * influences];
        double[] weights = new double[vertices * influences];
        for (int i = 0; i < vertices; i++) {
            double sum = 0;
            for (int at = rows.from(i); at < rows.to(i); at++) {
                insert(rows.column(at), rows.value(at), bones, weights, i * influences, influences);
            }
            for (int k = i * influences; k < (i + 1) * influences; k++) {
                sum += weights[k];
            }
            for (int k = i * influences; k < (i + 1) * influences; k++) {
                weights[k] /= sum;
            }
        }
        return SkinWeights.of(influences, bones, weights);
    }

    /** Puts a weight in its place among the largest so far; the smallest falls out. */
    private static void insert(int bone, double weight, int[] bones, double[] weights, int from, int influences) {
        int at = from + influences - 1;
        if (weight <= weights[at]) {
            return;
        }
        while (at > from && weights[at - 1] < weight) {
            weights[at] = weights[at - 1];
            bones[at] = bones[at - 1];
            at--;
        }
        weights[at] = weight;
        bones[at] = bone;
    }
}
