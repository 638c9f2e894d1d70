package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import dev.sinew.math.DualQuaternions;
import dev.sinew.math.Quaternions;
import java.util.Arrays;

/** Φ_DQS = M(Ψ)/‖Ψ₀‖² with Ψ = Σ_j w_j·q̂_j (KCO09, formula 7). Ignores scaling in the matrices, except a scale that all bones share. */
final class DualQuaternionPose implements BonePose {
    /**
     * A bone rotated by 180° against the first is on neither hemisphere. Rounding must not decide, so an almost opposite bone counts as on
     * the same side until this cosine of the half angle is passed.
     */
    private static final double TIE = -1e-9;

    private final Antipodality antipodality;
    private final RigidParts parts;
    private final double[] pivots;
    /** Ψ of the last blend. */
    private final double[] sum = new double[DualQuaternions.STRIDE];

    private final double[] signs = new double[MAX_BONES];

    DualQuaternionPose(int bones, Antipodality antipodality) {
        this(new double[3 * bones], antipodality);
    }

    DualQuaternionPose(double[] pivots, Antipodality antipodality) {
        this.antipodality = antipodality;
        this.pivots = pivots;
        this.parts = new RigidParts(pivots.length / 3);
    }

    @Override
    public void load(double[] matrices, int palette) {
        parts.load(matrices, palette, pivots);
    }

    /** Loads eight numbers per bone, with their signs. */
    void loadQuaternions(double[] quaternions) {
        System.arraycopy(quaternions, 0, parts.quaternions(), 0, parts.quaternions().length);
    }

    double common() {
        return parts.common();
    }

    double[] quaternions() {
        return parts.quaternions();
    }

    @Override
    public void blend(int[] bones, double[] weights, int from, int count, double[] out, int to) {
        double[] psi = sum(bones, weights, from, count);
        DualQuaternions.toMatrix(psi, 0, out, to);
        scale(out, to, parts.common());
    }

    /** Ψ, not normalised; overwritten by the next blend. */
    double[] sum(int[] bones, double[] weights, int from, int count) {
        double[] q = parts.quaternions();
        int first = first(weights, from, count);
        Arrays.fill(sum, 0);
        for (int k = from; k < from + count; k++) {
            int at = DualQuaternions.STRIDE * bones[k];
            double sign = sign(q, DualQuaternions.STRIDE * bones[first], at);
            signs[k - from] = sign;
            for (int x = 0; x < DualQuaternions.STRIDE; x++) {
                sum[x] += sign * weights[k] * q[at + x];
            }
        }
        if (!(Quaternions.dot(sum, 0, sum, 0) > 1e-24)) {
            // Exactly opposite with equal weights: there is no mean, so the first bone is used.
            System.arraycopy(q, DualQuaternions.STRIDE * bones[first], sum, 0, DualQuaternions.STRIDE);
        }
        return sum;
    }

    /** The sign of the k-th bone in the last {@link #sum}. */
    double sign(int k) {
        return signs[k];
    }

    private double sign(double[] q, int first, int at) {
        return antipodality == Antipodality.SHORTEST && Quaternions.dot(q, first, q, at) < TIE ? -1 : 1;
    }

    private static int first(double[] weights, int from, int count) {
        int first = from;
        for (int k = from + 1; k < from + count; k++) {
            if (weights[k] > weights[first]) {
                first = k;
            }
        }
        return first;
    }

    static void scale(double[] m, int at, double s) {
        for (int k = at; s != 1 && k < at + Affine3.STRIDE; k++) {
            m[k] *= s;
        }
    }

    @Override
    public void differentiate(int[] bones, double[] weights, int from, int count, double[] out, double[] derivatives) {
        double[] psi = sum(bones, weights, from, count);
        DualQuaternions.toMatrix(psi, 0, out, 0);
        double squared = Quaternions.dot(psi, 0, psi, 0);
        for (int k = 0; k < count; k++) {
            // ∂Φ/∂w_k = 2·(B(Ψ, q̂_k) − (Ψ₀·q_k)·Φ)/‖Ψ₀‖², the appendix with M written as B(Ψ, Ψ)
            int at = DualQuaternions.STRIDE * bones[from + k];
            int to = Affine3.STRIDE * k;
            DualQuaternions.symmetricProduct(psi, 0, parts.quaternions(), at, derivatives, to);
            double along = Quaternions.dot(psi, 0, parts.quaternions(), at);
            double factor = 2 * signs[k] * parts.common() / squared;
            for (int c = 0; c < Affine3.STRIDE; c++) {
                derivatives[to + c] = factor * (derivatives[to + c] - along * out[c]);
            }
        }
        scale(out, 0, parts.common());
    }
}
