package dev.sinew.math;

/**
 * Rigid motions as dual quaternions in flat arrays, eight numbers each: the real part (x, y, z, w), then the dual part
 * likewise. A rotation q followed by a translation t is q + ε·½·t·q; q̂ and −q̂ are the same motion.
 */
public final class DualQuaternions {
    /** Numbers per dual quaternion. */
    public static final int STRIDE = 8;

    /** Below this angle series replace quotients of the form 0/0. */
    private static final double SERIES_ANGLE = 1e-4;

    private DualQuaternions() {}

    /**
     * The dual quaternion of [R | t].
     *
     * @param m 3×4 row-major from {@code from} on, R a rotation, not modified
     * @param q eight numbers from {@code at} on, modified
     */
    public static void fromRigid(double[] m, int from, double[] q, int at) {
        Quaternions.fromMatrix(m, from, 4, q, at);
        setTranslation(m[from + 3], m[from + 7], m[from + 11], q, at);
    }

    /** Sets the dual part, ½·t·q, from the existing real part. */
    public static void setTranslation(double tx, double ty, double tz, double[] q, int at) {
        double x = q[at];
        double y = q[at + 1];
        double z = q[at + 2];
        double w = q[at + 3];
        q[at + 4] = 0.5 * (tx * w + ty * z - tz * y);
        q[at + 5] = 0.5 * (ty * w + tz * x - tx * z);
        q[at + 6] = 0.5 * (tz * w + tx * y - ty * x);
        q[at + 7] = -0.5 * (tx * x + ty * y + tz * z);
    }

    /**
     * The 3×4 matrix of a dual quaternion of any length: M(q̂)/‖q‖², KCO09's appendix. Its real part must not be zero.
     *
     * @param m modified from {@code to} on
     */
    public static void toMatrix(double[] q, int at, double[] m, int to) {
        symmetricProduct(q, at, q, at, m, to);
        double scale = 1 / Quaternions.dot(q, at, q, at);
        for (int k = to; k < to + Affine3.STRIDE; k++) {
            m[k] *= scale;
        }
    }

    /**
     * The symmetric bilinear B with B(q̂, q̂) = M(q̂), in the homogeneous form (w² + x² − y² − z² …): the derivative of M
     * in the direction p̂ is 2·B(q̂, p̂).
     *
     * @param m 3×4, modified from {@code to} on
     */
    public static void symmetricProduct(double[] a, int atA, double[] b, int atB, double[] m, int to) {
        double ax = a[atA];
        double ay = a[atA + 1];
        double az = a[atA + 2];
        double aw = a[atA + 3];
        double bx = b[atB];
        double by = b[atB + 1];
        double bz = b[atB + 2];
        double bw = b[atB + 3];
        double xx = ax * bx;
        double yy = ay * by;
        double zz = az * bz;
        double ww = aw * bw;
        double xy = ax * by + ay * bx;
        double xz = ax * bz + az * bx;
        double yz = ay * bz + az * by;
        double xw = ax * bw + aw * bx;
        double yw = ay * bw + aw * by;
        double zw = az * bw + aw * bz;
        m[to] = ww + xx - yy - zz;
        m[to + 1] = xy - zw;
        m[to + 2] = xz + yw;
        m[to + 4] = xy + zw;
        m[to + 5] = ww - xx + yy - zz;
        m[to + 6] = yz - xw;
        m[to + 8] = xz - yw;
        m[to + 9] = yz + xw;
        m[to + 10] = ww - xx - yy + zz;
        // 2·vec(dual·conjugate(real)) of one with the other, halved and summed
        double ae = a[atA + 4];
        double af = a[atA + 5];
        double ag = a[atA + 6];
        double ah = a[atA + 7];
        double be = b[atB + 4];
        double bf = b[atB + 5];
        double bg = b[atB + 6];
        double bh = b[atB + 7];
        m[to + 3] = aw * be + bw * ae - ah * bx - bh * ax + ay * bg - az * bf + by * ag - bz * af;
        m[to + 7] = aw * bf + bw * af - ah * by - bh * ay + az * be - ax * bg + bz * ae - bx * ag;
        m[to + 11] = aw * bg + bw * ag - ah * bz - bh * az + ax * bf - ay * be + bx * af - by * ae;
    }

    /** out = a·b: first b, then a. {@code out} must not overlap them. */
    public static void multiply(double[] a, int atA, double[] b, int atB, double[] out, int to) {
        double[] cross = new double[4];
        Quaternions.multiply(a, atA, b, atB + 4, out, to + 4);
        Quaternions.multiply(a, atA + 4, b, atB, cross, 0);
        for (int k = 0; k < 4; k++) {
            out[to + 4 + k] += cross[k];
        }
        Quaternions.multiply(a, atA, b, atB, out, to);
    }

    /** The inverse of a unit dual quaternion. {@code out} may be {@code q}. */
    public static void conjugate(double[] q, int at, double[] out, int to) {
        Quaternions.conjugate(q, at, out, to);
        Quaternions.conjugate(q, at + 4, out, to + 4);
    }

    /** Divides by the dual norm: a unit real part, and a dual part orthogonal to it. */
    public static void normalise(double[] q, int at) {
        double length = Math.sqrt(Quaternions.dot(q, at, q, at));
        for (int k = at; k < at + STRIDE; k++) {
            q[k] /= length;
        }
        double along = Quaternions.dot(q, at, q, at + 4);
        for (int k = at; k < at + 4; k++) {
            q[k + 4] -= along * q[k];
        }
    }

    /**
     * The logarithm of a unit dual quaternion; that of −q̂ is different, the long way round.
     *
     * @param out six numbers, modified: half the angle times the axis, then its dual
     */
    public static void log(double[] q, int at, double[] out, int to) {
        double sine = Math.sqrt(q[at] * q[at] + q[at + 1] * q[at + 1] + q[at + 2] * q[at + 2]);
        double cosine = q[at + 3];
        double half = Math.atan2(sine, cosine);
        boolean still = half < SERIES_ANGLE;
        double k = still ? 1 + half * half / 6 : half / Math.max(sine, Double.MIN_NORMAL);
        double pitch = still ? 1.0 / 3 : (1 - k * cosine) / Math.max(sine * sine, Double.MIN_NORMAL);
        for (int x = 0; x < 3; x++) {
            out[to + x] = k * q[at + x];
            out[to + 3 + x] = k * q[at + 4 + x] - q[at + 7] * pitch * q[at + x];
        }
    }

    /**
     * The unit dual quaternion of a logarithm.
     *
     * @param q modified from {@code to} on
     */
    public static void exp(double[] log, int at, double[] q, int to) {
        double half = Math.sqrt(log[at] * log[at] + log[at + 1] * log[at + 1] + log[at + 2] * log[at + 2]);
        double sinc = half < SERIES_ANGLE ? 1 - half * half / 6 : Math.sin(half) / half;
        double cosine = Math.cos(half);
        double pitch = half < SERIES_ANGLE ? -1.0 / 3 : (cosine - sinc) / (half * half);
        double along = log[at] * log[at + 3] + log[at + 1] * log[at + 4] + log[at + 2] * log[at + 5];
        for (int x = 0; x < 3; x++) {
            q[to + x] = sinc * log[at + x];
            q[to + 4 + x] = sinc * log[at + 3 + x] + pitch * along * log[at + x];
        }
        q[to + 3] = cosine;
        q[to + 7] = -sinc * along;
    }
}
