package dev.sinew.interop;

import com.jme3.math.Quaternion;
import java.util.Arrays;

/**
 * The angle between two interpolations of rotations: glTF requires slerp, while jMonkeyEngine interpolates along the chord, even
 * with its SLerp interpolator if keys are less than 52 degrees apart.
 */
final class Chord {
    private Chord() {}

    /** Angle in radians at a time; 0 on keys and beyond the ends. */
    static double angle(float[] times, Quaternion[] orientations, double seconds) {
        int found = Arrays.binarySearch(times, (float) seconds);
        int after = -found - 1;
        if (found >= 0 || after == 0 || after == times.length) {
            return 0;
        }
        double part = (seconds - times[after - 1]) / (times[after] - times[after - 1]);
        double half = Math.acos(Math.min(1, Math.abs(orientations[after - 1].dot(orientations[after]))));
        double along = Math.atan2(part * Math.sin(half), 1 - part + part * Math.cos(half));
        return 2 * Math.abs(along - part * half);
    }
}
