package dev.sinew.math;

/** Rotations as unit quaternions (x, y, z, w) in flat arrays. */
public final class Quaternions {
    /** Above this cosine two rotations are so close that linear interpolation equals slerp to double precision. */
    private static final double LINEAR_COSINE = 1 - 1e-9;

    private Quaternions() {}

    /**
     * The quaternion of a rotation matrix.
     *
     * @param m row-major, rows {@code stride} apart from {@code from} on, not modified
     * @param q four numbers from {@code at} on, modified
     */
    public static void fromMatrix(double[] m, int from, int stride, double[] q, int at) {
        double m00 = m[from];
        double m11 = m[from + stride + 1];
        double m22 = m[from + 2 * stride + 2];
        double x = m[from + 2 * stride + 1] - m[from + stride + 2];
        double y = m[from + 2] - m[from + 2 * stride];
        double z = m[from + stride] - m[from + 1];
        double xy = m[from + 1] + m[from + stride];
        double xz = m[from + 2] + m[from + 2 * stride];
        double yz = m[from + stride + 2] + m[from + 2 * stride + 1];
        // Four times the square of each component; start from the largest, which is far from zero.
        double xx4 = 1 + m00 - m11 - m22;
        double yy4 = 1 - m00 + m11 - m22;
        double zz4 = 1 - m00 - m11 + m22;
        double ww4 = 1 + m00 + m11 + m22;
        if (ww4 >= xx4 && ww4 >= yy4 && ww4 >= zz4) {
            set(q, at, x, y, z, ww4);
        } else if (xx4 >= yy4 && xx4 >= zz4) {
            set(q, at, xx4, xy, xz, x);
        } else if (yy4 >= zz4) {
            set(q, at, xy, yy4, yz, y);
        } else {
            set(q, at, xz, yz, zz4, z);
        }
        normalise(q, at);
    }

    private static void set(double[] q, int at, double x, double y, double z, double w) {
        q[at] = x;
        q[at + 1] = y;
        q[at + 2] = z;
        q[at + 3] = w;
    }

    /** Scales to unit length; a zero quaternion becomes the identity. */
    public static void normalise(double[] q, int at) {
        double length = Math.sqrt(dot(q, at, q, at));
        if (!(length > 1e-150)) {
            set(q, at, 0, 0, 0, 1);
            return;
        }
        for (int k = at; k < at + 4; k++) {
            q[k] /= length;
        }
    }

    public static double dot(double[] a, int atA, double[] b, int atB) {
        return a[atA] * b[atB] + a[atA + 1] * b[atB + 1] + a[atA + 2] * b[atB + 2] + a[atA + 3] * b[atB + 3];
    }

    /**
     * The 3×3 matrix of a unit quaternion.
     *
     * @param m row-major, rows {@code stride} apart from {@code to} on, modified
     */
    public static void toMatrix(double[] q, int at, double[] m, int to, int stride) {
        double x = q[at];
        double y = q[at + 1];
        double z = q[at + 2];
        double w = q[at + 3];
        m[to] = 1 - 2 * (y * y + z * z);
        m[to + 1] = 2 * (x * y - w * z);
        m[to + 2] = 2 * (x * z + w * y);
        m[to + stride] = 2 * (x * y + w * z);
        m[to + stride + 1] = 1 - 2 * (x * x + z * z);
        m[to + stride + 2] = 2 * (y * z - w * x);
        m[to + 2 * stride] = 2 * (x * z - w * y);
        m[to + 2 * stride + 1] = 2 * (y * z + w * x);
        m[to + 2 * stride + 2] = 1 - 2 * (x * x + y * y);
    }

    /** out = a·b: first b, then a. {@code out} may be either. */
    public static void multiply(double[] a, int atA, double[] b, int atB, double[] out, int to) {
        double ax = a[atA];
        double ay = a[atA + 1];
        double az = a[atA + 2];
        double aw = a[atA + 3];
        double bx = b[atB];
        double by = b[atB + 1];
        double bz = b[atB + 2];
        double bw = b[atB + 3];
        set(
                out,
                to,
                aw * bx + ax * bw + ay * bz - az * by,
                aw * by - ax * bz + ay * bw + az * bx,
                aw * bz + ax * by - ay * bx + az * bw,
                aw * bw - ax * bx - ay * by - az * bz);
    }

    /** The inverse rotation. {@code out} may be {@code q}. */
    public static void conjugate(double[] q, int at, double[] out, int to) {
        set(out, to, -q[at], -q[at + 1], -q[at + 2], q[at + 3]);
    }

    /** Interpolates along the shorter arc from a to b, at fraction t. */
    public static void slerp(double[] a, int atA, double[] b, int atB, double t, double[] out, int to) {
        double cosine = dot(a, atA, b, atB);
        double sign = cosine < 0 ? -1 : 1;
        double wa = 1 - t;
        double wb = t;
        if (sign * cosine < LINEAR_COSINE) {
            double angle = Math.acos(sign * cosine);
            double sine = Math.sin(angle);
            wa = Math.sin((1 - t) * angle) / sine;
            wb = Math.sin(t * angle) / sine;
        }
        for (int k = 0; k < 4; k++) {
            out[to + k] = wa * a[atA + k] + sign * wb * b[atB + k];
        }
        normalise(out, to);
    }
}
