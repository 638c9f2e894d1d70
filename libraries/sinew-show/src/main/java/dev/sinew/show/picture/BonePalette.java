package dev.sinew.show.picture;

import dev.sinew.model.SkinWeights;

/**
 * Bone colours. Hues follow the golden angle in OKLCH, so that consecutive bones differ. Every other colour is lighter, which
 * also separates them without colour vision.
 */
public final class BonePalette {
    private static final double GOLDEN_ANGLE = 2.399963229728653;

    private BonePalette() {}

    /** Linear RGB of bone j. */
    public static float[] colour(int j) {
        double hue = 0.6 + GOLDEN_ANGLE * j;
        double lightness = j % 3 == 0 ? 0.70 : j % 3 == 1 ? 0.60 : 0.79;
        double chroma = 0.125;
        double a = chroma * StrictMath.cos(hue);
        double b = chroma * StrictMath.sin(hue);
        double l = cube(lightness + 0.3963377774 * a + 0.2158037573 * b);
        double m = cube(lightness - 0.1055613458 * a - 0.0638541728 * b);
        double s = cube(lightness - 0.0894841775 * a - 1.2914855480 * b);
        return new float[] {
            unit(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
            unit(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
            unit(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
        };
    }

    private static double cube(double x) {
        return x * x * x;
    }

    private static float unit(double x) {
        return (float) Math.max(0, Math.min(1, x));
    }

    /** Linear RGB of every vertex, 3N: the colours of its bones, weighted. */
    public static float[] mix(SkinWeights weights, int boneCount) {
        float[][] palette = new float[boneCount][];
        for (int j = 0; j < boneCount; j++) {
            palette[j] = colour(j);
        }
        float[] out = new float[3 * weights.vertexCount()];
        int influences = weights.influences();
        for (int i = 0; i < weights.vertexCount(); i++) {
            for (int at = i * influences; at < (i + 1) * influences; at++) {
                for (int c = 0; c < 3; c++) {
                    out[3 * i + c] += (float) (weights.weights()[at] * palette[weights.bones()[at]][c]);
                }
            }
        }
        return out;
    }
}
