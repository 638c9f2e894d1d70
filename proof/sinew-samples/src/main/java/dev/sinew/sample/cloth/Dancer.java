package dev.sinew.sample.cloth;

import dev.sinew.mesh.Material;
import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.Posture;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The wearer of the garments: a dummy with legs that steps and turns. Time is in seconds. */
final class Dancer {
    private static final double TURN_SECONDS = 3.6;
    private static final double STEP_SECONDS = 1.2;

    private final Joints joints = new Joints();
    private final List<Flesh> flesh = new ArrayList<>();
    final int hips = joints.root("hips", Vec.of(0, 0.98, 0));
    final int chest = joints.add("chest", hips, Vec.of(0, 1.14, 0));
    private final int[] left = leg("left", 1);
    private final int[] right = leg("right", -1);

    Dancer() {
        put(hips, 0.05, Limb.of(Vec.of(0, 1.14, 0), Vec.of(0, 1.02, 0), 0.098, 0.112));
        put(hips, 0.04, Limb.of(Vec.of(0.050, 0.960, -0.012), Vec.of(-0.050, 0.960, -0.012), 0.118, 0.118));
        put(
                chest,
                0.06,
                Limb.of(Vec.of(0, 1.20, 0), Vec.of(0, 1.33, 0), 0.098, 0.125).flattened(1.12));
        put(chest, 0.08, Limb.of(Vec.of(0.085, 1.415, -0.01), Vec.of(-0.085, 1.415, -0.01), 0.070, 0.070));
        put(chest, 0.05, Limb.of(Vec.of(0, 1.44, -0.005), Vec.of(0, 1.56, 0.005), 0.055, 0.048));
        legFlesh(left, 1);
        legFlesh(right, -1);
    }

    private int[] leg(String side, int sign) {
        int thigh = joints.add("thigh_" + side, hips, Vec.of(sign * 0.085, 0.91, 0));
        int shin = joints.add("shin_" + side, thigh, Vec.of(sign * 0.095, 0.50, 0.012));
        int foot = joints.add("foot_" + side, shin, Vec.of(sign * 0.095, 0.085, -0.02));
        return new int[] {thigh, shin, foot};
    }

    private void legFlesh(int[] leg, int sign) {
        Vec knee = joints.pivot(leg[1]);
        Vec ankle = joints.pivot(leg[2]);
        put(leg[0], 0.05, Limb.of(joints.pivot(leg[0]), knee, 0.085, 0.054));
        put(leg[1], 0.03, Limb.of(knee, knee.towards(ankle, 0.35).plus(Vec.of(0, 0, -0.012)), 0.052, 0.055));
        put(leg[1], 0.03, Limb.of(knee.towards(ankle, 0.35).plus(Vec.of(0, 0, -0.012)), ankle, 0.055, 0.034));
        put(leg[2], 0.03, Limb.of(ankle.plus(Vec.of(0, -0.03, 0)), Vec.of(sign * 0.10, 0.030, 0.13), 0.040, 0.028));
    }

    private void put(int joint, double fillet, Limb limb) {
        flesh.add(new Flesh(limb, joint, fillet));
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

    static Material material() {
        return new Material("porcelain", 0.80f, 0.74f, 0.69f, 1f, 0.5f, 0f, Optional.empty());
    }

    private static double wave(double orientations) {
        return StrictMath.sin(2 * Math.PI * orientations);
    }

    Posture at(double seconds) {
        double step = seconds / STEP_SECONDS;
        double turn = seconds / TURN_SECONDS;
        Posture p = new Posture(joints);
        Vec sway = Vec.of(0.035 * wave(step), 0.012 * wave(2 * step + 0.1), 0.02 * wave(0.5 * step));
        p.place(hips, sway, Quat.yaw(2.9 * wave(turn)).times(Quat.roll(0.09 * wave(step + 0.05))));
        p.turn(chest, Quat.yaw(0.25 * wave(turn + 0.06)).times(Quat.roll(-0.11 * wave(step + 0.02))));
        leg(p, left, step, 1);
        leg(p, right, step + 0.5, -1);
        return p;
    }

    private static void leg(Posture p, int[] leg, double step, int sign) {
        double swing = wave(step);
        double lift = Math.max(0, wave(step + 0.22));
        p.turn(leg[0], Quat.pitch(-0.30 * swing - 0.22 * lift).times(Quat.roll(sign * 0.06)));
        p.turn(leg[1], Quat.pitch(0.12 + 0.55 * lift));
        p.turn(leg[2], Quat.pitch(0.10 - 0.12 * swing + 0.25 * lift));
    }
}
