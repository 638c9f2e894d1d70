package dev.sinew.sample.creature;

import dev.sinew.mesh.Material;
import dev.sinew.sample.surface.Shape;
import java.util.Optional;

/** The creature's colours: sand below, deep teal with stripes above, dark eyes, nose and ears. */
final class Hide {
    /** Linear base colour; vertex colours only ever darken it, as glTF multiplies the two. */
    private static final double[] SAND = {0.88, 0.70, 0.46};

    private static final double[] TEAL = {0.035, 0.235, 0.255};
    private static final double[] NIGHT = {0.010, 0.055, 0.075};
    private static final double[] BLACK = {0.006, 0.006, 0.008};

    private Hide() {}

    static Material material() {
        return new Material("hide", (float) SAND[0], (float) SAND[1], (float) SAND[2], 1f, 0.62f, 0f, Optional.empty());
    }

    /** @param p 3N rest positions, not modified */
    static float[] colours(Shape shape, float[] p) {
        float[] colours = new float[p.length];
        double[] normal = new double[3];
        double[] colour = new double[3];
        for (int k = 0; k < p.length; k += 3) {
            shape.gradient(p[k], p[k + 1], p[k + 2], normal);
            paint(Math.abs(p[k]), p[k + 1], p[k + 2], normal[1], colour);
            for (int c = 0; c < 3; c++) {
                colours[k + c] = (float) (colour[c] / SAND[c]);
            }
        }
        return colours;
    }

    private static void paint(double x, double y, double z, double up, double[] colour) {
        System.arraycopy(SAND, 0, colour, 0, 3);
        double below = z < -0.5 ? 0.22 * (z + 0.5) : z > 0.36 ? 0.95 * (z - 0.36) : 0;
        double back = ease(-0.16, 0.10, 0.30 * up + y - 0.72 - below) * ease(0.40, 0.62, y);
        mix(colour, TEAL, back);
        double ripple = StrictMath.sin(30 * z + 4 * StrictMath.sin(7 * y + 2) * x);
        double body = ease(-0.15, 0.85, up) * (1 - ease(0.40, 0.62, z));
        mix(colour, NIGHT, 0.9 * body * ease(-0.1, 0.95, ripple));
        mix(colour, NIGHT, 0.9 * (1 - ease(0.07, 0.27, y)));
        mix(colour, NIGHT, 0.85 * ease(1.29, 1.37, y));
        mix(colour, NIGHT, ease(-1.05, -1.30, z));
        mix(colour, BLACK, 1 - ease(0.022, 0.042, away(x, y, z, 0, 1.130, 0.930)));
        mix(colour, BLACK, 1 - ease(0.026, 0.036, away(x, y, z, 0.102, 1.207, 0.762)));
    }

    private static double away(double x, double y, double z, double cx, double cy, double cz) {
        return Math.sqrt((x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz));
    }

    private static void mix(double[] colour, double[] other, double share) {
        for (int c = 0; c < 3; c++) {
            colour[c] += share * (other[c] - colour[c]);
        }
    }

    /** 0 at the first place, 1 at the second, whichever is larger. */
    private static double ease(double from, double to, double at) {
        double t = Math.max(0, Math.min(1, (at - from) / (to - from)));
        return t * t * (3 - 2 * t);
    }
}
