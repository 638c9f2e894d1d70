package dev.sinew.measure;

import dev.sinew.model.SkinWeights;

/**
 * What each bone of a model moves, and how well.
 *
 * @param vertices sum of each bone's weights: how many vertices it moves, B
 * @param percent mean of the vertices' errors by the bone's weights, percent of the diagonal, B; NaN for bones that move
 *     nothing
 */
public record BoneErrors(double[] vertices, double[] percent) {
    /** @param error of the model the weights belong to */
    public static BoneErrors of(SkinWeights weights, int bones, SequenceError error) {
        double[] perVertex = error.perVertex();
        double[] vertices = new double[bones];
        double[] percent = new double[bones];
        for (int at = 0; at < weights.bones().length; at++) {
            int j = weights.bones()[at];
            double w = weights.weights()[at];
            vertices[j] += w;
            percent[j] += w * perVertex[at / weights.influences()];
        }
        for (int j = 0; j < bones; j++) {
            percent[j] /= vertices[j];
        }
        return new BoneErrors(vertices, percent);
    }
}
