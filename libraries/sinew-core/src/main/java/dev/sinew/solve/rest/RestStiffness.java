package dev.sinew.solve.rest;

import dev.sinew.run.RestMode;

/** Stiffness of a solved rest pose. */
public final class RestStiffness {
    /** Relative to the data: at 0.001 the error equals that of a free rest pose, at 0.01 it is up to 3 % higher. */
    public static final double RELATIVE = 0.001;

    private RestStiffness() {}

    /** Infinite if the rest pose is kept or moves as a {@link RestMembrane}. */
    public static double of(RestMode rest, int frames) {
        return rest == RestMode.FREE ? RELATIVE * frames : Double.POSITIVE_INFINITY;
    }
}
