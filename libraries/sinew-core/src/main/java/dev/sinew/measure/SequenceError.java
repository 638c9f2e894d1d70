package dev.sinew.measure;

import java.util.Optional;

/**
 * The error of a model against its sequence. The names are those of the JSON; DESIGN.md defines them.
 *
 * @param erms 1000·‖A−Â‖_F/√(3NF), in radii of the smallest ball around the first frame (KSO10)
 * @param rmsePercent 100·√(Σ‖v−v̂‖²/(NF)) in diagonals of the rest pose's box (LD14)
 * @param distortionPercent 100·‖A−Â‖_F/‖A−A_mean‖_F (Karni and Gotsman); NaN without motion
 * @param max the worst vertex
 * @param perFrame RMS distance per frame, percent of the diagonal, F
 * @param perVertex RMS distance per vertex, percent of the diagonal, N
 * @param seen shading, bind pose and weights, if requested
 */
public record SequenceError(
        double erms,
        double rmsePercent,
        double distortionPercent,
        Located max,
        double[] perFrame,
        double[] perVertex,
        Optional<Seen> seen) {
    /** Positions only. */
    public SequenceError(
            double erms,
            double rmsePercent,
            double distortionPercent,
            Located max,
            double[] perFrame,
            double[] perVertex) {
        this(erms, rmsePercent, distortionPercent, max, perFrame, perVertex, Optional.empty());
    }

    /**
     * Visual errors that positions do not show.
     *
     * @param normals empty if the mesh has no faces
     */
    public record Seen(Optional<NormalError> normals, RestError rest, BoneRegions weightIslands) {}

    /** The same with visual errors. */
    SequenceError withSeen(Seen newSeen) {
        return new SequenceError(erms, rmsePercent, distortionPercent, max, perFrame, perVertex, Optional.of(newSeen));
    }

    /**
     * A distance and its location.
     *
     * @param value percent of the rest pose's diagonal
     */
    public record Located(double value, int vertex, int frame) {}
}
