package dev.sinew.sample.surface;

/** Three coordinates, for control points; vertices are in flat arrays. */
public record Vec(double x, double y, double z) {
    public static final Vec ZERO = new Vec(0, 0, 0);
    public static final Vec X = new Vec(1, 0, 0);
    public static final Vec Y = new Vec(0, 1, 0);
    public static final Vec Z = new Vec(0, 0, 1);

    public static Vec of(double x, double y, double z) {
        return new Vec(x, y, z);
    }

    public Vec plus(Vec o) {
        return new Vec(x + o.x, y + o.y, z + o.z);
    }

    public Vec minus(Vec o) {
        return new Vec(x - o.x, y - o.y, z - o.z);
    }

    public Vec times(double s) {
        return new Vec(s * x, s * y, s * z);
    }

    public double dot(Vec o) {
        return x * o.x + y * o.y + z * o.z;
    }

    public Vec cross(Vec o) {
        return new Vec(y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x);
    }

    public double length() {
        return Math.sqrt(dot(this));
    }

    public double squaredDistance(Vec o) {
        Vec d = minus(o);
        return d.dot(d);
    }

    public Vec unit() {
        return times(1 / length());
    }

    public Vec mirrored() {
        return new Vec(-x, y, z);
    }

    /** Linear interpolation to the other point, t = 0–1. */
    public Vec towards(Vec o, double t) {
        return plus(o.minus(this).times(t));
    }
}
