package dev.sinew.measure;

/**
 * Degrees between a model's normals and the true ones of every frame, counted per drawn corner: corners of a vertex that share a normal
 * count once. The names are those of the JSON; DESIGN.md defines them.
 *
 * @param matrix normals transformed by the blended matrix itself, as in three.js, Unity, Unreal and Godot
 * @param cofactor normals transformed by its inverse transpose, as in Filament, Bevy and USD
 * @param surface normals recomputed from the posed positions: the lower bound given the geometry
 * @param worst by the matrix rule
 * @param perFrame mean by the matrix rule, one per measured frame
 * @param stride every Nth frame was measured: 1 except for large sequences
 */
public record NormalError(
        Angles matrix, Angles cofactor, Angles surface, Located worst, double[] perFrame, int stride) {
    /**
     * @param mean degrees
     * @param p95 95th percentile in degrees, to a hundredth
     * @param over30 percent of the normals with an error above 30°
     */
    public record Angles(double mean, double p95, double over30) {}

    /** @param value degrees */
    public record Located(double value, int vertex, int frame) {}
}
