package dev.sinew.sample.rig;

import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.Vec;
import java.util.Arrays;
import java.util.List;

/**
 * Skin on bones: muscles displace each vertex, then blended dual quaternions of nearby joints move it. Neither is linear in the
 * bones, so linear skinning can only approximate it.
 */
public final class SoftSkin {
    private final float[] rest;
    private final SparseRows joints;
    private final SparseRows muscles;
    private final List<Muscle> muscleList;

    private SoftSkin(float[] rest, SparseRows joints, List<Muscle> muscleList) {
        this.rest = rest;
        this.joints = joints;
        this.muscleList = muscleList;
        this.muscles = new SparseRows(rest.length / 3);
        for (int i = 0; i < rest.length / 3; i++) {
            for (int m = 0; m < muscleList.size(); m++) {
                double share = muscleList.get(m).share(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
                if (share > 0) {
                    muscles.add(m, share);
                }
            }
            muscles.endRow(i);
        }
    }

    /**
     * @param rest 3N coordinates, kept and not modified
     * @param reach how much farther than the nearest limb another may be and still have a weight, metres
     */
    public static SoftSkin of(float[] rest, List<Flesh> flesh, int jointCount, double reach, List<Muscle> muscles) {
        return new SoftSkin(rest, bind(rest, flesh, jointCount, reach), muscles);
    }

    /** Weights of joints by the distance to their limbs. */
    public static SparseRows bind(float[] rest, List<Flesh> flesh, int jointCount, double reach) {
        SparseRows rows = new SparseRows(rest.length / 3);
        double[] distance = new double[jointCount];
        for (int i = 0; i < rest.length / 3; i++) {
            double nearest = distances(rest, i, flesh, distance);
            double sum = 0;
            for (double d : distance) {
                sum += share(d - nearest, reach);
            }
            for (int j = 0; j < jointCount; j++) {
                double w = share(distance[j] - nearest, reach) / sum;
                if (w > 1e-4) {
                    rows.add(j, w);
                }
            }
            rows.endRow(i);
        }
        return rows;
    }

    private static double distances(float[] rest, int i, List<Flesh> flesh, double[] distance) {
        Arrays.fill(distance, Double.MAX_VALUE);
        double nearest = Double.MAX_VALUE;
        for (Flesh part : flesh) {
            double d = part.limb().value(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            distance[part.joint()] = Math.min(distance[part.joint()], d);
            nearest = Math.min(nearest, d);
        }
        return nearest;
    }

    private static double share(double farther, double reach) {
        double s = 1 - farther / reach;
        return s > 0 ? s * s * s : 0;
    }

    /**
     * Positions of all vertices.
     *
     * @param amounts one per muscle
     */
    public float[] deform(Posture posture, double[] amounts) {
        double[] palette = posture.dualQuaternions();
        float[] out = new float[rest.length];
        double[] v = new double[3];
        double[] q = new double[8];
        for (int i = 0; i < rest.length / 3; i++) {
            v[0] = rest[3 * i];
            v[1] = rest[3 * i + 1];
            v[2] = rest[3 * i + 2];
            flex(i, amounts, v);
            blend(i, palette, q);
            transform(q, v, out, 3 * i);
        }
        return out;
    }

    private void flex(int i, double[] amounts, double[] v) {
        double x = v[0];
        double y = v[1];
        double z = v[2];
        for (int at = muscles.from(i); at < muscles.to(i); at++) {
            Muscle m = muscleList.get(muscles.column(at));
            double a = amounts[muscles.column(at)] * muscles.value(at);
            v[0] += a * (m.push().x() + m.swell().x() * (x - m.centre().x()));
            v[1] += a * (m.push().y() + m.swell().y() * (y - m.centre().y()));
            v[2] += a * (m.push().z() + m.swell().z() * (z - m.centre().z()));
        }
    }

    private void blend(int i, double[] palette, double[] q) {
        Arrays.fill(q, 0);
        int first = 8 * joints.column(joints.from(i));
        for (int at = joints.from(i); at < joints.to(i); at++) {
            int j = 8 * joints.column(at);
            double alike = palette[j] * palette[first]
                    + palette[j + 1] * palette[first + 1]
                    + palette[j + 2] * palette[first + 2]
                    + palette[j + 3] * palette[first + 3];
            // q and −q are the same rotation; use the sign nearest to the sum.
            double w = alike < 0 ? -joints.value(at) : joints.value(at);
            for (int k = 0; k < 8; k++) {
                q[k] += w * palette[j + k];
            }
        }
    }

    private static void transform(double[] q, double[] v, float[] out, int at) {
        double n = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
        double w = q[0] * n;
        double x = q[1] * n;
        double y = q[2] * n;
        double z = q[3] * n;
        double dw = q[4] * n;
        double dx = q[5] * n;
        double dy = q[6] * n;
        double dz = q[7] * n;
        double ax = y * v[2] - z * v[1] + w * v[0];
        double ay = z * v[0] - x * v[2] + w * v[1];
        double az = x * v[1] - y * v[0] + w * v[2];
        out[at] = (float) (v[0] + 2 * (y * az - z * ay + w * dx - dw * x + y * dz - z * dy));
        out[at + 1] = (float) (v[1] + 2 * (z * ax - x * az + w * dy - dw * y + z * dx - x * dz));
        out[at + 2] = (float) (v[2] + 2 * (x * ay - y * ax + w * dz - dw * z + x * dy - y * dx));
    }

    /**
     * A limb and the joint that moves it.
     *
     * @param fillet radius of the blend with adjacent limbs
     */
    public record Flesh(Limb limb, int joint, double fillet) {}

    /**
     * A soft part of the body: within a ball around the centre, skin moves by {@code push} and away from the centre by {@code
     * swell} per unit of distance, each times an amount that varies over time.
     */
    public record Muscle(Vec centre, double radius, Vec push, Vec swell) {
        public static Muscle pushing(Vec centre, double radius, Vec push) {
            return new Muscle(centre, radius, push, Vec.ZERO);
        }

        public static Muscle swelling(Vec centre, double radius, Vec swell) {
            return new Muscle(centre, radius, Vec.ZERO, swell);
        }

        /** 1 at the centre, 0 with no slope from the radius on. */
        public double share(double x, double y, double z) {
            double dx = x - centre.x();
            double dy = y - centre.y();
            double dz = z - centre.z();
            double rest = 1 - (dx * dx + dy * dy + dz * dz) / (radius * radius);
            return rest > 0 ? rest * rest : 0;
        }
    }
}
