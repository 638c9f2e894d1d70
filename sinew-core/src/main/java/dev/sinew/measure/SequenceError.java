package dev.sinew.measure;

/**
 * How far a model is from the sequence it stands for. The names are the JSON's; DESIGN.md defines them.
 *
 * @param erms 1000·‖A−Â‖_F/√(3NF), in radii of the smallest ball around the first frame (KSO10)
 * @param rmsePercent 100·√(Σ‖v−v̂‖²/(NF)) in diagonals of the rest pose's box (LD14)
 * @param distortionPercent 100·‖A−Â‖_F/‖A−A_mean‖_F (Karni and Gotsman); NaN where nothing moves
 * @param max the worst vertex
 * @param perFrame root mean square distance a frame, percent of the diagonal, F
 * @param perVertex root mean square distance a vertex, percent of the diagonal, N
 */
public record SequenceError(
        double erms, double rmsePercent, double distortionPercent, Located max, double[] perFrame, double[] perVertex) {
    /**
     * A distance and where it was found.
     *
     * @param value percent of the rest pose's diagonal
     */
    public record Located(double value, int vertex, int frame) {}
}
