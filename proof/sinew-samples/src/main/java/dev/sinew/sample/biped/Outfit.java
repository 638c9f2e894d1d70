package dev.sinew.sample.biped;

import dev.sinew.mesh.Material;
import dev.sinew.sample.surface.Shape;
import java.util.Optional;

/** What the figure wears, as colours of its vertices. */
final class Outfit {
    private static final double[] SKIN = {0.80, 0.46, 0.30};
    private static final double[] SHIRT = {0.86, 0.55, 0.07};
    private static final double[] TROUSERS = {0.030, 0.075, 0.16};
    private static final double[] SHOES = {0.52, 0.075, 0.045};
    private static final double[] HAIR = {0.045, 0.018, 0.010};
    private static final double[] BLACK = {0.008, 0.008, 0.010};
    /** Linear base colour that the vertex colours multiply; none of the colours above exceeds it. */
    private static final double[] BASE = {0.90, 0.60, 0.40};

    private Outfit() {}

    static Material material() {
        return new Material(
                "figure", (float) BASE[0], (float) BASE[1], (float) BASE[2], 1f, 0.6f, 0f, Optional.empty());
    }

    static float[] colours(Shape shape, float[] p) {
        float[] colours = new float[p.length];
        double[] colour = new double[3];
        for (int k = 0; k < p.length; k += 3) {
            paint(Math.abs(p[k]), p[k + 1], p[k + 2], colour);
            for (int c = 0; c < 3; c++) {
                colours[k + c] = (float) Math.min(1, colour[c] / BASE[c]);
            }
        }
        return colours;
    }

    private static void paint(double x, double y, double z, double[] colour) {
        System.arraycopy(SKIN, 0, colour, 0, 3);
        // Along the arm the sleeve ends below the elbow; the arm hangs outwards, so "along" leans.
        double downArm = 0.62 * x - 0.55 * (y - 1.36);
        boolean arm = x > 0.26 && y > 0.6 || x > 0.16 && y > 1.2;
        double sleeve = arm ? 1 - ease(0.205, 0.225, downArm) : y < 1.5 ? 1 - ease(1.415, 1.435, y) : 0;
        mix(colour, SHIRT, sleeve);
        if (!arm) {
            mix(colour, TROUSERS, 1 - ease(0.965, 1.005, y));
            mix(colour, SHOES, 1 - ease(0.105, 0.140, y));
        }
        double brow = 1.668 - 0.42 * Math.max(0, -z);
        double hair = ease(-0.012, 0.012, y - brow - 0.9 * Math.max(0, z - 0.06)) * (y > 1.5 ? 1 : 0);
        mix(colour, HAIR, hair);
        mix(colour, BLACK, 1 - ease(0.016, 0.022, away(x - 0.047, y - 1.612, z - 0.127)));
    }

    private static double away(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }

    private static void mix(double[] colour, double[] other, double share) {
        for (int c = 0; c < 3; c++) {
            colour[c] += share * (other[c] - colour[c]);
        }
    }

    private static double ease(double from, double to, double at) {
        double t = Math.max(0, Math.min(1, (at - from) / (to - from)));
        return t * t * (3 - 2 * t);
    }
}
