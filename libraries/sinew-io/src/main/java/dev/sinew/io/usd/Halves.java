package dev.sinew.io.usd;

/** Numbers of sixteen bits, which UsdSkel keeps scales in. */
final class Halves {
    private static final double SMALLEST_NORMAL = 0x1p-14;
    private static final double LARGEST = 65504;

    private Halves() {}

    /** The half nearest to a number, ties to the even one; those beyond the largest become it. */
    static float nearest(double value) {
        double magnitude = Math.abs(value);
        double step = magnitude < SMALLEST_NORMAL ? 0x1p-24 : Math.scalb(1.0, Math.getExponent(magnitude) - 10);
        return (float) Math.copySign(Math.min(LARGEST, Math.rint(magnitude / step) * step), value);
    }
}
