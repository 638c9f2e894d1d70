package dev.sinew.io.parts;

/**
 * Converts vertex colours between files and meshes. Files store them encoded for screens (sRGB), as modelling programs do;
 * meshes store them linear.
 */
public final class Srgb {
    /** Fractions never exceed 1; a larger number means that the file uses 0 to 255. */
    private static final double BYTE_COLOUR_THRESHOLD = 1.5;

    private Srgb() {}

    public static double toLinear(double encoded) {
        return encoded <= 0.04045 ? encoded / 12.92 : Math.pow((encoded + 0.055) / 1.055, 2.4);
    }

    public static double toEncoded(double linear) {
        return linear <= 0.0031308 ? linear * 12.92 : 1.055 * Math.pow(linear, 1 / 2.4) - 0.055;
    }

    /** Encoded numbers, 0 to 1 or 0 to 255, as linear ones from 0 to 1; numbers that are not finite become white. */
    public static float[] linearOf(double[] encoded) {
        double largest = 0;
        for (double value : encoded) {
            largest = Double.isFinite(value) ? Math.max(largest, value) : largest;
        }
        double unit = largest > BYTE_COLOUR_THRESHOLD ? 255 : 1;
        float[] linear = new float[encoded.length];
        for (int k = 0; k < linear.length; k++) {
            double fraction = Double.isFinite(encoded[k]) ? encoded[k] / unit : 1;
            linear[k] = (float) toLinear(Math.max(0, Math.min(1, fraction)));
        }
        return linear;
    }

    /** The encoded number that {@link #linearOf} maps back to the same float, with as few digits as possible. */
    public static double encodedOf(float linear) {
        double exact = toEncoded(Math.max(0, Math.min(1, linear)));
        double brief = Math.rint(exact * 1e9) / 1e9;
        return (float) toLinear(brief) == linear ? brief : exact;
    }
}
