package dev.sinew.math;

/**
 * Vectors of three numbers, in separate arrays or in flat arrays of many: {@code at} is the offset of a vector. Sums run from x to z, so
 * that all variants give the same result. Float positions are subtracted as doubles.
 */
public final class Vec3 {
    private static final double DEGREES = 180 / Math.PI;

    private Vec3() {}

    /** A copy of the vector at an offset. */
    public static double[] at(double[] all, int at) {
        return new double[] {all[at], all[at + 1], all[at + 2]};
    }

    /** A copy of the vector at an offset. */
    public static double[] at(float[] all, int at) {
        return new double[] {all[at], all[at + 1], all[at + 2]};
    }

    public static double dot(double[] a, double[] b) {
        return dot(a, 0, b, 0);
    }

    public static double dot(double[] a, int atA, double[] b, int atB) {
        return a[atA] * b[atB] + a[atA + 1] * b[atB + 1] + a[atA + 2] * b[atB + 2];
    }

    public static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }

    public static double length(double[] a) {
        return Math.sqrt(dot(a, a));
    }

    /** The vector scaled to length 1; NaN for a zero vector. */
    public static double[] unit(double[] a) {
        double length = length(a);
        return new double[] {a[0] / length, a[1] / length, a[2] / length};
    }

    /** p + s·d. */
    public static double[] along(double[] p, double[] d, double s) {
        return new double[] {p[0] + s * d[0], p[1] + s * d[1], p[2] + s * d[2]};
    }

    /** b − a. */
    public static double[] fromTo(double[] a, double[] b) {
        return new double[] {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    }

    /** b − a. */
    public static double[] fromTo(float[] a, int atA, float[] b, int atB) {
        return new double[] {
            b[atB] - (double) a[atA], b[atB + 1] - (double) a[atA + 1], b[atB + 2] - (double) a[atA + 2]
        };
    }

    /** p_b − p_a rounded to floats, as some solvers require for reproducible results. */
    public static double[] roundedFromTo(float[] p, int a, int b) {
        return new double[] {p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]};
    }

    public static double[] midpoint(double[] a, double[] b) {
        return new double[] {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
    }

    public static double distance(double[] a, double[] b) {
        return Math.sqrt(squaredDistance(a, 0, b, 0));
    }

    public static double distance(double[] a, int atA, double[] b, int atB) {
        return Math.sqrt(squaredDistance(a, atA, b, atB));
    }

    public static double distance(float[] a, int atA, float[] b, int atB) {
        return Math.sqrt(squaredDistance(a, atA, b, atB));
    }

    /** The length of an edge by {@link #roundedFromTo}. */
    public static double roundedDistance(float[] p, int a, int b) {
        return length(roundedFromTo(p, a, b));
    }

    public static double squaredDistance(double[] a, int atA, double[] b, int atB) {
        return squaredLength(a[atA] - b[atB], a[atA + 1] - b[atB + 1], a[atA + 2] - b[atB + 2]);
    }

    public static double squaredDistance(float[] a, int atA, float[] b, int atB) {
        return squaredLength(
                a[atA] - (double) b[atB], a[atA + 1] - (double) b[atB + 1], a[atA + 2] - (double) b[atB + 2]);
    }

    public static double squaredDistance(float[] a, int atA, double[] b, int atB) {
        return squaredLength(a[atA] - b[atB], a[atA + 1] - b[atB + 1], a[atA + 2] - b[atB + 2]);
    }

    private static double squaredLength(double x, double y, double z) {
        return x * x + y * y + z * z;
    }

    /**
     * Degrees between two vectors of any length, also exact near 0 and 180; 90 if one is zero, because a missing normal is neither right
     * nor reversed.
     */
    public static double degrees(double ax, double ay, double az, double bx, double by, double bz) {
        double cx = ay * bz - az * by;
        double cy = az * bx - ax * bz;
        double cz = ax * by - ay * bx;
        double across = Math.sqrt(cx * cx + cy * cy + cz * cz);
        double along = ax * bx + ay * by + az * bz;
        return across == 0 && along == 0 ? 90 : DEGREES * Math.atan2(across, along);
    }
}
