package dev.sinew.keys;

import java.util.Arrays;

/**
 * The keys of one property of one node.
 *
 * @param frames key times in frames, rising
 * @param values {@code property.width()} numbers a key; rotations change sign nowhere
 * @param still what the node has without animation
 * @param tolerance how far a value may be off and change nothing that can be seen, in {@link Property#apart}'s units
 */
public record Track(int node, Property property, double[] frames, double[] values, double[] still, double tolerance) {
    public int keys() {
        return frames.length;
    }

    /** Keys between frames. */
    public long insertedKeys() {
        return Arrays.stream(frames).filter(frame -> frame != Math.rint(frame)).count();
    }

    /** Whether the node says the same without any animation. */
    public boolean isStill() {
        return keys() == 1 && property.apart(values, 0, still, 0) <= tolerance;
    }

    /** Without the keys that their kept neighbours reproduce; one key where nothing moves. */
    public Track reduced() {
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

    /** The last key that can follow key a when those between are left to interpolation; found by doubling, then halving. */
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
        double[] between = new double[width];
        for (int k = a + 1; k < b; k++) {
            double t = (frames[k] - frames[a]) / (frames[b] - frames[a]);
            property.interpolate(values, a * width, values, b * width, t, between);
            if (property.apart(between, 0, values, k * width) > tolerance) {
                return false;
            }
        }
        return true;
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

    /** With more leeway, or less. */
    public Track withTolerance(double newTolerance) {
        return new Track(node, property, frames, values, still, newTolerance);
    }

    public Track withValues(double[] newValues) {
        return new Track(node, property, frames, newValues, still, tolerance);
    }

    /**
     * The value at a time: between its keys, or the nearest.
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

    /** With its last value held until the given frame. */
    public Track heldUntil(double frame) {
        int width = property.width();
        double[] longer = Arrays.copyOf(frames, keys() + 1);
        double[] more = Arrays.copyOf(values, values.length + width);
        longer[keys()] = frame;
        System.arraycopy(values, values.length - width, more, values.length, width);
        return new Track(node, property, longer, more, still, tolerance);
    }

    /** Turns every rotation to the half of the sphere its predecessor is in, so that no player takes the long way. */
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

    /** When the last key is. */
    public double end() {
        return frames[frames.length - 1];
    }
}
