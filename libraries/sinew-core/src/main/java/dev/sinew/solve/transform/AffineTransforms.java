package dev.sinew.solve.transform;

import dev.sinew.math.Svd3;
import dev.sinew.platform.Workers;
import java.util.BitSet;
import java.util.Optional;

/** Free affine bones, KSO10 §4.2: one linear system for all of them, in the coordinates of the trajectories. */
public final class AffineTransforms implements TransformStep {
    /** Keeps transforms that the data does not determine where they were; too small to affect accuracy. */
    private static final double RIDGE = 1e-9;

    private final int dimensions;
    private final BitSet locked;
    private final Optional<Firmness> firmness;

    /**
     * How firmly the linear part of a bone stays near the rotation that moves its vertices best.
     *
     * @param usual relative to the spread of the bone's vertices
     * @param thin the same for bones whose vertices lie near a plane
     */
    public record Firmness(double usual, double thin) {}

    /** @param dimensions d of the trajectories */
    public AffineTransforms(int dimensions) {
        this(dimensions, new BitSet());
    }

    /** @param locked bones that do not move, kept and not modified */
    public AffineTransforms(int dimensions, BitSet locked) {
        this(dimensions, locked, Optional.empty());
    }

    private AffineTransforms(int dimensions, BitSet locked, Optional<Firmness> firmness) {
        this.dimensions = dimensions;
        this.locked = locked;
        this.firmness = firmness;
    }

    /**
     * In full coordinates, with bones kept near rotations where the data is weak.
     *
     * @param locked bones that do not move, kept and not modified
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

    /**
     * Transforms in full coordinates, d = 3F, with the linear part of every bone pulled towards the rotation that moves its vertices best.
     * The pull is relative to their spread: it has little effect in well-spread directions and decides the direction across a flat region.
     * Translations are free.
     */
    private static final class NearRotations {
        /** A region is thin if its thickness is below a seventh of its width. */
        private static final double MAX_THIN_RATIO = 0.02;

        private final TransformEquations equations;
        private final int boneCount;
        private final int dimensions;

        NearRotations(TransformEquations equations) {
            this.equations = equations;
            this.boneCount = equations.boneCount();
            this.dimensions = equations.dimensions();
        }

        /**
         * @param locked bones that do not move
         * @param previous T before, d×4B, not modified; may be null if none is locked
         */
        double[] solve(AffineTransforms.Firmness firmness, BitSet locked, double[] previous, Workers workers) {
            // Must run before the right-hand side changes.
            double[] rotations = rotations();
            TransformSystem system = equations.system();
            double least = Math.max(1e-12 * system.meanDiagonal(), Double.MIN_NORMAL);
            for (int j = 0; j < boneCount; j++) {
                double[] moments = equations.momentsOf(j);
                double usual = (isThin(moments) ? firmness.thin() : firmness.usual()) * spread(moments);
                for (int c = 0; c < 3; c++) {
                    system.hold(4 * j + c, Math.max(usual, least), rotations);
                }
                system.hold(4 * j + 3, least, null);
            }
            return system.pin(locked, previous).solve(workers);
        }

        /**
         * The rotation nearest to Σ_i w_ij·(v_if − mean)·(u_i − mean)ᵀ for every bone and frame, 3F×4B with zero fourth columns. Coplanar
         * vertices suffice: the third axis follows from the other two.
         */
        private double[] rotations() {
            int n = 4 * boneCount;
            double[] right = equations.right();
            double[] sums = equations.sums();
            double[] rotations = new double[dimensions * n];
            double[] covariance = new double[9];
            Svd3 svd = new Svd3();
            for (int f = 0; f < dimensions / 3; f++) {
                for (int j = 0; j < boneCount; j++) {
                    double mass = Math.max(sums[4 * j + 3], Double.MIN_NORMAL);
                    for (int r = 0; r < 3; r++) {
                        double mean = right[(4 * j + 3) * dimensions + 3 * f + r] / mass;
                        for (int c = 0; c < 3; c++) {
                            covariance[3 * r + c] =
                                    right[(4 * j + c) * dimensions + 3 * f + r] - mean * sums[4 * j + c];
                        }
                    }
                    svd.decompose(covariance, 0, 3);
                    svd.rotation(rotations, 3 * f * n + 4 * j, n);
                }
            }
            return rotations;
        }

        /** Σ_i w_ij²·‖u_i − centre‖² / 3, the mean moment of a bone about its own centre. */
        private static double spread(double[] moments) {
            double mass = moments[9];
            if (!(mass > 0)) {
                return 0;
            }
            double x = moments[3];
            double y = moments[6];
            double z = moments[8];
            double about = moments[0] + moments[4] + moments[7] - (x * x + y * y + z * z) / mass;
            return Math.max(0, about) / 3;
        }

        /** Whether the vertices of a bone lie near a plane: compares the least of the three central moments with their mean. */
        private static boolean isThin(double[] moments) {
            double mass = Math.max(moments[9], Double.MIN_NORMAL);
            double[] mean = {moments[3], moments[6], moments[8]};
            double[] about = new double[9];
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    about[3 * r + c] = moments[TransformEquations.MONOMIAL_OF[r][c]] - mean[r] * mean[c] / mass;
                }
            }
            Svd3 svd = new Svd3();
            svd.decompose(about, 0, 3);
            double[] sigma = svd.sigma();
            return sigma[2] < MAX_THIN_RATIO * (sigma[0] + sigma[1] + sigma[2]) / 3;
        }
    }
}
