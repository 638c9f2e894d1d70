package dev.sinew.solve;

/**
 * Extrapolates the transforms along their last change. Alternating least squares creeps: each half-step undoes little of
 * the other, always in the same direction. Going further that way, as long as the error falls, saves most iterations
 * (docs/decisions.md).
 */
public final class Momentum {
    private static final double MOST = 0.95;
    private static final double GROWTH = 0.2;

    private double[] previous;
    private double factor;
    private double lastError = Double.POSITIVE_INFINITY;

    /** The transforms to go on with, given those that are best now; neither is modified. */
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

    /** Tells what the last extrapolation led to: it grows bolder while the error falls, and starts again when not. */
    public void hear(double error) {
        factor = error > lastError ? 0 : Math.min(MOST, factor + GROWTH);
        lastError = error;
    }

    /** Forgets everything: the bones are others now. */
    public void restart() {
        previous = null;
        factor = 0;
        lastError = Double.POSITIVE_INFINITY;
    }
}
