package dev.sinew.show.picture;

/** Converts between linear light and sRGB values. */
final class Srgb {
    private static final int STEPS = 4096;
    private static final float[] ENCODED = table();

    private Srgb() {}

    static double toLinear(double encoded) {
        return encoded <= 0.04045 ? encoded / 12.92 : StrictMath.pow((encoded + 0.055) / 1.055, 2.4);
    }

    static double toEncoded(double linear) {
        return linear <= 0.0031308 ? 12.92 * linear : 1.055 * StrictMath.pow(linear, 1 / 2.4) - 0.055;
    }

    /**
     * Encodes to 8 bits after adding {@code extra}. The table is indexed by the square root of the light, which is roughly
     * perceptually uniform.
     */
    static int toByte(double linear, double extra) {
        double clamped = Math.max(0, Math.min(1, linear));
        double encoded = ENCODED[(int) (Math.sqrt(clamped) * (STEPS - 1) + 0.5)] + extra;
        return (int) (255 * Math.max(0, Math.min(1, encoded)) + 0.5);
    }

    private static float[] table() {
        float[] table = new float[STEPS];
        for (int k = 0; k < STEPS; k++) {
            double root = (double) k / (STEPS - 1);
            table[k] = (float) toEncoded(root * root);
        }
        return table;
    }
}
