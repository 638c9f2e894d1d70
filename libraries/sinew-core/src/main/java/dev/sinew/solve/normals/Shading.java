package dev.sinew.solve.normals;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.sequence.NormalSequence;
import dev.sinew.solve.sequence.Trajectories;
import java.util.Optional;

/**
 * Weight of normals relative to positions: λ²·Σ_f |Σ_j w_j·L_jf·n − n_f|² is added to each vertex's squared error. L is the linear part of
 * a bone, n the normal stored with the rest pose, n_f that of the frame. This matches engines, which transform normals by the blended
 * matrix. Working memory of a solver, like {@link SkinState}.
 *
 * <p>The weight follows from the data: λ² = γ·E_p/E_n, from the squared errors of positions and normals after the last pass. Steps that
 * lower E_p + λ²·E_n then lower log E_p + γ·log E_n, because the logarithm is concave. So the alternation minimises E_p·E_n^γ, which weighs
 * relative changes of both errors against each other, independent of units and shape.
 */
public final class Shading {
    /** Normals may raise E_RMS by at most this factor. */
    public static final double MAX_ERROR_FACTOR = 1.05;

    /** Default γ. */
    private static final double DEFAULT_GAMMA = 0.42;

    /** Squared errors per coordinate that are not visible: E_RMS 0.02, and one degree. */
    private static final double INVISIBLE_SQUARED_POSITION = 2e-5 * 2e-5;

    private static final double INVISIBLE_SQUARED_NORMAL = 0.0175 * 0.0175 / 3;

    /**
     * Squared error of a normal, about 18°, above which E_n itself counts instead of its logarithm. Only cloth reaches it; without this
     * rule more of its normals are off by over 60°.
     */
    private static final double POOR_SQUARED_NORMAL = 0.1;

    private final Trajectories z;
    private final double[] given;
    private final double gamma;
    private final double coordinates;
    /** {@link #POOR_SQUARED_NORMAL} summed over all normals. */
    private final double poor;

    private final double lostPositions;
    private final double lostNormals;
    private boolean held;
    private double weight;
    private double next;

    /**
     * @param z normals of the vertices in the coordinates of their trajectories; zero rows for vertices without one
     * @param given normals of the rest pose, 3N, not modified
     * @param strength positive, 1 by default
     * @param frames F
     * @param first initial λ²
     */
    public Shading(Trajectories z, double[] given, double strength, int frames, double first) {
        this(z, given, strength, frames, first, 0, 0);
    }

    /** @param lostPositions squared error outside the coordinates of the trajectories; {@code lostNormals} the same for normals */
    public Shading(
            Trajectories z,
            double[] given,
            double strength,
            int frames,
            double first,
            double lostPositions,
            double lostNormals) {
        this.z = z;
        this.given = given;
        this.gamma = DEFAULT_GAMMA * strength;
        this.coordinates = 3.0 * frames * z.vertexCount();
        this.poor = POOR_SQUARED_NORMAL * coordinates / 3;
        this.lostPositions = lostPositions;
        this.lostNormals = lostNormals;
        this.weight = first;
        this.next = first;
    }

    /**
     * Normals for full trajectories, with the given normals of the rest pose kept; empty if the mesh has no faces.
     *
     * @param pointOf the welded point of every vertex, not modified
     */
    public static Optional<Shading> ofGiven(MeshSequence given, int[] pointOf, Workers workers) {
        NormalSequence n = new NormalSequence(given, pointOf, workers);
        return n.truth().count() == 0
                ? Optional.empty()
                : Optional.of(new Shading(
                                n,
                                n.rest(),
                                1,
                                given.frameCount(),
                                NormalSequence.FIRST_WEIGHT * NormalSequence.FIRST_WEIGHT)
                        .keepingNormals());
    }

    /**
     * λ² for these squared errors.
     *
     * @param strength 1 by default
     */
    public static double lambda(double strength, double positions, double normals, int frames, int vertices) {
        double coordinates = 3.0 * frames * vertices;
        return DEFAULT_GAMMA
                * strength
                * (positions + INVISIBLE_SQUARED_POSITION * coordinates)
                / Math.min(normals + INVISIBLE_SQUARED_NORMAL * coordinates, POOR_SQUARED_NORMAL * coordinates / 3);
    }

    public Trajectories z() {
        return z;
    }

    public double[] given() {
        return given;
    }

    /** Keeps the normals stored with the rest pose unchanged. */
    public Shading keepingNormals() {
        held = true;
        return this;
    }

    public boolean keepsNormals() {
        return held;
    }

    /** λ² of the current or last pass. */
    public double weight() {
        return weight;
    }

    /** λ² of the next pass. */
    public double next() {
        return next;
    }

    /** Applies the weight that follows from the last pass. */
    public void begin() {
        weight = next;
    }

    /** @param normals E_n, without λ² */
    public void report(double positions, double normals) {
        next = gamma * positions(positions) / Math.min(normals(normals), poor);
    }

    /** The quantity that the alternation lowers: E_p·E_n^γ. */
    public double merit(double positions, double normals) {
        double factor = factor(normals);
        return positions(positions) * factor * factor;
    }

    /** The square root of (E_n per coordinate)^γ. Above the threshold for poor normals it grows with e^E_n, with the same slope there. */
    public double factor(double normals) {
        double logarithm = Math.log(Math.min(normals(normals), poor) / coordinates);
        return Math.exp(gamma / 2 * (logarithm + Math.max(0, normals(normals) / poor - 1)));
    }

    private double positions(double squared) {
        return squared + lostPositions + INVISIBLE_SQUARED_POSITION * coordinates;
    }

    private double normals(double squared) {
        return squared + lostNormals + INVISIBLE_SQUARED_NORMAL * coordinates;
    }
}
