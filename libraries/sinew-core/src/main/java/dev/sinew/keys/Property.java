package dev.sinew.keys;

import dev.sinew.math.Quaternions;
import java.util.Locale;

/** What of a node an animation channel moves, and how it runs from key to key. */
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

    /** Numbers a key. */
    public int width() {
        return width;
    }

    /** The word glTF has for it. */
    public String path() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value a fraction t of the way from one key to another: the arc for rotations, else the line. */
    public void interpolate(double[] a, int atA, double[] b, int atB, double t, double[] out) {
        if (this == ROTATION) {
            Quaternions.slerp(a, atA, b, atB, t, out, 0);
            return;
        }
        for (int k = 0; k < width; k++) {
            out[k] = a[atA + k] + t * (b[atB + k] - a[atA + k]);
        }
    }

    /** How far apart two values are: an angle in radians (small ones), a distance, or the largest of three factors. */
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
