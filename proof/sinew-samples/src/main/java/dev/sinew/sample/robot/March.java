package dev.sinew.sample.robot;

import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.rig.TwoBones;
import dev.sinew.sample.surface.Vec;

/** The robot's walk on the spot, one arm swinging, the other waving. Everything repeats with the stride or the sequence. */
final class March {
    private static final double STRIDE = 0.30;
    private static final double LIFT = 0.11;

    private final Construction robot;
    private final Joints joints;

    March(Construction robot) {
        this.robot = robot;
        this.joints = robot.joints;
    }

    private static double wave(double turns) {
        return StrictMath.sin(2 * Math.PI * turns);
    }

    /**
     * @param t time in strides
     * @param look time in whole sequences
     */
    Posture posture(double t, double look) {
        Posture p = new Posture(joints);
        Vec shift = Vec.of(0.030 * wave(t + 0.25), -0.020 + 0.016 * wave(2 * t + 0.1), 0);
        p.place(robot.pelvis, shift, Quat.yaw(0.14 * wave(t)).times(Quat.roll(-0.04 * wave(t + 0.25))));
        p.turn(robot.chest, Quat.yaw(-0.24 * wave(t)).times(Quat.roll(0.05 * wave(t + 0.25))));
        p.turn(
                robot.head,
                Quat.yaw(0.45 * wave(look) + 0.10 * wave(t))
                        .times(Quat.roll(0.12 * wave(2 * look + 0.2)))
                        .times(Quat.pitch(0.06 * wave(2 * t))));
        leg(p, robot.left, t);
        leg(p, robot.right, t + 0.5);
        swing(p, robot.left, t);
        greet(p, robot.right, t, look);
        return p;
    }

    private void leg(Posture p, Construction.Side s, double time) {
        double t = time - Math.floor(time);
        double stance = 0.58;
        double along = t < stance ? 0.5 - t / stance : -0.5 + smooth((t - stance) / (1 - stance));
        double up = t < stance ? 0 : LIFT * StrictMath.sin(Math.PI * (t - stance) / (1 - stance));
        Vec ankle = joints.pivot(s.foot()).plus(Vec.of(0, up * up / LIFT, STRIDE * along));
        TwoBones.reach(p, joints, s.thigh(), s.shin(), joints.pivot(s.foot()), ankle, Vec.Z);
        p.aim(s.foot(), Quat.pitch(t < stance ? 0 : 0.45 * StrictMath.sin(2 * Math.PI * (t - stance) / (1 - stance))));
    }

    private static double smooth(double t) {
        return t * t * (3 - 2 * t);
    }

    private void swing(Posture p, Construction.Side s, double t) {
        p.turn(s.arm(), Quat.pitch(0.50 * wave(t - 0.22)).times(Quat.roll(0.08 * s.sign())));
        p.turn(s.forearm(), Quat.pitch(-0.55 - 0.25 * wave(t - 0.1)));
        p.turn(s.hand(), Quat.yaw(0.3 * wave(t)));
    }

    /** The arm goes up in the middle of the sequence and waves. */
    private void greet(Posture p, Construction.Side s, double t, double look) {
        double raised = 0.5 - 0.5 * StrictMath.cos(2 * Math.PI * look);
        double up = smooth(smooth(raised));
        double down = 1 - up;
        p.turn(
                s.arm(),
                Quat.pitch(0.50 * down * wave(t + 0.28)).times(Quat.roll(s.sign() * (0.08 * down + 1.75 * up))));
        p.turn(
                s.forearm(),
                Quat.pitch(down * (-0.55 - 0.25 * wave(t + 0.4)))
                        .times(Quat.roll(s.sign() * up * (0.95 + 0.40 * wave(2 * t)))));
        p.turn(s.hand(), Quat.roll(s.sign() * up * 0.25 * wave(2 * t - 0.12)));
    }
}
