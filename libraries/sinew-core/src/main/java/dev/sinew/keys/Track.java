package dev.sinew.keys;

import dev.sinew.math.Quaternions;
import java.util.Arrays;

/**
 * The keys of one property of one node.
 *
 * @param frames key times in frames, ascending
 * @param values {@code property.width()} numbers per key; consecutive quaternions are in the same hemisphere
 * @param still value of the node without animation
 * @param tolerance how far a value may deviate without a visible change, in {@link Property#apart}'s units
 */
public record Track(int node, Property property, double[] frames, double[] values, double[] still, double tolerance) {
    /** Players may interpolate quaternions by component, which is off by 0.7° at most where neighbours are 60° apart. */
    private static final double MIN_ROTATION_DOT = Math.cos(Math.toRadians(60) / 2);

    public int keys() {
        return frames.length;
    }

    /** Number of keys between frames. */
    public long insertedKeys() {
        return Arrays.stream(frames).filter(frame -> frame != Math.rint(frame)).count();
    }

    /** Whether the track never differs from the value without animation. */
    public boolean isStill() {
        return keys() == 1 && property.apart(values, 0, still, 0) <= tolerance;
    }

    /** Removes keys that interpolation of their kept neighbours reproduces; one key remains if nothing moves. */
    public Track reduce() {
        if (isConstant()) {
            return kept(new int[] {0}, 1);
        }
        int[] indices = new int[keys()];
        int count = 1;
        for (int at = 0; at < keys() - 1; ) {
            at = farthest(at);
            indices[count++] = at;
        }
        return kept(indices, count);
    }

    private boolean isConstant() {
        for (int k = 1; k < keys(); k++) {
            if (property.apart(values, 0, values, k * property.width()) > tolerance) {
                return false;
            }
        }
        return true;
    }

    /** The last key that can follow key a when interpolation replaces those between; found by doubling, then bisection. */
    private int farthest(int a) {
        int good = a + 1;
        int bad = keys();
        for (int stride = 2; a + stride < bad; stride *= 2) {
            if (reproduces(a, a + stride)) {
                good = a + stride;
            } else {
                bad = a + stride;
            }
        }
        while (good + 1 < bad) {
            int middle = (good + bad) >>> 1;
            if (reproduces(a, middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    private boolean reproduces(int a, int b) {
        int width = property.width();
        if (property == Property.ROTATION
                && Math.abs(Quaternions.dot(values, 4 * a, values, 4 * b)) < MIN_ROTATION_DOT) {
            return false;
        }
        double[] between = new double[width];
        for (int k = a + 1; k < b; k++) {
            double t = (frames[k] - frames[a]) / (frames[b] - frames[a]);
            property.interpolate(values, a * width, values, b * width, t, between);
            if (property.apart(between, 0, values, k * width) > tolerance || !byComponent(a, b, k, t, between)) {
                return false;
            }
        }
        return true;
    }

    /** Whether players that interpolate quaternions by component, as Blender does, show key k, too. */
    private boolean byComponent(int a, int b, int k, double t, double[] between) {
        if (property != Property.ROTATION) {
            return true;
        }
        for (int x = 0; x < 4; x++) {
            between[x] = (1 - t) * values[4 * a + x] + t * values[4 * b + x];
        }
        Quaternions.normalise(between, 0);
        return property.apart(between, 0, values, 4 * k) <= tolerance;
    }

    private Track kept(int[] indices, int count) {
        int width = property.width();
        double[] keptFrames = new double[count];
        double[] keptValues = new double[count * width];
        for (int k = 0; k < count; k++) {
            keptFrames[k] = frames[indices[k]];
            System.arraycopy(values, indices[k] * width, keptValues, k * width, width);
        }
        return new Track(node, property, keptFrames, keptValues, still, tolerance);
    }

    /** The same with another tolerance. */
    public Track withTolerance(double newTolerance) {
        return new Track(node, property, frames, values, still, newTolerance);
    }

    public Track withValues(double[] newValues) {
        return new Track(node, property, frames, newValues, still, tolerance);
    }

    /**
     * The value at a time: interpolated, or that of the nearest key.
     *
     * @param out modified
     */
    public void value(double frame, double[] out) {
        int at = Arrays.binarySearch(frames, frame);
        int width = property.width();
        int after = at >= 0 ? at : -at - 1;
        if (at >= 0 || after == 0 || after == keys()) {
            System.arraycopy(values, width * Math.min(after, keys() - 1), out, 0, width);
            return;
        }
        double t = (frame - frames[after - 1]) / (frames[after] - frames[after - 1]);
        property.interpolate(values, width * (after - 1), values, width * after, t, out);
    }

    /** The same with its last value held until the given frame. */
    public Track heldUntil(double frame) {
        int width = property.width();
        double[] longer = Arrays.copyOf(frames, keys() + 1);
        double[] more = Arrays.copyOf(values, values.length + width);
        longer[keys()] = frame;
        System.arraycopy(values, values.length - width, more, values.length, width);
        return new Track(node, property, longer, more, still, tolerance);
    }

    /** Flips every quaternion to the hemisphere of its predecessor, so that no player takes the long way. */
    public static double[] continuous(double[] quaternions) {
        for (int k = 4; k < quaternions.length; k += 4) {
            double dot = 0;
            for (int x = 0; x < 4; x++) {
                dot += quaternions[k + x] * quaternions[k - 4 + x];
            }
            for (int x = 0; dot < 0 && x < 4; x++) {
                quaternions[k + x] = -quaternions[k + x];
            }
        }
        return quaternions;
    }

    /** Time of the last key. */
    public double end() {
        return frames[frames.length - 1];
    }
}
