package dev.sinew.solve;

import java.util.Arrays;

/**
 * The rest-pose step of KSO10 §4.3: Λᵀ·Λ·u = Λᵀ·Γ, a 3×3 system a vertex, from the same forms as the weights. A small
 * pull towards the given rest pose keeps the mesh what its owner knows and takes away the freedom to move rest pose and
 * bones against each other.
 */
final class RestStep {
    private final double[] given;
    private final double pull;
    private final double[] q = new double[BoneForms.FORM];

    /** @param pull weight of ‖u − u_given‖² against the data; infinite keeps the rest pose */
    RestStep(double[] given, double pull) {
        this.given = given;
        this.pull = pull;
    }

    boolean moves() {
        return Double.isFinite(pull);
    }

    /** @param h H_j of the set's bones, at {@code hFrom + 4j} */
    void solve(BoneForms bones, SkinState state, int i, int[] set, double[] w, int count, double[] h, int hFrom) {
        blendForms(bones, set, w, count);
        double b0 = -q[3] / 2 + pull * given[3 * i];
        double b1 = -q[6] / 2 + pull * given[3 * i + 1];
        double b2 = -q[8] / 2 + pull * given[3 * i + 2];
        for (int k = 0; k < count; k++) {
            b0 += w[k] * h[hFrom + 4 * set[k]];
            b1 += w[k] * h[hFrom + 4 * set[k] + 1];
            b2 += w[k] * h[hFrom + 4 * set[k] + 2];
        }
        solve3(state.rest, 3 * i, b0, b1, b2);
    }

    /** q = Σ_kl w_k·w_l·form(k, l) */
    private void blendForms(BoneForms bones, int[] set, double[] w, int count) {
        double[] forms = bones.forms();
        Arrays.fill(q, 0);
        for (int k = 0; k < count; k++) {
            for (int l = 0; l <= k; l++) {
                double factor = k == l ? w[k] * w[k] : 2 * w[k] * w[l];
                int at = bones.offset(set[k], set[l]);
                for (int c = 0; c < BoneForms.FORM - 1; c++) {
                    q[c] += factor * forms[at + c];
                }
            }
        }
    }

    /** Cofactors; a system too flat to be solved leaves the rest position where it is. */
    private void solve3(double[] rest, int at, double b0, double b1, double b2) {
        double a00 = q[0] + pull;
        double a01 = q[1] / 2;
        double a02 = q[2] / 2;
        double a11 = q[4] + pull;
        double a12 = q[5] / 2;
        double a22 = q[7] + pull;
        double c00 = a11 * a22 - a12 * a12;
        double c01 = a02 * a12 - a01 * a22;
        double c02 = a01 * a12 - a02 * a11;
        double det = a00 * c00 + a01 * c01 + a02 * c02;
        double size = (a00 + a11 + a22) / 3;
        if (!(det > 1e-12 * size * size * size)) {
            return;
        }
        double c11 = a00 * a22 - a02 * a02;
        double c12 = a01 * a02 - a00 * a12;
        double c22 = a00 * a11 - a01 * a01;
        rest[at] = (c00 * b0 + c01 * b1 + c02 * b2) / det;
        rest[at + 1] = (c01 * b0 + c11 * b1 + c12 * b2) / det;
        rest[at + 2] = (c02 * b0 + c12 * b1 + c22 * b2) / det;
    }
}
