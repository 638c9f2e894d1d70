package dev.sinew.sample.mannequin;

import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;

/**
 * The mannequin's joints and shape: eighteen bones, arms and legs spread so that no part touches another. Metres, y up, looking
 * along +z, its left side at +x.
 */
final class Doll {
    private final Joints joints = new Joints();
    private final List<Flesh> flesh = new ArrayList<>();

    final int pelvis = joints.root("pelvis", Vec.of(0, 0.95, 0));
    final int belly = joints.add("belly", pelvis, Vec.of(0, 1.045, 0));
    final int chest = joints.add("chest", belly, Vec.of(0, 1.20, 0));
    final int head = joints.add("head", chest, Vec.of(0, 1.475, -0.01));
    final Side left = side("left", 1);
    final Side right = side("right", -1);

    /** Joints of one side; the sign is that of its x. */
    record Side(int sign, int arm, int forearm, int hand, int thigh, int shin, int foot, int toes) {}

    Doll() {
        put(pelvis, 0.05, Limb.of(Vec.of(0.055, 0.945, 0), Vec.of(-0.055, 0.945, 0), 0.100, 0.100));
        put(
                belly,
                0.07,
                Limb.of(Vec.of(0, 1.075, 0), Vec.of(0, 1.155, 0.004), 0.098, 0.100)
                        .flattened(1.08));
        put(
                chest,
                0.07,
                Limb.of(Vec.of(0, 1.235, 0), Vec.of(0, 1.345, 0), 0.115, 0.108).flattened(1.28));
        put(head, 0.05, Limb.of(Vec.of(0, 1.465, -0.012), Vec.of(0, 1.56, 0), 0.046, 0.046));
        put(head, 0.04, Limb.of(Vec.of(0, 1.605, 0.018), Vec.of(0, 1.695, 0), 0.082, 0.105));
        put(head, 0.03, Limb.ball(Vec.of(0, 1.635, 0.108), 0.014));
        limbs(left);
        limbs(right);
    }

    private Side side(String name, int s) {
        int arm = joints.add("arm_" + name, chest, Vec.of(s * 0.185, 1.375, 0));
        int forearm = joints.add("forearm_" + name, arm, Vec.of(s * 0.415, 1.205, -0.008));
        int hand = joints.add("hand_" + name, forearm, Vec.of(s * 0.625, 1.045, 0.006));
        int thigh = joints.add("thigh_" + name, pelvis, Vec.of(s * 0.112, 0.880, 0));
        int shin = joints.add("shin_" + name, thigh, Vec.of(s * 0.158, 0.490, 0.010));
        int foot = joints.add("foot_" + name, shin, Vec.of(s * 0.195, 0.105, -0.020));
        int toes = joints.add("toes_" + name, foot, Vec.of(s * 0.218, 0.042, 0.105));
        return new Side(s, arm, forearm, hand, thigh, shin, foot, toes);
    }

    private void put(int joint, double fillet, Limb limb) {
        flesh.add(new Flesh(limb, joint, fillet));
    }

    private void limbs(Side s) {
        Vec shoulder = joints.pivot(s.arm());
        Vec elbow = joints.pivot(s.forearm());
        Vec wrist = joints.pivot(s.hand());
        bulging(s.arm(), shoulder, elbow, 0.060, 0.056, 0.041);
        bulging(s.forearm(), elbow, wrist, 0.041, 0.045, 0.029);
        Vec palm = wrist.plus(wrist.minus(elbow).times(0.30));
        Vec tip = wrist.plus(wrist.minus(elbow).times(0.66));
        put(s.hand(), 0.03, Limb.of(wrist.towards(palm, 0.25), palm, 0.033, 0.041));
        put(s.hand(), 0.03, Limb.of(palm, tip, 0.036, 0.020));
        Vec thumb = palm.plus(Vec.of(s.sign() * 0.008, -0.022, 0.074));
        put(s.hand(), 0.02, Limb.of(wrist.towards(palm, 0.55), thumb, 0.021, 0.015));
        leg(s);
    }

    private void leg(Side s) {
        Vec hip = joints.pivot(s.thigh());
        Vec knee = joints.pivot(s.shin());
        Vec ankle = joints.pivot(s.foot());
        Vec ball = joints.pivot(s.toes());
        bulging(s.thigh(), hip, knee, 0.080, 0.078, 0.054);
        bulging(s.shin(), knee, ankle, 0.054, 0.060, 0.037);
        put(
                s.foot(),
                0.04,
                Limb.of(Vec.of(ankle.x(), 0.048, -0.050), ball.plus(Vec.of(0, 0.012, -0.02)), 0.045, 0.046));
        put(s.foot(), 0.04, Limb.of(ankle, ball.towards(ankle, 0.35), 0.037, 0.040));
        Vec tip = ball.plus(Vec.of(s.sign() * 0.014, -0.004, 0.078));
        put(
                s.toes(),
                0.03,
                Limb.of(ball.plus(Vec.of(0, 0.004, 0.015)), tip, 0.046, 0.036).flattened(1.1));
    }

    /** A piece that is thickest at a third of its length. */
    private void bulging(int joint, Vec from, Vec to, double start, double thick, double end) {
        Vec middle = from.towards(to, 0.36);
        put(joint, 0.04, Limb.of(from, middle, start, thick));
        put(joint, 0.02, Limb.of(middle, to, thick, end));
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
