package dev.sinew.solve.examples;

import dev.sinew.math.Symmetric3;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.FittedNormals;
import dev.sinew.solve.sequence.NormalSequence;
import dev.sinew.solve.transform.BoneForms;
import java.util.Arrays;

/**
 * Normals for {@link ExamplePoses}: the cost of the point (n, 0) of a vertex, with weight λ². Engines rotate normals by the blended matrix
 * itself. Threads may work on different vertices.
 */
public final class ExampleNormals {
    private final NormalSequence truth;
    /** T_jᵀ·z_i without translations, three numbers per bone, N·3B. */
    private final double[] tz;

    private final double[] squaredNorms;
    /** 3N normals stored with the rest pose, not of unit length. */
    private final double[] normals;

    private double lambda;

    ExampleNormals(NormalSequence truth, int boneCount) {
        this.truth = truth;
        this.normals = truth.rest().clone();
        this.squaredNorms = new double[truth.vertexCount()];
        this.tz = new double[Math.multiplyExact(truth.vertexCount(), 3 * boneCount)];
    }

    /** λ² */
    double lambda() {
        return lambda;
    }

    void weigh(double newLambda) {
        lambda = newLambda;
    }

    void dotWithBones(int from, int to, BoneForms forms) {
        int d = truth.dimensions();
        int bones = forms.boneCount();
        double[] rows = new double[(to - from) * d];
        double[] norms = new double[to - from];
        truth.rows(from, to, rows, norms);
        for (int i = from; i < to; i++) {
            Arrays.fill(tz, 3 * i * bones, 3 * (i + 1) * bones, 0);
            for (int k = 0; k < d; k++) {
                double z = rows[(i - from) * d + k];
                for (int j = 0, at = 4 * k * bones, to3 = 3 * i * bones; j < bones; j++, at += 4, to3 += 3) {
                    tz[to3] += z * forms.transforms()[at];
                    tz[to3 + 1] += z * forms.transforms()[at + 1];
                    tz[to3 + 2] += z * forms.transforms()[at + 2];
                }
            }
            squaredNorms[i] = norms[i - from];
        }
    }

    /** λ²·‖z_i‖² */
    double squaredNorm(int i) {
        return lambda * squaredNorms[i];
    }

    /** Adds λ²·T_jᵀz_i·n to h_i(j). */
    void addTo(int i, double[] h) {
        for (int j = 0, at = 3 * i * h.length; j < h.length; j++, at += 3) {
            h[j] += lambda
                    * (tz[at] * normals[3 * i] + tz[at + 1] * normals[3 * i + 1] + tz[at + 2] * normals[3 * i + 2]);
        }
    }

    void addMonomials(int i, double[] m) {
        BoneForms.addMonomials(lambda, normals[3 * i], normals[3 * i + 1], normals[3 * i + 2], m);
    }

    /**
     * Sets the stored normal to the one these weights reproduce best.
     *
     * @param x weights of the vertex, B, not modified
     * @param q the quadratic form of the blended matrix, ten numbers
     */
    void move(int i, double[] x, double[] q) {
        double[] right = new double[3];
        for (int j = 0, at = 3 * i * x.length; j < x.length; j++, at += 3) {
            for (int c = 0; c < 3; c++) {
                right[c] += x[j] * tz[at + c];
            }
        }
        double hold = 1e-6 * (q[0] + q[4] + q[7]) / 3 + Double.MIN_NORMAL;
        for (int c = 0; c < 3; c++) {
            right[c] += hold * normals[3 * i + c];
        }
        double[] a = {q[0] + hold, q[1] / 2, q[2] / 2, q[4] + hold, q[5] / 2, q[7] + hold};
        Symmetric3.solve(a, right, normals, 3 * i);
    }

    /** Fetches the normal rows of some vertices; row 0 of {@code z} belongs to vertex {@code from}. */
    void rows(int from, int to, double[] z) {
        truth.rows(from, to, z, new double[to - from]);
    }

    double[] normals() {
        return normals;
    }

    /**
     * The normals to store with the mesh, per corner.
     *
     * @param transforms 3F×4B
     */
    CornerAttribute fitted(ExamplePoses.WeightsOf weights, BoneForms forms, Workers workers) {
        int bones = forms.boneCount();
        SkinState state = new SkinState(bones, new double[3 * truth.vertexCount()]);
        double[] x = new double[bones];
        for (int i = 0; i < truth.vertexCount(); i++) {
            weights.get(i, x);
            int at = i * bones;
            for (int j = 0; j < bones; j++) {
                if (x[j] != 0) {
                    state.bones()[at] = j;
                    state.weights()[at++] = x[j];
                }
            }
        }
        state.setNormals(normals);
        return FittedNormals.of(truth, state, bones, forms.transforms(), workers);
    }
}
