package dev.sinew.measure;

import java.util.Optional;

/**
 * How far a model is from the sequence it stands for. The names are the JSON's; DESIGN.md defines them.
 *
 * @param erms 1000·‖A−Â‖_F/√(3NF), in radii of the smallest ball around the first frame (KSO10)
 * @param rmsePercent 100·√(Σ‖v−v̂‖²/(NF)) in diagonals of the rest pose's box (LD14)
 * @param distortionPercent 100·‖A−Â‖_F/‖A−A_mean‖_F (Karni and Gotsman); NaN where nothing moves
 * @param max the worst vertex
 * @param perFrame root mean square distance a frame, percent of the diagonal, F
 * @param perVertex root mean square distance a vertex, percent of the diagonal, N
 * @param seen shading, bind pose and weights, where they were asked for
 */
public record SequenceError(
        double erms,
        double rmsePercent,
        double distortionPercent,
        Located max,
        double[] perFrame,
        double[] perVertex,
        Optional<Seen> seen) {
    /** Of positions alone. */
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
     * What positions do not tell.
     *
     * @param normals empty where the mesh has no faces
     */
    public record Seen(Optional<NormalError> normals, RestError rest, BoneRegions weightIslands) {}

    /** The same with what is seen. */
    SequenceError withSeen(Seen newSeen) {
        return new SequenceError(erms, rmsePercent, distortionPercent, max, perFrame, perVertex, Optional.of(newSeen));
    }

    /**
     * A distance and where it was found.
     *
     * @param value percent of the rest pose's diagonal
     */
    public record Located(double value, int vertex, int frame) {}
}
