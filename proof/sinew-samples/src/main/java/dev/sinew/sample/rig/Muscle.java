package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Vec;

/**
 * A soft part of the body: within a ball around the centre, skin moves by {@code push} and away from the centre by
 * {@code swell} a unit of distance, each times an amount that changes from frame to frame.
 */
public record Muscle(Vec centre, double radius, Vec push, Vec swell) {
    public static Muscle pushing(Vec centre, double radius, Vec push) {
        return new Muscle(centre, radius, push, Vec.ZERO);
    }

    public static Muscle swelling(Vec centre, double radius, Vec swell) {
        return new Muscle(centre, radius, Vec.ZERO, swell);
    }

    /** 1 at the centre, 0 with no slope from the radius on. */
    public double share(double x, double y, double z) {
        double dx = x - centre.x();
        double dy = y - centre.y();
        double dz = z - centre.z();
        double rest = 1 - (dx * dx + dy * dy + dz * dz) / (radius * radius);
        return rest > 0 ? rest * rest : 0;
    }
}
