package dev.sinew.solve;

import dev.sinew.math.Workers;
import java.util.BitSet;
import java.util.Optional;

/** Free affine bones, KSO10 §4.2: one linear system for all of them, in the coordinates of the trajectories. */
public final class AffineTransforms implements TransformStep {
    /** Holds transforms that the data leaves open where they were; far below what could cost accuracy. */
    private static final double RIDGE = 1e-9;

    private final int dimensions;
    private final BitSet locked;
    private final Optional<Firmness> firmness;

    /**
     * How firmly the linear part of a bone is held near the rotation that moves its vertices best.
     *
     * @param usual relative to the spread of what a bone moves
     * @param thin the same for bones whose vertices lie near a plane
     */
    public record Firmness(double usual, double thin) {}

    /** @param dimensions d of the trajectories */
    public AffineTransforms(int dimensions) {
        this(dimensions, new BitSet());
    }

    /** @param locked bones that stay where they were, kept and not modified */
    public AffineTransforms(int dimensions, BitSet locked) {
        this(dimensions, locked, Optional.empty());
    }

    private AffineTransforms(int dimensions, BitSet locked, Optional<Firmness> firmness) {
        this.dimensions = dimensions;
        this.locked = locked;
        this.firmness = firmness;
    }

    /**
     * In full coordinates, with bones held near rotations where the data says little.
     *
     * @param locked bones that stay where they were, kept and not modified
     */
    public static AffineTransforms nearRotations(int frames, Firmness firmness, BitSet locked) {
        return new AffineTransforms(3 * frames, locked, Optional.of(firmness));
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public double[] solve(TransformEquations equations, double[] previous, Workers workers) {
        if (locked.cardinality() == equations.boneCount()) {
            return previous;
        }
        return firmness.isPresent()
                ? new NearRotations(equations).solve(firmness.get(), locked, previous, workers)
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
