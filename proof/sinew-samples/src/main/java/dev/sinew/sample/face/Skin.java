package dev.sinew.sample.face;

import static dev.sinew.sample.surface.Paint.ease;

import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.rig.SoftSkin.Muscle;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;

/** Deforms the skin: muscles move it, the jaw rotates it, and the head nods over the neck. */
final class Skin {
    private static final Vec HINGE = Vec.of(0, -0.010, 0.000);
    private static final Vec NECK = Vec.of(0, -0.13, -0.035);
    private static final double JAW_RADIANS = 0.40;

    private final float[] rest;
    private final float[] jaw;
    private final float[] head;
    private final float[] seal;
    private final float[] shares;
    private final List<Muscle> muscles = muscles();

    /** @param rest 3 coordinates per vertex, kept and not modified */
    Skin(float[] rest) {
        this.rest = rest;
        int n = rest.length / 3;
        this.jaw = new float[n];
        this.head = new float[n];
        this.seal = new float[n];
        this.shares = new float[n * muscles.size()];
        for (int i = 0; i < n; i++) {
            double x = rest[3 * i];
            double y = rest[3 * i + 1];
            double z = rest[3 * i + 2];
            jaw[i] = (float) jawShare(Math.abs(x), y, z);
            seal[i] = (float) sealing(Math.abs(x), y - Head.MOUTH, z);
            head[i] = (float) ease(-0.19, -0.07, y + 0.25 * z);
            for (int m = 0; m < muscles.size(); m++) {
                shares[i * muscles.size() + m] = (float) muscles.get(m).share(x, y, z);
            }
        }
    }

    /** Both sides of each, left first; the amounts have the same order. */
    private static List<Muscle> muscles() {
        List<Muscle> list = new ArrayList<>();
        for (int s = 1; s >= -1; s -= 2) {
            list.add(Muscle.pushing(Vec.of(s * 0.043, Head.MOUTH, 0.090), 0.044, Vec.of(s * 0.011, 0.018, -0.006)));
            list.add(Muscle.pushing(Vec.of(s * 0.056, -0.012, 0.088), 0.050, Vec.of(s * 0.004, 0.008, 0.006)));
            list.add(Muscle.pushing(Vec.of(s * 0.036, Head.MOUTH, 0.095), 0.045, Vec.of(-s * 0.015, 0, 0.010)));
            list.add(Muscle.pushing(Vec.of(s * 0.040, 0.090, 0.092), 0.044, Vec.of(0, 0.013, 0.001)));
            list.add(Muscle.pushing(Vec.of(s * 0.016, 0.078, 0.102), 0.036, Vec.of(-s * 0.005, 0.012, 0.002)));
        }
        return list;
    }

    private static double[] amounts(Expression e) {
        double[] side = {e.smile(), Math.max(0, e.smile()), e.pucker(), e.brows(), e.worry()};
        double[] both = new double[2 * side.length];
        System.arraycopy(side, 0, both, 0, side.length);
        System.arraycopy(side, 0, both, side.length, side.length);
        return both;
    }

    /** The vertical displacement of a lip point until the lips meet. */
    private static double sealing(double x, double off, double z) {
        double near = 1 - ease(0.009, 0.034, Math.abs(off));
        double across = 1 - ease(0.026, 0.046, x);
        return -Math.signum(off) * 0.0074 * near * across * ease(0.070, 0.088, z);
    }

    /** 1 for points that move with the jaw. The transition is sharp where the lips part and wide at the corners of the mouth. */
    private static double jawShare(double x, double y, double z) {
        double wide = 0.004 + 0.050 * ease(0.026, 0.062, x) + 0.030 * ease(0.075, 0.050, z);
        double below = ease(Head.MOUTH + wide, Head.MOUTH - wide, y);
        double front = ease(-0.045, 0.045, z + 0.25 * (y - Head.MOUTH));
        double aboveThroat = ease(-0.165, -0.105, y + 0.35 * z);
        return below * front * aboveThroat;
    }

    float[] pose(Expression e) {
        double[] amounts = amounts(e);
        Quat open = jaw(e);
        Quat nod = nod(e);
        double closed = 1 - ease(0, 0.35, e.jaw());
        float[] out = new float[rest.length];
        for (int i = 0; i < jaw.length; i++) {
            Vec v = Vec.of(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            for (int m = 0; m < amounts.length; m++) {
                float share = shares[i * amounts.length + m];
                if (share > 0) {
                    v = v.plus(muscles.get(m).push().times(amounts[m] * share));
                }
            }
            v = v.plus(Vec.of(0, closed * seal[i], 0));
            v = HINGE.plus(open.part(jaw[i]).rotate(v.minus(HINGE)));
            put(out, 3 * i, NECK.plus(nod.part(head[i]).rotate(v.minus(NECK))));
        }
        return out;
    }

    private static Quat jaw(Expression e) {
        return Quat.pitch(JAW_RADIANS * e.jaw());
    }

    private static Quat nod(Expression e) {
        double t = e.tilt();
        return Quat.roll(0.16 * t).times(Quat.yaw(0.22 * t)).times(Quat.pitch(0.05 * t - 0.06 * e.brows()));
    }

    /** The posed position of a point fixed to the skull. */
    static Vec withHead(Vec v, Expression e) {
        return NECK.plus(nod(e).rotate(v.minus(NECK)));
    }

    /** The posed position of a point fixed to the jaw. */
    static Vec withJaw(Vec v, Expression e) {
        return withHead(HINGE.plus(jaw(e).rotate(v.minus(HINGE))), e);
    }

    static void put(float[] out, int at, Vec v) {
        out[at] = (float) v.x();
        out[at + 1] = (float) v.y();
        out[at + 2] = (float) v.z();
    }
}
