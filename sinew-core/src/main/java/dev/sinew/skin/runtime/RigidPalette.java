package dev.sinew.skin.runtime;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Svd3;

/** The rigid motion nearest to each bone's matrix, as a dual quaternion: q₀ (x, y, z, w) and q_ε = ½·t·q₀, 8 floats. */
final class RigidPalette {
    /** Floats a bone. */
    static final int STRIDE = 8;

    private final double[] pivots;
    private final float[] quaternions;
    private final Svd3 svd = new Svd3();
    private final double[] rotation = new double[9];
    private final double[] q = new double[4];
    private final double[] dual = new double[4];

    /** @param pivots 3B, the points whose images are kept */
    RigidPalette(double[] pivots) {
        this.pivots = pivots;
        this.quaternions = new float[STRIDE * (pivots.length / 3)];
    }

    float[] quaternions() {
        return quaternions;
    }

    void load(double[] matrices, int from) {
        for (int j = 0; j < pivots.length / 3; j++) {
            int m = from + Affine3.STRIDE * j;
            nearestRotation(matrices, m);
            Quaternions.fromMatrix(rotation, 0, 3, q, 0);
            for (int r = 0; r < 3; r++) {
                dual[r] = 0.5 * translation(matrices, m, j, r);
            }
            dual[3] = 0;
            Quaternions.multiply(dual, 0, q, 0, dual, 0);
            for (int k = 0; k < 4; k++) {
                quaternions[STRIDE * j + k] = (float) q[k];
                quaternions[STRIDE * j + 4 + k] = (float) dual[k];
            }
        }
    }

    /** U·Vᵀ */
    private void nearestRotation(double[] matrices, int m) {
        svd.decompose(matrices, m, 4);
        double[] u = svd.u();
        double[] v = svd.v();
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                rotation[3 * r + c] = u[3 * r] * v[3 * c] + u[3 * r + 1] * v[3 * c + 1] + u[3 * r + 2] * v[3 * c + 2];
            }
        }
    }

    /** A·p + t − R·p: the rigid motion moves the pivot as the matrix does. */
    private double translation(double[] matrices, int m, int j, int r) {
        double t = matrices[m + 4 * r + 3];
        for (int c = 0; c < 3; c++) {
            t += (matrices[m + 4 * r + c] - rotation[3 * r + c]) * pivots[3 * j + c];
        }
        return t;
    }
}
