package dev.sinew.sample.biped;

import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.LoopCurve;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.rig.TwoBones;
import dev.sinew.sample.surface.Vec;

/** The figure's motions. Each runs over time 0–1 and loops. */
final class Moves {
    private static final double STRIDE = 0.62;
    private static final double DUTY = 0.60;
    private static final LoopCurve FOOT_TIP =
            LoopCurve.through(0, -0.32, 0.08, 0.0, 0.35, 0.0, 0.50, 0.30, DUTY, 0.85, 0.72, 0.60, 0.88, -0.15);
    private static final LoopCurve ANKLE_LIFT =
            LoopCurve.through(0, 0.012, 0.08, 0.0, 0.35, 0.0, 0.50, 0.030, DUTY, 0.085, 0.72, 0.135, 0.88, 0.050);
    /** Rotation of the arms down from the rest pose, radians. */
    private static final double ARMS_DOWN = 0.56;

    private final Figure figure;
    private final Joints joints;

    Moves(Figure figure) {
        this.figure = figure;
        this.joints = figure.joints();
    }

    private static double wave(double orientations) {
        return StrictMath.sin(2 * Math.PI * orientations);
    }

    /** One stride of a walk on the spot. */
    Posture walk(double t) {
        Posture p = new Posture(joints);
        p.place(
                figure.hips,
                Vec.of(0.022 * wave(t + 0.20), -0.035 + 0.018 * wave(2 * t + 0.05), 0),
                Quat.yaw(0.13 * wave(t + 0.25))
                        .times(Quat.roll(0.05 * wave(t + 0.20)))
                        .times(Quat.pitch(0.03)));
        p.turn(figure.spine, Quat.yaw(-0.10 * wave(t + 0.25)).times(Quat.roll(-0.05 * wave(t + 0.2))));
        p.turn(figure.chest, Quat.yaw(-0.16 * wave(t + 0.25)).times(Quat.pitch(0.02 * wave(2 * t))));
        p.turn(figure.neck, Quat.yaw(0.06 * wave(t + 0.25)));
        p.turn(figure.head, Quat.yaw(0.06 * wave(t + 0.25)).times(Quat.pitch(-0.03 + 0.03 * wave(2 * t + 0.3))));
        stride(p, figure.left, t);
        stride(p, figure.right, t + 0.5);
        swing(p, figure.left, 0.55 * wave(t - 0.25), 0.25);
        swing(p, figure.right, 0.55 * wave(t + 0.25), 0.25);
        return p;
    }

    private void stride(Posture p, Figure.Side s, double time) {
        double t = time - Math.floor(time);
        double swing = Math.max(0, (t - DUTY) / (1 - DUTY));
        double along = t < DUTY ? 0.5 - t / DUTY : -0.5 + swing * swing * (3 - 2 * swing);
        Vec ankle = joints.pivot(s.foot()).plus(Vec.of(0, ANKLE_LIFT.at(t), STRIDE * along));
        TwoBones.reach(p, joints, s.thigh(), s.shin(), joints.pivot(s.foot()), ankle, Vec.Z);
        double tip = FOOT_TIP.at(t);
        p.aim(s.foot(), Quat.pitch(tip));
        // Toes stay on the ground while the heel rises.
        p.aim(s.toes(), Quat.pitch(t > 0.3 && t < DUTY + 0.05 ? 0.25 * tip : tip));
    }

    private void swing(Posture p, Figure.Side s, double forward, double bent) {
        p.turn(s.shoulder(), Quat.yaw(-s.sign() * 0.15 * forward));
        p.turn(s.arm(), Quat.pitch(-forward).times(Quat.roll(-s.sign() * ARMS_DOWN)));
        p.turn(s.forearm(), Quat.pitch(-bent - 0.45 * Math.max(0, forward)).times(Quat.roll(-s.sign() * 0.08)));
        p.turn(s.hand(), Quat.roll(-s.sign() * 0.1));
    }

    /** Stands and waves with the right hand. */
    Posture greet(double t) {
        Posture p = stand(t, 0.25 * wave(t - 0.2));
        double up = raised(t);
        Figure.Side s = figure.right;
        p.turn(s.shoulder(), Quat.roll(s.sign() * 0.35 * up));
        p.turn(
                s.arm(),
                Quat.roll(s.sign() * (-ARMS_DOWN + (1.25 + ARMS_DOWN) * up)).times(Quat.yaw(0.5 * up)));
        p.turn(
                s.forearm(),
                Quat.roll(s.sign() * up * (1.05 + 0.45 * wave(4 * t))).times(Quat.pitch(-0.2)));
        p.turn(s.hand(), Quat.roll(s.sign() * up * 0.35 * wave(4 * t - 0.1)));
        return p;
    }

    /** 0 at both ends, 1 for most of the time between. */
    private static double raised(double t) {
        double near = Math.min(1, 3.5 * Math.min(t, 1 - t));
        return near * near * (3 - 2 * near);
    }

    /** Breathes, shifts its weight and looks around. */
    Posture idle(double t) {
        return stand(t, 0.45 * wave(t) + 0.12 * wave(2 * t));
    }

    private Posture stand(double t, double look) {
        Posture p = new Posture(joints);
        double lean = 0.030 * wave(t + 0.1);
        p.place(
                figure.hips,
                Vec.of(lean, -0.016 + 0.004 * wave(3 * t), 0),
                Quat.roll(0.7 * lean).times(Quat.yaw(0.10 * look)));
        p.turn(figure.spine, Quat.roll(-0.8 * lean).times(Quat.pitch(0.012 * wave(3 * t))));
        p.turn(figure.chest, Quat.yaw(0.15 * look).times(Quat.pitch(-0.025 * wave(3 * t))));
        p.turn(figure.neck, Quat.yaw(0.3 * look));
        p.turn(
                figure.head,
                Quat.yaw(0.5 * look).times(Quat.roll(0.06 * wave(2 * t))).times(Quat.pitch(0.03 * wave(3 * t))));
        for (Figure.Side s : new Figure.Side[] {figure.left, figure.right}) {
            swing(p, s, 0.05 * wave(3 * t + 0.1 * s.sign()), 0.18);
            Vec ankle = joints.pivot(s.foot());
            TwoBones.reach(p, joints, s.thigh(), s.shin(), ankle, ankle, Vec.Z);
            p.aim(s.foot(), Quat.NONE);
            p.aim(s.toes(), Quat.NONE);
        }
        return p;
    }
}
