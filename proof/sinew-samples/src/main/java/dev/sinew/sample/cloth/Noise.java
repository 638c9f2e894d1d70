package dev.sinew.sample.cloth;

/** Smooth value noise on a lattice in space, between −1 and 1, from integer hashes: equal on every machine. */
final class Noise {
    private final long seed;

    Noise(long seed) {
        this.seed = seed;
    }

    double at(double x, double y, double z) {
        double fx = Math.floor(x);
        double fy = Math.floor(y);
        double fz = Math.floor(z);
        long ix = (long) fx;
        long iy = (long) fy;
        long iz = (long) fz;
        double tx = ease(x - fx);
        double ty = ease(y - fy);
        double tz = ease(z - fz);
        double bottom = mix(edge(ix, iy, iz, tx), edge(ix, iy + 1, iz, tx), ty);
        double top = mix(edge(ix, iy, iz + 1, tx), edge(ix, iy + 1, iz + 1, tx), ty);
        return mix(bottom, top, tz);
    }

    private double edge(long x, long y, long z, double t) {
        return mix(corner(x, y, z), corner(x + 1, y, z), t);
    }

    private double corner(long x, long y, long z) {
        long h = seed + x * 0x9E3779B97F4A7C15L + y * 0xC2B2AE3D27D4EB4FL + z * 0x165667B19E3779F9L;
        h = (h ^ (h >>> 30)) * 0xBF58476D1CE4E5B9L;
        h = (h ^ (h >>> 27)) * 0x94D049BB133111EBL;
        return ((h ^ (h >>> 31)) >> 11) * 0x1.0p-52;
    }

    private static double ease(double t) {
        return t * t * t * (t * (t * 6 - 15) + 10);
    }

    private static double mix(double a, double b, double t) {
        return a + (b - a) * t;
    }
}
