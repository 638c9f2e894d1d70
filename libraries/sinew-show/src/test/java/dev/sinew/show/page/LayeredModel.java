package dev.sinew.show.page;

import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.Arrays;

/**
 * A quick two-layer model from a dense one: the weights of some vertices are the atoms, and every vertex uses the two nearest of
 * them.
 */
final class LayeredModel {
    private final SkinWeights dense;
    private final int n;
    private final int k;
    private final int step;

    private LayeredModel(SkinnedModel model, int step) {
        this.dense = model.weights();
        this.n = model.vertexCount();
        this.k = model.boneCount();
        this.step = step;
    }

    /** @param step every Nth vertex becomes an atom */
    static TwoLayerModel of(SkinnedModel dense, int step) {
        return new TwoLayerModel(fourLargest(dense), new LayeredModel(dense, step).layers());
    }

    private static SkinnedModel fourLargest(SkinnedModel model) {
        SkinWeights weights = model.weights();
        int[] bones = new int[4 * model.vertexCount()];
        double[] values = new double[bones.length];
        for (int i = 0; i < model.vertexCount(); i++) {
            int from = i * weights.influences();
            double sum = Arrays.stream(weights.weights(), from, from + 4).sum();
            for (int a = 0; a < 4; a++) {
                bones[4 * i + a] = weights.bones()[from + a];
                values[4 * i + a] = weights.weights()[from + a] / sum;
            }
        }
        return new SkinnedModel(
                model.rest(), SkinWeights.of(4, bones, values), model.skeleton(), model.boneType(), model.clips());
    }

    private double[] row(int i) {
        double[] row = new double[k];
        for (int a = i * dense.influences(); a < (i + 1) * dense.influences(); a++) {
            row[dense.bones()[a]] += dense.weights()[a];
        }
        return row;
    }

    private TwoLayerWeights layers() {
        int m = (n + step - 1) / step;
        double[][] atoms = new double[m][];
        int[] atomBones = new int[m * k];
        double[] atomWeights = new double[m * k];
        for (int v = 0; v < m; v++) {
            atoms[v] = row(v * step);
            for (int j = 0; j < k; j++) {
                atomBones[v * k + j] = j;
                atomWeights[v * k + j] = atoms[v][j];
            }
        }
        int[] virtual = new int[2 * n];
        double[] coefficients = new double[2 * n];
        for (int i = 0; i < n; i++) {
            between(row(i), atoms, i, virtual, coefficients);
        }
        return TwoLayerWeights.of(k, k, atomBones, atomWeights, virtual, coefficients);
    }

    private static void between(double[] w, double[][] atoms, int i, int[] virtual, double[] coefficients) {
        int first = nearest(w, atoms, atoms.length);
        int second = nearest(w, atoms, first);
        double along = 0;
        double length = 0;
        for (int j = 0; j < w.length; j++) {
            double edge = atoms[first][j] - atoms[second][j];
            along += edge * (w[j] - atoms[second][j]);
            length += edge * edge;
        }
        virtual[2 * i] = first;
        virtual[2 * i + 1] = second;
        coefficients[2 * i] = length > 1e-12 ? Math.min(1.5, Math.max(-0.5, along / length)) : 1;
        coefficients[2 * i + 1] = 1 - coefficients[2 * i];
    }

    private static int nearest(double[] w, double[][] atoms, int except) {
        int best = 0;
        double least = Double.MAX_VALUE;
        for (int v = 0; v < atoms.length; v++) {
            double squared = 0;
            for (int j = 0; j < w.length; j++) {
                squared += (w[j] - atoms[v][j]) * (w[j] - atoms[v][j]);
            }
            if (v != except && squared < least) {
                least = squared;
                best = v;
            }
        }
        return best;
    }
}
