package dev.sinew.sample.surface;

import dev.sinew.mesh.Material;
import java.util.Optional;

/** Helpers for the colours of samples: smooth borders, linear mixing, a material for vertex colours. */
public final class Paint {
    private Paint() {}

    /** Smooth step from 0 at the first position to 1 at the second, in either direction. */
    public static double ease(double from, double to, double at) {
        double t = Math.max(0, Math.min(1, (at - from) / (to - from)));
        return t * t * (3 - 2 * t);
    }

    /** @param colour modified: mixed with the other */
    public static void mix(double[] colour, double[] other, double share) {
        for (int c = 0; c < 3; c++) {
            colour[c] += share * (other[c] - colour[c]);
        }
    }

    public static double length(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** @param base linear colour; vertex colours only darken it, as glTF multiplies the two */
    public static Material material(String name, double[] base, float roughness) {
        return new Material(
                name, (float) base[0], (float) base[1], (float) base[2], 1f, roughness, 0f, Optional.empty());
    }
}
