package dev.sinew.solve.rest;

import dev.sinew.run.RestMode;

/** How firmly a solved rest pose is held near the given one. */
public final class RestPull {
    /**
     * Relative to the data. Measured on elastic-cow and horse-gallop: at 0.001 the error is that of a free rest pose, at 0.01
     * it is up to 3 % higher.
     */
    public static final double RELATIVE = 0.001;

    private RestPull() {}

    /** Infinite where the rest pose is kept, or moves as a {@link RestSheet}. */
    public static double of(RestMode rest, int frames) {
        return rest == RestMode.FREE ? RELATIVE * frames : Double.POSITIVE_INFINITY;
    }
}
