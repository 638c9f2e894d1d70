package dev.sinew.solve.pass;

import dev.sinew.math.Symmetric3;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.transform.BoneForms;
import java.util.Arrays;

/**
 * The rest-pose step of KSO10 §4.3: Λᵀ·Λ·u = Λᵀ·Γ, a 3×3 system per vertex, from the same forms as the weights. A small pull towards the
 * given rest pose keeps the mesh recognisable and removes the freedom to move rest pose and bones against each other.
 */
public final class RestStep {
    /** Keeps a normal where it was in directions that the bones do not determine. */
    private static final double NORMAL_STIFFNESS = 1e-6;

    private final double[] given;
    private final double pull;
    private final double[] q = new double[BoneForms.FORM];
    private final double[] a = new double[6];
    private final double[] b = new double[3];

    /** @param pull weight of ‖u − u_given‖² against the data; infinite keeps the rest pose */
    RestStep(double[] given, double pull) {
        this.given = given;
        this.pull = pull;
    }

    boolean moves() {
        return Double.isFinite(pull);
    }

    /** Whether there is anything to solve besides the weights. */
    boolean solves(BoneProducts products) {
        return moves() || products.solvesNormals;
    }

    /** Solves the rest position, and the normal stored with it if normals are fitted, for given weights. */
    void solve(BoneForms bones, SkinState state, int i, int[] set, double[] w, int count, BoneProducts products) {
        blendForms(bones, set, w, count);
        if (moves()) {
            fill(pull);
            b[0] = -q[3] / 2 + pull * given[3 * i];
            b[1] = -q[6] / 2 + pull * given[3 * i + 1];
            b[2] = -q[8] / 2 + pull * given[3 * i + 2];
            addProducts(set, w, count, products.h, products.from);
            Symmetric3.solve(a, b, state.rest(), 3 * i);
        }
        if (products.solvesNormals) {
            double hold = NORMAL_STIFFNESS * (q[0] + q[4] + q[7]);
            fill(hold);
            for (int x = 0; x < 3; x++) {
                b[x] = hold * state.normals()[3 * i + x];
            }
            addProducts(set, w, count, products.g, products.from);
            Symmetric3.solve(a, b, state.normals(), 3 * i);
        }
    }

    /** Passes the rest position that given weights prefer to a membrane. */
    void addRestEquations(
            BoneForms bones,
            int i,
            int[] set,
            double[] w,
            int count,
            BoneProducts products,
            RestMembrane membrane,
            double importance) {
        blendForms(bones, set, w, count);
        fill(0);
        b[0] = -q[3] / 2;
        b[1] = -q[6] / 2;
        b[2] = -q[8] / 2;
        addProducts(set, w, count, products.h, products.from);
        for (int k = 0; k < a.length && importance != 1; k++) {
            a[k] *= importance;
        }
        for (int k = 0; k < b.length && importance != 1; k++) {
            b[k] *= importance;
        }
        membrane.addRestEquations(i, a, b);
    }

    private void addProducts(int[] set, double[] w, int count, double[] h, int from) {
        for (int k = 0; k < count; k++) {
            b[0] += w[k] * h[from + 4 * set[k]];
            b[1] += w[k] * h[from + 4 * set[k] + 1];
            b[2] += w[k] * h[from + 4 * set[k] + 2];
        }
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

    /** The matrix of q with a pull. If the system is too ill-conditioned, the value stays unchanged. */
    private void fill(double hold) {
        a[0] = q[0] + hold;
        a[1] = q[1] / 2;
        a[2] = q[2] / 2;
        a[3] = q[4] + hold;
        a[4] = q[5] / 2;
        a[5] = q[7] + hold;
    }
}
