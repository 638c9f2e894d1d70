package dev.sinew.io.bvh;

/** Three turns about the axes of space, the first named is applied last: ZXY is R = Z(a)·X(b)·Y(c). */
enum EulerOrder {
    /** What most programs write; the first, so that it wins where it will do. */
    ZXY(2, 0, 1),
    ZYX(2, 1, 0),
    XYZ(0, 1, 2),
    XZY(0, 2, 1),
    YXZ(1, 0, 2),
    YZX(1, 2, 0);

    private static final String AXES = "XYZ";

    /** Where the plane of the outer two turns is this degenerate, the outer angle is kept and the rest follows. */
    private static final double LOCKED = 1e-6;

    private final int i;
    private final int j;
    private final int k;
    /** 1 for x y z and its rotations, −1 for the others. */
    private final int parity;

    EulerOrder(int i, int j, int k) {
        this.i = i;
        this.j = j;
        this.k = k;
        this.parity = (j - i + 3) % 3 == 1 ? 1 : -1;
    }

    /** Names of the three channels. */
    String[] channels() {
        return new String[] {AXES.charAt(i) + "rotation", AXES.charAt(j) + "rotation", AXES.charAt(k) + "rotation"};
    }

    /**
     * Sine of the middle angle, from 0 to 1 where the outer axes coincide.
     *
     * @param r 3×3, row-major
     */
    double locked(double[] r) {
        return Math.min(1, Math.abs(r[3 * i + k]));
    }

    /**
     * The angles of a rotation that lie nearest to those before.
     *
     * <p>With Q = R_i(−a)·R = R_j(b)·R_k(c): b = atan2(±Q_ik, Q_kk) and c = atan2(±Q_ji, Q_jj), so that a is all there is
     * to choose: one of two, or any where the middle angle is a right one.
     *
     * @param r 3×3, row-major, not modified
     * @param before three angles in radians, not modified
     */
    double[] angles(double[] r, double[] before) {
        double sine = -parity * r[3 * j + k];
        double cosine = r[3 * k + k];
        if (Math.hypot(sine, cosine) < LOCKED) {
            return given(before[0], r, before);
        }
        double a = Math.atan2(sine, cosine);
        double[] one = given(a, r, before);
        double[] other = given(a + Math.PI, r, before);
        return apart(one, before) <= apart(other, before) ? one : other;
    }

    private double[] given(double a, double[] r, double[] before) {
        double cos = Math.cos(a);
        double sin = parity * Math.sin(a);
        // R_i(−a) mixes rows j and k and leaves row i.
        double jj = cos * r[3 * j + j] + sin * r[3 * k + j];
        double ji = cos * r[3 * j + i] + sin * r[3 * k + i];
        double kk = cos * r[3 * k + k] - sin * r[3 * j + k];
        double b = Math.atan2(parity * r[3 * i + k], kk);
        double c = Math.atan2(parity * ji, jj);
        return new double[] {near(a, before[0]), near(b, before[1]), near(c, before[2])};
    }

    private static double near(double angle, double before) {
        return angle + 2 * Math.PI * Math.rint((before - angle) / (2 * Math.PI));
    }

    private static double apart(double[] a, double[] b) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            sum += (a[x] - b[x]) * (a[x] - b[x]);
        }
        return sum;
    }
}
