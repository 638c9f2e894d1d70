package dev.sinew.solve;

import dev.sinew.math.Workers;
import java.util.BitSet;

/** Free affine bones, KSO10 §4.2: one linear system for all of them, in the coordinates of the trajectories. */
public final class AffineTransforms implements TransformStep {
    /** Holds transforms that the data leaves open where they were; far below what could cost accuracy. */
    private static final double RIDGE = 1e-9;

    private final int dimensions;
    private final BitSet locked;

    /** @param dimensions d of the trajectories */
    public AffineTransforms(int dimensions) {
        this(dimensions, new BitSet());
    }

    /** @param locked bones that stay where they were, kept and not modified */
    public AffineTransforms(int dimensions, BitSet locked) {
        this.dimensions = dimensions;
        this.locked = locked;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public double[] solve(TransformEquations equations, double[] previous, Workers workers) {
        return locked.cardinality() == equations.boneCount()
                ? previous
                : equations.solve(RIDGE, previous, locked, workers);
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
