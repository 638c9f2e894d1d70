package dev.sinew.solve;

/**
 * Extrapolates the transforms along their last change. Alternating least squares converges slowly, with small steps in almost the same
 * direction. Going further in that direction while the error falls saves most iterations (docs/decisions/index.md).
 */
public final class Momentum {
    private static final double MAX_FACTOR = 0.95;
    private static final double GROWTH = 0.2;

    private double[] previous;
    private double factor;
    private double lastError = Double.POSITIVE_INFINITY;

    /** The transforms to continue with, given the current optimum; neither is modified. */
    public double[] extrapolate(double[] best) {
        double[] ahead = best;
        if (previous != null && previous.length == best.length && factor > 0) {
            ahead = new double[best.length];
            for (int k = 0; k < ahead.length; k++) {
                ahead[k] = best[k] + factor * (best[k] - previous[k]);
            }
        }
        previous = best;
        return ahead;
    }

    /** Reports the error after the last extrapolation: the step grows while the error falls, and is reset otherwise. */
    public void report(double error) {
        factor = error > lastError ? 0 : Math.min(MAX_FACTOR, factor + GROWTH);
        lastError = error;
    }

    /** Resets everything, because the bones have changed. */
    public void restart() {
        previous = null;
        factor = 0;
        lastError = Double.POSITIVE_INFINITY;
    }
}
