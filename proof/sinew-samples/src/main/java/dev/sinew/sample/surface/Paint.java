package dev.sinew.sample.surface;

import dev.sinew.mesh.Material;
import java.util.Optional;

/** What samples are coloured with: smooth borders, mixed linear colours, a material under vertex colours. */
public final class Paint {
    private Paint() {}

    /** 0 at the first place, 1 at the second, whichever is larger. */
    public static double ease(double from, double to, double at) {
        double t = Math.max(0, Math.min(1, (at - from) / (to - from)));
        return t * t * (3 - 2 * t);
    }

    /** @param colour modified: moved towards the other by a share of the way */
    public static void mix(double[] colour, double[] other, double share) {
        for (int c = 0; c < 3; c++) {
            colour[c] += share * (other[c] - colour[c]);
        }
    }

    public static double length(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** @param base linear colour; vertex colours only ever darken it, as glTF multiplies the two */
    public static Material material(String name, double[] base, float roughness) {
        return new Material(
                name, (float) base[0], (float) base[1], (float) base[2], 1f, roughness, 0f, Optional.empty());
    }
}
