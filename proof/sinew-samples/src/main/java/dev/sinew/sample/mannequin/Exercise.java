package dev.sinew.sample.mannequin;

import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.surface.Vec;

/**
 * Gymnastics from time 0 to 1 that begin and end in the rest pose. Every joint turns about three axes at rates of its
 * own: a joint that only hinges could lie anywhere along its hinge, and no one could tell where.
 */
final class Exercise {
    /**
     * An angle that is 0 at time 0 and swings.
     *
     * @param size half the way from end to end, radians
     * @param cycles a whole number, so that it loops
     * @param phase where in its cycle it begins; −0.25 at one end, 0 in the middle
     */
    private record Swing(double size, int cycles, double phase) {
        double at(double t) {
            return size * (StrictMath.sin(2 * Math.PI * (cycles * t + phase)) - StrictMath.sin(2 * Math.PI * phase));
        }
    }

    /** How one joint turns: about y, then z, then x, seen from the left side. */
    private record Turn(Swing yaw, Swing roll, Swing pitch) {
        /** @param sign −1 mirrors the turn to the right side */
        Quat at(double t, int sign) {
            return Quat.yaw(sign * yaw.at(t))
                    .times(Quat.roll(sign * roll.at(t)))
                    .times(Quat.pitch(pitch.at(t)));
        }
    }

    private static final Turn BODY = new Turn(swing(0.45, 1, 0.02), swing(0.06, 2, 0.1), swing(0.10, 1, 0.3));
    private static final Turn BELLY = new Turn(swing(0.24, 2, 0.05), swing(0.16, 3, 0), swing(0.20, 1, -0.2));
    private static final Turn CHEST = new Turn(swing(0.26, 1, 0.45), swing(0.16, 2, 0.2), swing(0.18, 3, 0.4));
    private static final Turn HEAD = new Turn(swing(0.50, 1, 0), swing(0.20, 2, 0.35), swing(0.26, 3, 0.1));

    private static final Turn LEFT_ARM = new Turn(swing(0.38, 3, 0.1), swing(0.62, 1, -0.13), swing(0.45, 2, 0.3));
    private static final Turn RIGHT_ARM = new Turn(swing(0.38, 2, 0.4), swing(0.62, 2, -0.13), swing(0.45, 1, 0.1));
    private static final Turn LEFT_FOREARM = new Turn(swing(-0.70, 2, -0.22), swing(0.22, 3, 0), swing(0.34, 1, 0.1));
    private static final Turn RIGHT_FOREARM = new Turn(swing(-0.70, 1, -0.22), swing(0.22, 2, 0.2), swing(0.34, 3, 0));
    private static final Turn LEFT_HAND = new Turn(swing(0.40, 3, 0), swing(0.35, 1, 0.2), swing(0.35, 2, 0.4));
    private static final Turn RIGHT_HAND = new Turn(swing(0.40, 1, 0.3), swing(0.35, 3, 0.1), swing(0.35, 2, 0));

    private static final Turn LEFT_THIGH = new Turn(swing(0.22, 3, 0), swing(0.17, 2, -0.2), swing(-0.50, 1, -0.2));
    private static final Turn RIGHT_THIGH = new Turn(swing(0.22, 2, 0.3), swing(0.17, 3, -0.2), swing(-0.46, 2, -0.2));
    private static final Turn LEFT_SHIN = new Turn(swing(0.30, 3, 0.1), swing(0.10, 2, 0), swing(0.55, 1, -0.24));
    private static final Turn RIGHT_SHIN = new Turn(swing(0.30, 1, 0.1), swing(0.10, 3, 0), swing(0.50, 2, -0.24));
    private static final Turn LEFT_FOOT = new Turn(swing(0.28, 2, 0.1), swing(0.22, 3, 0.3), swing(0.34, 1, 0));
    private static final Turn RIGHT_FOOT = new Turn(swing(0.28, 3, 0.2), swing(0.22, 1, 0), swing(0.34, 2, 0.4));
    private static final Turn LEFT_TOES = new Turn(swing(0.20, 1, 0.3), swing(0.22, 2, 0.1), swing(0.36, 3, 0.35));
    private static final Turn RIGHT_TOES = new Turn(swing(0.20, 2, 0), swing(0.22, 3, 0.4), swing(0.36, 1, 0.35));

    private final Doll doll;
    private final Joints joints;

    Exercise(Doll doll) {
        this.doll = doll;
        this.joints = doll.joints();
    }

    private static Swing swing(double size, int cycles, double phase) {
        return new Swing(size, cycles, phase);
    }

    /** The posture with its lower foot on the ground. */
    Posture at(double t) {
        Posture floating = at(t, Vec.ZERO);
        Posture resting = at(0, Vec.ZERO);
        return at(t, Vec.of(0, lowest(resting) - lowest(floating), 0));
    }

    private double lowest(Posture p) {
        double low = Double.MAX_VALUE;
        for (Doll.Side s : new Doll.Side[] {doll.left, doll.right}) {
            Vec heel = joints.pivot(s.foot()).plus(Vec.of(0, -0.10, -0.03));
            Vec tip = joints.pivot(s.toes()).plus(Vec.of(0, -0.04, 0.10));
            low = Math.min(
                    low,
                    Math.min(p.carry(s.foot(), heel).y(), p.carry(s.toes(), tip).y()));
        }
        return low;
    }

    private Posture at(double t, Vec shift) {
        Posture p = new Posture(joints);
        p.place(doll.pelvis, shift, BODY.at(t, 1));
        p.turn(doll.belly, BELLY.at(t, 1));
        p.turn(doll.chest, CHEST.at(t, 1));
        p.turn(doll.head, HEAD.at(t, 1));
        side(p, doll.left, t, LEFT_ARM, LEFT_FOREARM, LEFT_HAND, LEFT_THIGH, LEFT_SHIN, LEFT_FOOT, LEFT_TOES);
        side(p, doll.right, t, RIGHT_ARM, RIGHT_FOREARM, RIGHT_HAND, RIGHT_THIGH, RIGHT_SHIN, RIGHT_FOOT, RIGHT_TOES);
        return p;
    }

    private static void side(Posture p, Doll.Side s, double t, Turn... turns) {
        int[] joints = {s.arm(), s.forearm(), s.hand(), s.thigh(), s.shin(), s.foot(), s.toes()};
        for (int k = 0; k < joints.length; k++) {
            p.turn(joints[k], turns[k].at(t, s.sign()));
        }
    }
}
