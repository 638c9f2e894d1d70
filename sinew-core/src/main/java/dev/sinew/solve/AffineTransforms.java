package dev.sinew.solve;

import dev.sinew.math.Workers;

/** Free affine bones, KSO10 §4.2: one linear system for all of them, in the coordinates of the trajectories. */
public final class AffineTransforms implements TransformStep {
    /** Holds transforms that the data leaves open where they were; far below what could cost accuracy. */
    private static final double RIDGE = 1e-9;

    private final int dimensions;

    /** @param dimensions d of the trajectories */
    public AffineTransforms(int dimensions) {
        this.dimensions = dimensions;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public double[] solve(TransformEquations equations, double[] previous, Workers workers) {
        return equations.solve(RIDGE, previous, workers);
    }

    @Override
    public double[] allowed(double[] t, Workers workers) {
        return t;
    }

    @Override
    public BoneForms forms(int boneCount, double[] t, Workers workers) {
        return BoneForms.of(boneCount, dimensions, t);
    }
}
