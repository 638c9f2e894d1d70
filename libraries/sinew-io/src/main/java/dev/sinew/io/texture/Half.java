package dev.sinew.io.texture;

/** Numbers of 16 bits: a sign, five bits of exponent, ten of fraction. */
final class Half {
    private static final float LARGEST = 65504f;

    private Half() {}

    /** The nearest, ties to even; what is too large becomes the largest. */
    static short of(double value) {
        float x = (float) Math.max(-LARGEST, Math.min(LARGEST, value));
        int bits = Float.floatToIntBits(x);
        int sign = bits >>> 16 & 0x8000;
        int magnitude = bits & 0x7fffffff;
        if (magnitude < 0x38800000) {
            // Below 2⁻¹⁴ steps are 2⁻²⁴, whatever the size.
            return (short) (sign | (int) Math.rint(Math.abs(x) * 0x1p24));
        }
        int rounded = magnitude + 0xfff + (magnitude >>> 13 & 1);
        return (short) (sign | rounded - 0x38000000 >>> 13);
    }

    static double value(short half) {
        int exponent = half >> 10 & 0x1f;
        int fraction = half & 0x3ff;
        double size = exponent == 0 ? fraction * 0x1p-24 : Math.scalb(1 + fraction * 0x1p-10, exponent - 15);
        return half < 0 ? -size : size;
    }
}
