package dev.sinew.sample.surface;

/**
 * A capsule from a to b whose radius changes smoothly and which may be flattened from side to side (along x).
 *
 * @param width side-to-side size relative to the round one
 */
public record Limb(Vec a, Vec b, double radiusA, double radiusB, double width) {
    /** A limb without length. */
    public static Limb ball(Vec centre, double radius) {
        return new Limb(centre, centre, radius, radius, 1);
    }

    public static Limb of(Vec a, Vec b, double radiusA, double radiusB) {
        return new Limb(a, b, radiusA, radiusB, 1);
    }

    public Limb flattened(double newWidth) {
        return new Limb(a, b, radiusA, radiusB, newWidth);
    }

    /** Mirrored at the plane x = 0. */
    public Limb mirrored() {
        return new Limb(a.mirrored(), b.mirrored(), radiusA, radiusB, width);
    }

    /** The parameter of the nearest point on the axis, 0–1. */
    public double along(double x, double y, double z) {
        double ux = b.x() - a.x();
        double uy = b.y() - a.y();
        double uz = b.z() - a.z();
        double squared = ux * ux + uy * uy + uz * uz;
        if (squared == 0) {
            return 0;
        }
        double t = ((x - a.x()) * ux + (y - a.y()) * uy + (z - a.z()) * uz) / squared;
        return t < 0 ? 0 : t > 1 ? 1 : t;
    }

    /**
     * Approximate signed distance; writes its gradient from {@code at} on.
     *
     * @param gradient modified
     */
    double gradient(double x, double y, double z, double[] gradient, int at) {
        double t = along(x, y, z);
        double px = (x - a.x() - t * (b.x() - a.x())) / width;
        double py = y - a.y() - t * (b.y() - a.y());
        double pz = z - a.z() - t * (b.z() - a.z());
        double length = Math.sqrt(px * px + py * py + pz * pz);
        double inverse = length > 1e-12 ? 1 / length : 0;
        // The radius is eased, so its slope vanishes where the round caps begin, without a crease.
        double slope = 6 * t * (1 - t) * (radiusB - radiusA) * slopeScale(t);
        gradient[at] = px * inverse / width - slope * (b.x() - a.x());
        gradient[at + 1] = py * inverse - slope * (b.y() - a.y());
        gradient[at + 2] = pz * inverse - slope * (b.z() - a.z());
        return length - radius(t);
    }

    public double value(double x, double y, double z) {
        double t = along(x, y, z);
        double px = (x - a.x() - t * (b.x() - a.x())) / width;
        double py = y - a.y() - t * (b.y() - a.y());
        double pz = z - a.z() - t * (b.z() - a.z());
        return Math.sqrt(px * px + py * py + pz * pz) - radius(t);
    }

    private double radius(double t) {
        return radiusA + (radiusB - radiusA) * t * t * (3 - 2 * t);
    }

    private double slopeScale(double t) {
        return t > 0 && t < 1 ? 1 / a.squaredDistance(b) : 0;
    }
}
