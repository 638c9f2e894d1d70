package dev.sinew.skin.operator;

import dev.sinew.math.DualQuaternions;
import java.util.Arrays;

/**
 * Φ_DIB, the intrinsic mean of rigid motions: starts from Ψ/‖Ψ‖ and iterates b ← b·exp(Σ_j w_j·log(b*·q̂_j)) until convergence (Kavan et
 * al. 2008). Derivatives are those of Φ_DQS, as in KCO09's training.
 */
final class IterativePose implements BonePose {
    private static final int MAX_STEPS = 60;
    private static final double CONVERGED_SQUARED_STEP = 1e-22;

    private final DualQuaternionPose start;
    private final double[] mean = new double[DualQuaternions.STRIDE];
    private final double[] inverse = new double[DualQuaternions.STRIDE];
    private final double[] apart = new double[DualQuaternions.STRIDE];
    private final double[] log = new double[6];
    private final double[] step = new double[6];

    IterativePose(int bones, Antipodality antipodality) {
        this.start = new DualQuaternionPose(bones, antipodality);
    }

    @Override
    public void load(double[] matrices, int palette) {
        start.load(matrices, palette);
    }

    /** Loads eight numbers per bone, with their signs. */
    void loadQuaternions(double[] quaternions) {
        start.loadQuaternions(quaternions);
    }

    @Override
    public void blend(int[] bones, double[] weights, int from, int count, double[] out, int to) {
        System.arraycopy(start.sum(bones, weights, from, count), 0, mean, 0, mean.length);
        DualQuaternions.normalise(mean, 0);
        double total = 0;
        for (int k = from; k < from + count; k++) {
            total += weights[k];
        }
        for (int s = 0; s < MAX_STEPS && count > 1; s++) {
            if (improve(bones, weights, from, count, total) < CONVERGED_SQUARED_STEP) {
                break;
            }
        }
        DualQuaternions.toMatrix(mean, 0, out, to);
        DualQuaternionPose.scale(out, to, start.common());
    }

    /** One step; returns the square of its length. */
    private double improve(int[] bones, double[] weights, int from, int count, double total) {
        Arrays.fill(step, 0);
        DualQuaternions.conjugate(mean, 0, inverse, 0);
        for (int k = 0; k < count; k++) {
            int at = DualQuaternions.STRIDE * bones[from + k];
            DualQuaternions.multiply(inverse, 0, start.quaternions(), at, apart, 0);
            for (int x = 0; x < apart.length; x++) {
                apart[x] *= start.sign(k);
            }
            DualQuaternions.log(apart, 0, log, 0);
            for (int x = 0; x < 6; x++) {
                step[x] += weights[from + k] / total * log[x];
            }
        }
        DualQuaternions.exp(step, 0, apart, 0);
        DualQuaternions.multiply(mean, 0, apart, 0, inverse, 0);
        DualQuaternions.normalise(inverse, 0);
        System.arraycopy(inverse, 0, mean, 0, mean.length);
        double squared = 0;
        for (double x : step) {
            squared += x * x;
        }
        return squared;
    }

    @Override
    public void differentiate(int[] bones, double[] weights, int from, int count, double[] out, double[] derivatives) {
        start.differentiate(bones, weights, from, count, out, derivatives);
        blend(bones, weights, from, count, out, 0);
    }
}
