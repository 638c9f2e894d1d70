package dev.sinew.handles;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.sequence.NormalSequence;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Normals of the examples: adds the data term λ²·Σ_k |Σ_j w_j·L_jk·n − n_k|² to every vertex, the point (n, 0) in addition to (u, 1). The
 * mesh's normals stay, because other poses use them too. Working memory of one learning run.
 *
 * <p>λ² follows from the errors as in {@link Shading}, and never increases, so that the minimised energy never rises.
 */
final class ExampleShading {
    private final double strength;
    /** n, 3N */
    private final double[] rest;
    /** n_k, 3N per example */
    private final double[][] truth;

    private double lambda;
    private boolean weighed;

    private ExampleShading(double strength, double[] rest, double[][] truth) {
        this.strength = strength;
        this.rest = rest;
        this.truth = truth;
    }

    /** @param strength 1 by default, 0 ignores normals */
    static ExampleShading of(MeshSequence examples, double strength, Workers workers) {
        if (strength == 0) {
            return new ExampleShading(0, new double[0], new double[0][]);
        }
        int n = examples.vertexCount();
        int[] each = IntStream.range(0, n).toArray();
        NormalSequence normals = new NormalSequence(examples, each, workers);
        int m = examples.frameCount();
        double[] rows = new double[3 * m * n];
        normals.rows(0, n, rows, new double[n]);
        double[][] truth = new double[m][3 * n];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < m; k++) {
                System.arraycopy(rows, 3 * (i * m + k), truth[k], 3 * i, 3);
            }
        }
        return new ExampleShading(strength, normals.rest(), truth);
    }

    /** λ²; 0 without normals. */
    double lambda() {
        return lambda;
    }

    double[] rest() {
        return rest;
    }

    double[] truth(int k) {
        return truth[k];
    }

    /**
     * Sets the weight of normals from the errors; never increases it.
     *
     * @param positions squared error of all examples
     */
    void weigh(double positions, double normals) {
        if (strength > 0) {
            double now = Shading.lambda(strength, positions, normals, truth.length, rest.length / 3);
            lambda = weighed ? Math.min(lambda, now) : now;
            weighed = true;
        }
    }

    /**
     * Squared error of example k, without λ²; 0 without normals.
     *
     * @param importance of each vertex
     */
    double error(int k, HandleWeights weights, double[] matrices, double[] importance) {
        double sum = 0;
        int h = weights.handleCount();
        double[] turned = new double[3];
        for (int i = 0; i < rest.length / 3; i++) {
            Arrays.fill(turned, 0);
            for (int j = 0; j < h; j++) {
                double w = weights.w()[i * h + j];
                for (int d = 0; d < 3 && w != 0; d++) {
                    turned[d] += w * transformedRow(matrices, 12 * j + 4 * d, i);
                }
            }
            for (int d = 0; d < 3; d++) {
                double off = turned[d] - truth[k][3 * i + d];
                sum += importance[i] * off * off;
            }
        }
        return sum;
    }

    /** A row of L times n of vertex i. */
    double transformedRow(double[] matrices, int row, int i) {
        return matrices[row] * rest[3 * i] + matrices[row + 1] * rest[3 * i + 1] + matrices[row + 2] * rest[3 * i + 2];
    }
}
