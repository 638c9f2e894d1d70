package dev.sinew.sample.cloth;

/** A line that a particle may not outrun: sweeps alone let long cloth sag away from its pins like rubber. */
final class Tether {
    private Tether() {}

    /** Brings particle i back to the given reach of its anchor. */
    static void keep(double[] p, int i, int anchor, double reach) {
        double x = p[3 * i] - p[3 * anchor];
        double y = p[3 * i + 1] - p[3 * anchor + 1];
        double z = p[3 * i + 2] - p[3 * anchor + 2];
        double squared = x * x + y * y + z * z;
        if (squared > reach * reach) {
            double scale = reach / Math.sqrt(squared);
            p[3 * i] = p[3 * anchor] + scale * x;
            p[3 * i + 1] = p[3 * anchor + 1] + scale * y;
            p[3 * i + 2] = p[3 * anchor + 2] + scale * z;
        }
    }
}
