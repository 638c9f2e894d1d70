package dev.sinew.measure;

/** Angles between directions of space. */
final class Angles3 {
    private static final double DEGREES = 180 / Math.PI;

    private Angles3() {}

    /**
     * Degrees between two vectors of any length, exact near 0 and 180 too; 90 where one of them has none, since a normal
     * that is gone is neither right nor turned round.
     */
    static double degrees(double ax, double ay, double az, double bx, double by, double bz) {
        double cx = ay * bz - az * by;
        double cy = az * bx - ax * bz;
        double cz = ax * by - ay * bx;
        double across = Math.sqrt(cx * cx + cy * cy + cz * cz);
        double along = ax * bx + ay * by + az * bz;
        return across == 0 && along == 0 ? 90 : DEGREES * Math.atan2(across, along);
    }
}
