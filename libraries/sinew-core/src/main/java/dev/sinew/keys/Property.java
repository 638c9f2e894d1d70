package dev.sinew.keys;

import dev.sinew.math.Quaternions;
import java.util.Locale;

/** The property of a node that an animation channel moves, and its interpolation. */
public enum Property {
    TRANSLATION(3),
    ROTATION(4),
    SCALE(3),
    /** Of one morph target. */
    WEIGHTS(1);

    private final int width;

    Property(int width) {
        this.width = width;
    }

    /** Numbers per key. */
    public int width() {
        return width;
    }

    /** Its name in glTF. */
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value at fraction t between two keys: spherical for rotations, else linear. */
    public void interpolate(double[] a, int atA, double[] b, int atB, double t, double[] out) {
        if (this == ROTATION) {
            Quaternions.slerp(a, atA, b, atB, t, out, 0);
            return;
        }
        for (int k = 0; k < width; k++) {
            out[k] = a[atA + k] + t * (b[atB + k] - a[atA + k]);
        }
    }

    /** The difference of two values: an angle in radians (small ones), a distance, or the largest of three factors. */
    public double apart(double[] a, int atA, double[] b, int atB) {
        double sum = 0;
        double largest = 0;
        double sign = this == ROTATION && Quaternions.dot(a, atA, b, atB) < 0 ? -1 : 1;
        for (int k = 0; k < width; k++) {
            double d = a[atA + k] - sign * b[atB + k];
            sum += d * d;
            largest = Math.max(largest, Math.abs(d));
        }
        return switch (this) {
            case TRANSLATION -> Math.sqrt(sum);
            case ROTATION -> 2 * Math.sqrt(sum);
            case SCALE, WEIGHTS -> largest;
        };
    }
}
