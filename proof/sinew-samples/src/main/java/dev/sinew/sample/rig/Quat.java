package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Vec;

/** A unit quaternion: a rotation. */
public record Quat(double w, double x, double y, double z) {
    public static final Quat NONE = new Quat(1, 0, 0, 0);

    /** @param axis unit length */
    public static Quat turn(Vec axis, double radians) {
        double s = StrictMath.sin(0.5 * radians);
        return new Quat(StrictMath.cos(0.5 * radians), s * axis.x(), s * axis.y(), s * axis.z());
    }

    /** Nods forward for positive angles: up goes to the front, the front goes down. */
    public static Quat pitch(double radians) {
        return turn(Vec.X, radians);
    }

    /** Turns the front to the left (+x) for positive angles. */
    public static Quat yaw(double radians) {
        return turn(Vec.Y, radians);
    }

    /** Leans to the right (−x) for positive angles. */
    public static Quat roll(double radians) {
        return turn(Vec.Z, radians);
    }

    /** First the other rotation, then this one. */
    public Quat times(Quat o) {
        return new Quat(
                w * o.w - x * o.x - y * o.y - z * o.z,
                w * o.x + x * o.w + y * o.z - z * o.y,
                w * o.y - x * o.z + y * o.w + z * o.x,
                w * o.z + x * o.y - y * o.x + z * o.w);
    }

    /** A fraction of this rotation, 0–1; nearly proportional for rotations of up to 90°. */
    public Quat part(double share) {
        double a = 1 - share + share * w;
        double length = Math.sqrt(a * a + share * share * (x * x + y * y + z * z));
        double s = share / length;
        return new Quat(a / length, s * x, s * y, s * z);
    }

    public Vec rotate(Vec v) {
        Vec u = new Vec(x, y, z);
        Vec t = u.cross(v).times(2);
        return v.plus(t.times(w)).plus(u.cross(t));
    }

    /** The rotation that maps one pair of directions to another: the first exactly, the second as nearly as possible. */
    public static Quat between(Vec fromFirst, Vec fromSecond, Vec toFirst, Vec toSecond) {
        Vec[] from = frame(fromFirst, fromSecond);
        Vec[] to = frame(toFirst, toSecond);
        double[] m = new double[9];
        for (int axis = 0; axis < 3; axis++) {
            Vec a = from[axis];
            Vec b = to[axis];
            double[] column = {a.x(), a.y(), a.z()};
            double[] row = {b.x(), b.y(), b.z()};
            for (int k = 0; k < 9; k++) {
                m[k] += row[k / 3] * column[k % 3];
            }
        }
        return ofMatrix(m);
    }

    private static Vec[] frame(Vec first, Vec second) {
        Vec a = first.unit();
        Vec c = a.cross(second).unit();
        return new Vec[] {a, c.cross(a), c};
    }

    /** @param m 3×3 rotation, row-major */
    private static Quat ofMatrix(double[] m) {
        double[] squares = {
            1 + m[0] + m[4] + m[8], 1 + m[0] - m[4] - m[8], 1 - m[0] + m[4] - m[8], 1 - m[0] - m[4] + m[8]
        };
        int largest = 0;
        for (int k = 1; k < 4; k++) {
            largest = squares[k] > squares[largest] ? k : largest;
        }
        double r = Math.sqrt(squares[largest]);
        double s = 0.5 / r;
        double half = 0.5 * r;
        return switch (largest) {
            case 0 -> new Quat(half, s * (m[7] - m[5]), s * (m[2] - m[6]), s * (m[3] - m[1]));
            case 1 -> new Quat(s * (m[7] - m[5]), half, s * (m[1] + m[3]), s * (m[2] + m[6]));
            case 2 -> new Quat(s * (m[2] - m[6]), s * (m[1] + m[3]), half, s * (m[5] + m[7]));
            default -> new Quat(s * (m[3] - m[1]), s * (m[2] + m[6]), s * (m[5] + m[7]), half);
        };
    }
}
