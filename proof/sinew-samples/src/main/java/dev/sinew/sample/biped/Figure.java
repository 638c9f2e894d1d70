package dev.sinew.sample.biped;

import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;

/** The figure's joints and shape, with arms half lowered: metres, y up, looking along +z, its left side at +x. */
final class Figure {
    private final Joints joints = new Joints();
    private final List<Flesh> flesh = new ArrayList<>();

    final int hips = joints.root("hips", Vec.of(0, 0.93, 0));
    final int spine = joints.add("spine", hips, Vec.of(0, 1.04, 0));
    final int chest = joints.add("chest", spine, Vec.of(0, 1.18, 0));
    final int neck = joints.add("neck", chest, Vec.of(0, 1.40, -0.01));
    final int head = joints.add("head", neck, Vec.of(0, 1.47, 0));
    final Side left = side("left", 1);
    final Side right = side("right", -1);

    /** Joints of one side. */
    record Side(int sign, int shoulder, int arm, int forearm, int hand, int thigh, int shin, int foot, int toes) {}

    Figure() {
        put(hips, 0.05, Limb.of(Vec.of(0.05, 0.92, 0), Vec.of(-0.05, 0.92, 0), 0.108, 0.108));
        put(spine, 0.08, Limb.of(Vec.of(0, 1.00, 0), Vec.of(0, 1.12, 0.005), 0.112, 0.114));
        put(
                chest,
                0.08,
                Limb.of(Vec.of(0, 1.20, 0), Vec.of(0, 1.28, 0), 0.120, 0.118).flattened(1.15));
        put(neck, 0.05, Limb.of(Vec.of(0, 1.38, -0.01), Vec.of(0, 1.47, 0), 0.056, 0.050));
        face();
        limbs(left);
        limbs(right);
    }

    private Side side(String name, int s) {
        int shoulder = joints.add("shoulder_" + name, chest, Vec.of(s * 0.045, 1.36, 0));
        int arm = joints.add("arm_" + name, shoulder, Vec.of(s * 0.165, 1.355, -0.005));
        int forearm = joints.add("forearm_" + name, arm, Vec.of(s * 0.335, 1.160, -0.015));
        int hand = joints.add("hand_" + name, forearm, Vec.of(s * 0.485, 0.985, 0.010));
        int thigh = joints.add("thigh_" + name, hips, Vec.of(s * 0.085, 0.885, 0));
        int shin = joints.add("shin_" + name, thigh, Vec.of(s * 0.100, 0.500, 0.010));
        int foot = joints.add("foot_" + name, shin, Vec.of(s * 0.105, 0.100, -0.020));
        int toes = joints.add("toes_" + name, foot, Vec.of(s * 0.112, 0.038, 0.095));
        return new Side(s, shoulder, arm, forearm, hand, thigh, shin, foot, toes);
    }

    private void put(int joint, double fillet, Limb limb) {
        flesh.add(new Flesh(limb, joint, fillet));
    }

    private void face() {
        put(head, 0.03, Limb.of(Vec.of(0, 1.575, 0.005), Vec.of(0, 1.635, 0), 0.118, 0.128));
        put(head, 0.05, Limb.of(Vec.of(0, 1.535, 0.055), Vec.of(0, 1.535, 0.06), 0.075, 0.07));
        put(head, 0.02, Limb.ball(Vec.of(0, 1.580, 0.132), 0.022));
        for (int s = -1; s <= 1; s += 2) {
            put(head, 0.015, Limb.of(Vec.of(s * 0.120, 1.575, 0), Vec.of(s * 0.128, 1.60, -0.01), 0.022, 0.026));
            put(head, 0.010, Limb.ball(Vec.of(s * 0.046, 1.612, 0.108), 0.021));
        }
        // Hair with a tuft.
        put(head, 0.02, Limb.of(Vec.of(0, 1.665, -0.030), Vec.of(0, 1.66, -0.045), 0.118, 0.112));
        put(head, 0.03, Limb.of(Vec.of(0.01, 1.765, 0.0), Vec.of(-0.035, 1.775, 0.075), 0.040, 0.022));
    }

    private void limbs(Side s) {
        Vec shoulder = joints.pivot(s.arm());
        Vec elbow = joints.pivot(s.forearm());
        Vec wrist = joints.pivot(s.hand());
        put(s.shoulder(), 0.08, Limb.of(Vec.of(s.sign() * 0.07, 1.345, 0), shoulder, 0.070, 0.062));
        put(s.arm(), 0.04, Limb.of(shoulder, elbow, 0.058, 0.044));
        put(s.forearm(), 0.02, Limb.of(elbow, wrist, 0.046, 0.033));
        Vec palm = wrist.plus(wrist.minus(elbow).times(0.24));
        put(s.hand(), 0.03, Limb.of(wrist.towards(palm, 0.4), palm, 0.036, 0.040));
        for (int finger = 0; finger < 3; finger++) {
            Vec tip = palm.plus(Vec.of(s.sign() * 0.036, -0.055, 0.026 * (finger - 1) + 0.006));
            put(s.hand(), 0.012, Limb.of(palm.plus(Vec.of(0, 0, 0.024 * (finger - 1))), tip, 0.019, 0.016));
        }
        put(
                s.hand(),
                0.012,
                Limb.of(wrist.towards(palm, 0.5), palm.plus(Vec.of(-s.sign() * 0.018, -0.012, 0.052)), 0.018, 0.016));
        leg(s);
    }

    private void leg(Side s) {
        Vec hip = joints.pivot(s.thigh());
        Vec knee = joints.pivot(s.shin());
        Vec ankle = joints.pivot(s.foot());
        Vec ball = joints.pivot(s.toes());
        put(s.thigh(), 0.05, Limb.of(hip, knee, 0.092, 0.060));
        put(s.shin(), 0.03, Limb.of(knee, ankle, 0.058, 0.046));
        put(s.foot(), 0.04, Limb.of(Vec.of(ankle.x(), 0.052, -0.045), ball.plus(Vec.of(0, 0.012, 0)), 0.052, 0.048));
        put(
                s.toes(),
                0.03,
                Limb.of(
                        ball.plus(Vec.of(0, 0.008, 0)),
                        ball.plus(Vec.of(s.sign() * 0.004, 0.008, 0.06)),
                        0.046,
                        0.045));
    }

    Joints joints() {
        return joints;
    }

    List<Flesh> flesh() {
        return flesh;
    }

    Blend shape() {
        Blend.Builder blend = new Blend.Builder();
        flesh.forEach(part -> blend.add(part.limb(), part.fillet()));
        return blend.build();
    }
}
