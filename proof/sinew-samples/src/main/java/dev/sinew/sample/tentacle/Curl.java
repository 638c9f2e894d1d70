package dev.sinew.sample.tentacle;

import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.surface.Vec;

/**
 * The tentacle's centre line at one moment: positions and rotations at even steps, by integrating its bending. Also its relative
 * thickness, which grows as it shortens.
 */
final class Curl {
    static final int STEPS = 160;
    static final double LENGTH = 2.0;

    private final double[] places = new double[3 * (STEPS + 1)];
    private final double[] orientations = new double[4 * (STEPS + 1)];
    private final double[] girths = new double[STEPS + 1];

    private Curl() {}

    private static double wave(double orientations) {
        return StrictMath.sin(2 * Math.PI * orientations);
    }

    /** The straight line of the rest pose. */
    static Curl straight() {
        Curl curl = new Curl();
        curl.integrate(s -> Vec.ZERO, s -> 1);
        return curl;
    }

    /** @param time 0–1, periodic */
    static Curl at(double time) {
        Curl curl = new Curl();
        // The tip rolls in and out; a slower sway starts at the base; the whole twists back and forth.
        double roll = 0.5 - 0.5 * wave(time + 0.25);
        curl.integrate(
                s -> {
                    double tip = s * s * (0.35 + 0.65 * s);
                    double in = -1.1 * (1 - s)
                            + 2.0 * wave(time + 0.1 - 0.7 * s) * (1 - 0.6 * s)
                            + (0.12 + roll) * 21 * tip;
                    double aside = 2.6 * wave(time - 0.75 * s + 0.35) * (0.25 + s) * (1.1 - s);
                    double twist = 2.4 * wave(time + 0.4 - 0.2 * s) * s;
                    return Vec.of(in, twist, aside);
                },
                s -> {
                    double squeeze = wave(2 * time - 1.6 * s);
                    return 1 + 0.07 * squeeze * (1 - s) + 0.04 * wave(time + s);
                });
        return curl;
    }

    /** Bending about the line's own axes, radians over the whole length. */
    private interface Bending {
        Vec at(double s);
    }

    private interface Girth {
        double at(double s);
    }

    private void integrate(Bending bending, Girth girth) {
        Vec place = Vec.ZERO;
        Quat turn = Quat.NONE;
        for (int k = 0; k <= STEPS; k++) {
            double s = (double) k / STEPS;
            put(k, place, turn, girth.at(s));
            Vec bend = bending.at(s).times(1.0 / STEPS);
            // A thicker piece is shorter, which preserves volume.
            double step = LENGTH / STEPS / (girths[k] * girths[k]);
            Quat half =
                    Quat.pitch(0.5 * bend.x()).times(Quat.yaw(0.5 * bend.y())).times(Quat.roll(0.5 * bend.z()));
            Quat middle = turn.times(half);
            place = place.plus(middle.rotate(Vec.Y).times(step));
            turn = middle.times(half);
        }
    }

    private void put(int k, Vec place, Quat turn, double girth) {
        places[3 * k] = place.x();
        places[3 * k + 1] = place.y();
        places[3 * k + 2] = place.z();
        orientations[4 * k] = turn.w();
        orientations[4 * k + 1] = turn.x();
        orientations[4 * k + 2] = turn.y();
        orientations[4 * k + 3] = turn.z();
        girths[k] = girth;
    }

    /**
     * The posed position of a point near the line.
     *
     * @param s along the line, 0–1
     * @param beside x and z off the line and y along it, in the line's own directions
     */
    Vec transform(double s, double besideX, double besideY, double besideZ) {
        double at = s * STEPS;
        int k = Math.min((int) at, STEPS - 1);
        double t = at - k;
        double girth = mix(girths, k, 1, 0, t);
        Quat turn = new Quat(
                mix(orientations, k, 4, 0, t),
                mix(orientations, k, 4, 1, t),
                mix(orientations, k, 4, 2, t),
                mix(orientations, k, 4, 3, t));
        double norm =
                1 / Math.sqrt(turn.w() * turn.w() + turn.x() * turn.x() + turn.y() * turn.y() + turn.z() * turn.z());
        Quat unit = new Quat(turn.w() * norm, turn.x() * norm, turn.y() * norm, turn.z() * norm);
        Vec line = Vec.of(mix(places, k, 3, 0, t), mix(places, k, 3, 1, t), mix(places, k, 3, 2, t));
        return line.plus(unit.rotate(Vec.of(besideX * girth, besideY / (girth * girth), besideZ * girth)));
    }

    private static double mix(double[] values, int k, int stride, int offset, double t) {
        return values[stride * k + offset] + t * (values[stride * (k + 1) + offset] - values[stride * k + offset]);
    }
}
