package dev.sinew.measure;

/**
 * Degrees between the normals a model shades with and the true ones of every frame, counted per drawn corner: corners of a
 * vertex that share a normal count once. The names are the JSON's; DESIGN.md defines them.
 *
 * @param matrix turned by the blended matrix itself, as three.js, Unity, Unreal and Godot do
 * @param cofactor turned by its inverse transpose, as Filament, Bevy and USD do
 * @param surface recomputed from the posed positions: the floor, what the geometry allows
 * @param worst by the matrix rule
 * @param perFrame mean by the matrix rule, one per frame looked at
 * @param stride every so many frames were looked at: 1 but for large sequences
 */
public record NormalError(
        Angles matrix, Angles cofactor, Angles surface, Located worst, double[] perFrame, int stride) {
    /**
     * @param mean degrees
     * @param p95 95th percentile in degrees, to a hundredth
     * @param over30 percent of the normals that are off by more than 30°
     */
    public record Angles(double mean, double p95, double over30) {}

    /** @param value degrees */
    public record Located(double value, int vertex, int frame) {}
}
