package dev.sinew.sample.face;

import dev.sinew.mesh.Material;
import java.util.List;
import java.util.Optional;

/** The face's colours. */
final class Complexion {
    static final int SKIN = 0;
    static final int EYE = 1;
    static final int TEETH = 2;

    /** Linear base colour of the skin; vertex colours only darken it. */
    private static final double[] BASE = {0.90, 0.58, 0.42};

    private static final double[] LIPS = {0.62, 0.16, 0.13};
    private static final double[] INSIDE = {0.16, 0.012, 0.018};
    private static final double[] HAIR = {0.25, 0.055, 0.015};
    private static final double[] SHIRT = {0.05, 0.16, 0.24};
    private static final double[] IRIS = {0.07, 0.26, 0.30};
    private static final double[] BLUSH = {0.86, 0.40, 0.29};

    private Complexion() {}

    static List<Material> materials() {
        return List.of(
                new Material(
                        "skin", (float) BASE[0], (float) BASE[1], (float) BASE[2], 1f, 0.55f, 0f, Optional.empty()),
                new Material("eye", 0.92f, 0.92f, 0.90f, 1f, 0.08f, 0f, Optional.empty()),
                new Material("teeth", 0.90f, 0.87f, 0.78f, 1f, 0.3f, 0f, Optional.empty()));
    }

    static void paintSkin(double x, double y, double z, float[] colours, int at) {
        double[] c = BASE.clone();
        double across = Math.abs(x);
        double offLine = (y - Head.MOUTH) / (y > Head.MOUTH ? 0.019 : 0.022);
        double lips = 1 - Skin.ease(0.75, 1.05, Math.sqrt(offLine * offLine + across * across / (0.040 * 0.040)));
        mix(c, BLUSH, 0.7 * (1 - Skin.ease(0.010, 0.035, away(across - 0.060, y + 0.014, z - 0.082))));
        mix(c, LIPS, lips * Skin.ease(0.088, 0.096, z));
        boolean mouth = across < 0.046 && Math.abs(y - Head.MOUTH) < 0.016;
        mix(c, INSIDE, mouth ? 1 - Skin.ease(0.086, 0.097, z) : 0);
        double brow = 0.080 - y;
        double ridge = Math.hypot(brow, 0.7 * (z - 0.115 + 0.42 * across));
        mix(
                c,
                HAIR,
                (1 - Skin.ease(0.0075, 0.0115, ridge))
                        * Skin.ease(0.008, 0.014, across)
                        * (1 - Skin.ease(0.060, 0.068, across)));
        double line = 0.108 + 0.25 * Math.min(0, z) - 1.2 * Math.max(0, -z - 0.03);
        mix(
                c,
                HAIR,
                y > -0.06
                        ? Skin.ease(-0.009, 0.009, y - Math.max(line, -0.045) - 0.10 * Math.max(0, z))
                                * (ear(across, y, z) ? 0 : 1)
                        : 0);
        mix(c, SHIRT, 1 - Skin.ease(-0.200, -0.180, y + 0.1 * z));
        for (int k = 0; k < 3; k++) {
            colours[at + k] = (float) Math.min(1, c[k] / BASE[k]);
        }
    }

    private static boolean ear(double across, double y, double z) {
        return across > 0.096 && y < 0.062 && z > -0.045;
    }

    /** @param front 1 at the front of an eye, −1 at its back */
    static void paintFitting(int material, double front, float[] colours, int at) {
        double[] c = {1, 1, 1};
        if (material == EYE) {
            mix(c, IRIS, Skin.ease(0.835, 0.855, front));
            mix(c, new double[] {0.006, 0.006, 0.008}, Skin.ease(0.955, 0.965, front));
        }
        for (int k = 0; k < 3; k++) {
            colours[at + k] = (float) c[k];
        }
    }

    private static double away(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }

    private static void mix(double[] colour, double[] other, double share) {
        for (int c = 0; c < 3; c++) {
            colour[c] += share * (other[c] - colour[c]);
        }
    }
}
