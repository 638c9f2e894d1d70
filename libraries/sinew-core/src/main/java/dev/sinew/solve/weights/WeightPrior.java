package dev.sinew.solve.weights;

import dev.sinew.model.SkinWeights;

/**
 * Keeps weights near their initial values: adds s_i·‖w_i − w⁰_i‖² to the squared error of a vertex, with s = F·c·ℓ/(1 − ℓ) for a lock ℓ
 * from 0 (free) to 1 (fixed). At ℓ = 0.5, a weight change of 0.1 must lower the error by a hundredth of the radius to pay off.
 */
public final class WeightPrior {
    /** c, in units of the squared radius. */
    private static final double HALF_LOCK_STRENGTH = 0.01;

    private final SkinWeights given;
    private final double[] locks;
    private final double unit;

    /**
     * @param given w⁰, kept
     * @param locks ℓ, one per vertex, from 0 to 1, kept and not modified
     * @param frames F
     */
    public WeightPrior(SkinWeights given, double[] locks, int frames) {
        this.given = given;
        this.locks = locks;
        this.unit = HALF_LOCK_STRENGTH * frames;
    }

    public boolean isFixed(int i) {
        return locks[i] >= 1;
    }

    /** s_i of a vertex that is not fixed. */
    public double strength(int i) {
        return unit * locks[i] / (1 - locks[i]);
    }

    /** Adds s_i·w⁰_ij to {@code preferences[j]}. */
    public void addPreferences(int i, double[] preferences) {
        double s = strength(i);
        int from = i * given.influences();
        for (int k = from; k < from + given.influences(); k++) {
            preferences[given.bones()[k]] += s * given.weights()[k];
        }
    }
}
