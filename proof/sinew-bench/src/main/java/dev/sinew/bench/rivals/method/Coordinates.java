package dev.sinew.bench.rivals.method;

import dev.sinew.bench.baseline.DenseReduction;
import dev.sinew.bench.baseline.GramReduction;
import dev.sinew.math.Workers;

/**
 * Trajectories in few coordinates that keep almost everything, C = BᵀA: errors there and what was lost add in squares (KSO10 §3), and
 * rivals whose papers solve frame by frame are the same in them, because their least squares are linear in the trajectories.
 *
 * @param c Cᵀ, N×d
 * @param basis Bᵀ, d×3F
 */
public record Coordinates(int n, int d, double[] c, double[] basis, double lostSquared) {
    /** Root mean square that may be lost a coordinate: a hundredth of the smallest error of the tables. */
    private static final double TOLERANCE = 1e-5;

    public static Coordinates of(Animation animation, Workers workers) {
        int m = animation.dimensions();
        double epsilon = TOLERANCE * Math.sqrt((double) animation.vertices() * m);
        DenseReduction reduction = GramReduction.of(animation.a(), animation.vertices(), m, epsilon, workers);
        return new Coordinates(
                animation.vertices(),
                reduction.dimensions(),
                reduction.coordinates(),
                reduction.basisRows(),
                reduction.lostSquared());
    }
}
