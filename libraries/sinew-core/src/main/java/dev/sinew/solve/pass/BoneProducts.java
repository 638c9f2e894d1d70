package dev.sinew.solve.pass;

import dev.sinew.solve.SkinState;

/**
 * Products of the bones with one vertex: H_j = T_jᵀ·y with its trajectory, and G_j = T_jᵀ·z with that of its normal, four numbers per bone
 * at {@code from + 4j}. λ² is 0 without normals. Working memory.
 */
public final class BoneProducts {
    final double[] h;
    final double[] g;
    /** λ² */
    final double lambda;
    /** Whether the normals stored with the rest pose are solved. */
    final boolean solvesNormals;

    int from;

    /** @param lambda 0 without normals */
    BoneProducts(int length, double lambda, boolean solvesNormals) {
        this.solvesNormals = solvesNormals && lambda > 0;
        this.h = new double[length];
        this.g = new double[lambda > 0 ? length : 0];
        this.lambda = lambda;
    }

    /** y·Θ_j + λ²·z·L_j·n = H_j·ũ + λ²·G_j·n */
    double dot(SkinState state, int i, int j) {
        double own = position(state, i, j);
        if (lambda == 0) {
            return own;
        }
        int at = from + 4 * j;
        double[] n = state.normals();
        return own + lambda * (g[at] * n[3 * i] + g[at + 1] * n[3 * i + 1] + g[at + 2] * n[3 * i + 2]);
    }

    /** y·Θ_j = H_j·ũ */
    double position(SkinState state, int i, int j) {
        int at = from + 4 * j;
        return h[at] * state.rest()[3 * i]
                + h[at + 1] * state.rest()[3 * i + 1]
                + h[at + 2] * state.rest()[3 * i + 2]
                + h[at + 3];
    }
}
