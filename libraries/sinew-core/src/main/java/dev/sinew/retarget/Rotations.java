package dev.sinew.retarget;

import dev.sinew.math.Quaternions;
import dev.sinew.math.Vec3;

/** 3×3 rotations, row-major in flat arrays of nine numbers. */
final class Rotations {
    private Rotations() {}

    static double[] identity() {
        return new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1};
    }

    /** a·b */
    static double[] product(double[] a, double[] b) {
        double[] out = new double[9];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
            }
        }
        return out;
    }

    static double[] transpose(double[] a) {
        return new double[] {a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]};
    }

    static double[] apply(double[] a, double[] v) {
        return new double[] {
            a[0] * v[0] + a[1] * v[1] + a[2] * v[2],
            a[3] * v[0] + a[4] * v[1] + a[5] * v[2],
            a[6] * v[0] + a[7] * v[1] + a[8] * v[2]
        };
    }

    /** About a unit axis, in radians. */
    static double[] about(double[] axis, double angle) {
        double s = Math.sin(angle / 2);
        double[] q = {axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angle / 2)};
        double[] out = new double[9];
        Quaternions.toMatrix(q, 0, out, 0, 3);
        return out;
    }

    /** The axis of a rotation times its angle in radians, at most π. */
    static double[] vector(double[] r) {
        double[] q = new double[4];
        Quaternions.fromMatrix(r, 0, 3, q, 0);
        double sine = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]);
        double sign = q[3] < 0 ? -1 : 1;
        double scale = sine < 1e-12 ? 2 : 2 * Math.atan2(sine, sign * q[3]) / sine;
        return new double[] {sign * scale * q[0], sign * scale * q[1], sign * scale * q[2]};
    }

    /** The smallest rotation that takes one direction to another; the identity where one has no length. */
    static double[] between(double[] from, double[] to) {
        double lengths = Vec3.length(from) * Vec3.length(to);
        if (!(lengths > 1e-12)) {
            return identity();
        }
        double[] axis = Vec3.cross(from, to);
        double sine = Vec3.length(axis) / lengths;
        double cosine = Vec3.dot(from, to) / lengths;
        if (sine < 1e-9) {
            return cosine > 0 ? identity() : about(anyNormal(from), Math.PI);
        }
        return about(Vec3.unit(axis), Math.atan2(sine, cosine));
    }

    private static double[] anyNormal(double[] v) {
        double[] other = Math.abs(v[0]) < Math.abs(v[1]) ? new double[] {1, 0, 0} : new double[] {0, 1, 0};
        return Vec3.unit(Vec3.cross(v, other));
    }

    /** Between two rotations, along the shorter way. */
    static double[] between(double[] a, double[] b, double share) {
        double[] q = new double[8];
        Quaternions.fromMatrix(a, 0, 3, q, 0);
        Quaternions.fromMatrix(b, 0, 3, q, 4);
        Quaternions.slerp(q, 0, q, 4, share, q, 0);
        double[] out = new double[9];
        Quaternions.toMatrix(q, 0, out, 0, 3);
        return out;
    }

    static double angle(double[] from, double[] to) {
        return Math.atan2(Vec3.length(Vec3.cross(from, to)), Vec3.dot(from, to));
    }
}
