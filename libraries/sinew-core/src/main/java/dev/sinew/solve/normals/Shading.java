package dev.sinew.solve.normals;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.sequence.NormalSequence;
import dev.sinew.solve.sequence.Trajectories;
import java.util.Optional;

/**
 * Normals beside positions: λ²·Σ_f |Σ_j w_j·L_jf·n − n_f|² of every vertex is added to its squared error, L being the linear part of a bone, n the normal
 * stored with the rest pose and n_f that of the frame. Engines turn normals by the blended matrix itself; this is what makes that right.
 * Working memory of a solver, as {@link SkinState} is.
 *
 * <p>How much normals weigh follows from the data: λ² = γ·E_p/E_n, the squared errors of positions and normals as the last pass left them. Steps that lower
 * E_p + λ²·E_n then lower log E_p + γ·log E_n (the logarithm is concave), so the whole alternation minimises E_p·E_n^γ: a percent of one is weighed
 * against a percent of the other, in whatever units and on whatever shape.
 */
public final class Shading {
    /** Normals may cost this factor on E_RMS. */
    public static final double DEAREST = 1.05;

    /** γ where normals weigh as usual. */
    private static final double USUAL = 0.42;

    /** Squared errors a coordinate that nobody sees: E_RMS 0.02, and one degree. */
    private static final double UNSEEN_POSITION = 2e-5 * 2e-5;

    private static final double UNSEEN_NORMAL = 0.0175 * 0.0175 / 3;

    /**
     * Squared error of a normal, 18° or so, from which on E_n counts by itself and not by its logarithm: a percent of much is much. Only cloth is there: skirt/30
     * would otherwise have 5.8 % of its normals off by more than 60°.
     */
    private static final double POOR = 0.1;

    private final Trajectories z;
    private final double[] given;
    private final double gamma;
    private final double coordinates;
    /** POOR for all normals. */
    private final double poor;

    private final double lostPositions;
    private final double lostNormals;
    private boolean held;
    private double weight;
    private double next;

    /**
     * @param z normals of the vertices in the coordinates of their trajectories; rows of 0 for vertices without
     * @param given normals of the rest pose, 3N, not modified
     * @param strength positive, 1 as usual
     * @param frames F
     * @param first λ² to begin with
     */
    public Shading(Trajectories z, double[] given, double strength, int frames, double first) {
        this(z, given, strength, frames, first, 0, 0);
    }

    /** @param lostPositions squared error that the coordinates of the trajectories do not see; {@code lostNormals} the same */
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
        this.gamma = USUAL * strength;
        this.coordinates = 3.0 * frames * z.vertexCount();
        this.poor = POOR * coordinates / 3;
        this.lostPositions = lostPositions;
        this.lostNormals = lostNormals;
        this.weight = first;
        this.next = first;
    }

    /**
     * Normals beside trajectories that are kept in full, those of the rest pose staying as they are given; empty where a mesh has no faces.
     *
     * @param pointOf the point of every vertex, not modified
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
                        .holdingNormals());
    }

    /** λ² where the squared errors of so many vertices in so many frames are these. @param strength 1 as usual */
    public static double lambda(double strength, double positions, double normals, int frames, int vertices) {
        double coordinates = 3.0 * frames * vertices;
        return USUAL
                * strength
                * (positions + UNSEEN_POSITION * coordinates)
                / Math.min(normals + UNSEEN_NORMAL * coordinates, POOR * coordinates / 3);
    }

    public Trajectories z() {
        return z;
    }

    public double[] given() {
        return given;
    }

    /** The normals stored with the rest pose stay as they are given: it belongs to somebody. */
    public Shading holdingNormals() {
        held = true;
        return this;
    }

    public boolean holdsNormals() {
        return held;
    }

    /** λ² of the pass that runs or ran last. */
    public double weight() {
        return weight;
    }

    /** λ² of the next pass. */
    public double next() {
        return next;
    }

    /** Takes over what the last pass taught. */
    public void begin() {
        weight = next;
    }

    /** @param normals E_n, without λ² */
    public void hear(double positions, double normals) {
        next = gamma * positions(positions) / Math.min(normals(normals), poor);
    }

    /** What the alternation lowers from step to step: E_p·E_n^γ. */
    public double merit(double positions, double normals) {
        double factor = factor(normals);
        return positions(positions) * factor * factor;
    }

    /** The square root of (E_n a coordinate)^γ; beyond what is poor it grows with e^E_n, as steep as it was there. */
    public double factor(double normals) {
        double logarithm = Math.log(Math.min(normals(normals), poor) / coordinates);
        return Math.exp(gamma / 2 * (logarithm + Math.max(0, normals(normals) / poor - 1)));
    }

    private double positions(double squared) {
        return squared + lostPositions + UNSEEN_POSITION * coordinates;
    }

    private double normals(double squared) {
        return squared + lostNormals + UNSEEN_NORMAL * coordinates;
    }
}
