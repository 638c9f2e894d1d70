package dev.sinew.interop;

import com.jme3.math.Quaternion;
import java.util.Arrays;

/**
 * The angle between two ways from key to key: glTF wants rotations on the great circle (slerp), jMonkeyEngine moves the
 * quaternion along the chord, even with its interpolator of that name where keys are less than 52 degrees apart.
 */
final class Chord {
    private Chord() {}

    /** Angle in radians at a time; 0 on keys and beyond the ends. */
    static double angle(float[] times, Quaternion[] turns, double seconds) {
        int found = Arrays.binarySearch(times, (float) seconds);
        int after = -found - 1;
        if (found >= 0 || after == 0 || after == times.length) {
            return 0;
        }
        double part = (seconds - times[after - 1]) / (times[after] - times[after - 1]);
        double half = Math.acos(Math.min(1, Math.abs(turns[after - 1].dot(turns[after]))));
        double along = Math.atan2(part * Math.sin(half), 1 - part + part * Math.cos(half));
        return 2 * Math.abs(along - part * half);
    }
}
