package dev.sinew.sample.creature;

import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.rig.SoftSkin.Muscle;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;

/** The creature's joints and shape in the rest pose: metres, y up, looking along +z, its left side at +x. */
final class Anatomy {
    /** Tail joints from the root to the tip. */
    static final int TAIL = 6;

    private final Joints joints = new Joints();
    private final List<Flesh> flesh = new ArrayList<>();

    final int pelvis = joints.root("pelvis", Vec.of(0, 0.78, -0.36));
    final int spine = joints.add("spine", pelvis, Vec.of(0, 0.80, -0.12));
    final int chest = joints.add("chest", spine, Vec.of(0, 0.79, 0.14));
    final int neckLow = joints.add("neck_low", chest, Vec.of(0, 0.86, 0.38));
    final int neckHigh = joints.add("neck_high", neckLow, Vec.of(0, 1.00, 0.51));
    final int head = joints.add("head", neckHigh, Vec.of(0, 1.13, 0.60));
    final int earLeft = joints.add("ear_left", head, Vec.of(0.085, 1.25, 0.615));
    final int earRight = joints.add("ear_right", head, Vec.of(-0.085, 1.25, 0.615));
    final int[] tail = new int[TAIL];
    final Leg hindLeft = hindLeg("left", 1);
    final Leg hindRight = hindLeg("right", -1);
    final Leg foreLeft = foreLeg("left", 1);
    final Leg foreRight = foreLeg("right", -1);

    Anatomy() {
        trunk();
        headAndNeck();
        tail();
        legFlesh(hindLeft, new double[] {0.135, 0.082, 0.050, 0.044, 0.052});
        legFlesh(hindRight, new double[] {0.135, 0.082, 0.050, 0.044, 0.052});
        legFlesh(foreLeft, new double[] {0.100, 0.070, 0.048, 0.046, 0.054});
        legFlesh(foreRight, new double[] {0.100, 0.070, 0.048, 0.046, 0.054});
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

    private void put(int joint, double fillet, Limb limb) {
        flesh.add(new Flesh(limb, joint, fillet));
    }

    private void trunk() {
        put(
                pelvis,
                0.10,
                Limb.of(Vec.of(0, 0.775, -0.46), Vec.of(0, 0.775, -0.28), 0.150, 0.165)
                        .flattened(0.95));
        put(
                spine,
                0.12,
                Limb.of(Vec.of(0, 0.745, -0.20), Vec.of(0, 0.74, 0.02), 0.165, 0.185)
                        .flattened(0.98));
        put(
                chest,
                0.12,
                Limb.of(Vec.of(0, 0.74, 0.10), Vec.of(0, 0.755, 0.28), 0.190, 0.170)
                        .flattened(0.90));
        put(chest, 0.10, Limb.ball(Vec.of(0, 0.70, 0.30), 0.13));
    }

    private void headAndNeck() {
        put(
                neckLow,
                0.12,
                Limb.of(Vec.of(0, 0.83, 0.34), Vec.of(0, 0.99, 0.49), 0.135, 0.100)
                        .flattened(0.9));
        put(
                neckHigh,
                0.06,
                Limb.of(Vec.of(0, 0.99, 0.49), Vec.of(0, 1.12, 0.59), 0.100, 0.088)
                        .flattened(0.95));
        put(head, 0.06, Limb.of(Vec.of(0, 1.17, 0.63), Vec.of(0, 1.165, 0.68), 0.118, 0.120));
        put(
                head,
                0.07,
                Limb.of(Vec.of(0, 1.12, 0.74), Vec.of(0, 1.085, 0.875), 0.085, 0.058)
                        .flattened(1.1));
        put(head, 0.03, Limb.ball(Vec.of(0, 1.118, 0.915), 0.026).flattened(1.3));
        for (int side = -1; side <= 1; side += 2) {
            put(head, 0.02, Limb.ball(Vec.of(side * 0.082, 1.200, 0.735), 0.040));
            int ear = side > 0 ? earLeft : earRight;
            put(ear, 0.04, Limb.of(Vec.of(side * 0.082, 1.25, 0.61), Vec.of(side * 0.125, 1.37, 0.565), 0.042, 0.022));
            put(ear, 0.03, Limb.of(Vec.of(side * 0.100, 1.29, 0.60), Vec.of(side * 0.125, 1.33, 0.585), 0.036, 0.020));
        }
    }

    private void tail() {
        Vec[] points = {
            Vec.of(0, 0.815, -0.50),
            Vec.of(0, 0.80, -0.66),
            Vec.of(0, 0.745, -0.81),
            Vec.of(0, 0.675, -0.95),
            Vec.of(0, 0.625, -1.09),
            Vec.of(0, 0.615, -1.23),
            Vec.of(0, 0.645, -1.36)
        };
        double[] radii = {0.100, 0.078, 0.062, 0.050, 0.043, 0.038, 0.034};
        for (int k = 0; k < TAIL; k++) {
            tail[k] = joints.add("tail_" + (k + 1), k == 0 ? pelvis : tail[k - 1], points[k]);
            put(tail[k], k == 0 ? 0.10 : 0.02, Limb.of(points[k], points[k + 1], radii[k], radii[k + 1]));
        }
    }

    private Leg hindLeg(String side, int sign) {
        return leg("hind_" + side, pelvis, sign, new Vec[] {
            Vec.of(0.110, 0.715, -0.385),
            Vec.of(0.155, 0.455, -0.265),
            Vec.of(0.145, 0.240, -0.475),
            Vec.of(0.150, 0.050, -0.415),
            Vec.of(0.155, 0.042, -0.325)
        });
    }

    private Leg foreLeg(String side, int sign) {
        int shoulder = joints.add("shoulder_" + side, chest, Vec.of(sign * 0.09, 0.88, 0.20));
        put(shoulder, 0.16, Limb.of(Vec.of(sign * 0.095, 0.82, 0.22), Vec.of(sign * 0.115, 0.64, 0.32), 0.085, 0.088));
        return leg("fore_" + side, shoulder, sign, new Vec[] {
            Vec.of(0.125, 0.625, 0.330),
            Vec.of(0.140, 0.435, 0.205),
            Vec.of(0.135, 0.200, 0.265),
            Vec.of(0.140, 0.052, 0.295),
            Vec.of(0.145, 0.044, 0.385)
        });
    }

    private Leg leg(String name, int parent, int sign, Vec[] left) {
        Vec[] points = new Vec[left.length];
        for (int k = 0; k < left.length; k++) {
            points[k] = sign > 0 ? left[k] : left[k].mirrored();
        }
        int upper = joints.add(name + "_upper", parent, points[0]);
        int lower = joints.add(name + "_lower", upper, points[1]);
        int foot = joints.add(name + "_foot", lower, points[2]);
        int toes = joints.add(name + "_toes", foot, points[3]);
        return new Leg(parent, upper, lower, foot, toes, points);
    }

    private void legFlesh(Leg leg, double[] radii) {
        int[] bones = {leg.upper(), leg.lower(), leg.foot(), leg.toes()};
        for (int k = 0; k < bones.length; k++) {
            put(bones[k], k == 0 ? 0.12 : 0.04, Limb.of(leg.points()[k], leg.points()[k + 1], radii[k], radii[k + 1]));
        }
        for (int toe = -1; toe <= 1; toe++) {
            Vec tip = leg.points()[4].plus(Vec.of(toe * 0.036, -0.012, toe == 0 ? 0.022 : 0.006));
            put(leg.toes(), 0.018, Limb.of(leg.points()[3].towards(tip, 0.6), tip, 0.03, 0.027));
        }
    }

    /** Parts that jiggle and bulge, in the order of {@code Walk#muscles}. */
    List<Muscle> muscles() {
        List<Muscle> muscles = new ArrayList<>();
        muscles.add(Muscle.pushing(Vec.of(0, 0.58, -0.06), 0.30, Vec.Y));
        muscles.add(Muscle.pushing(Vec.of(0, 0.58, -0.06), 0.30, Vec.X));
        muscles.add(Muscle.swelling(Vec.of(0, 0.76, 0.10), 0.42, Vec.of(1, 0.7, 0)));
        muscles.add(Muscle.pushing(Vec.of(0, 0.68, 0.42), 0.20, Vec.Y));
        for (Leg leg : List.of(hindLeft, hindRight, foreLeft, foreRight)) {
            Vec middle = leg.points()[0].towards(leg.points()[1], 0.35);
            muscles.add(Muscle.swelling(middle, 0.20, Vec.of(1, -0.3, 0.8)));
            Vec calf = leg.points()[1].towards(leg.points()[2], 0.3);
            muscles.add(Muscle.swelling(calf, 0.13, Vec.of(0.8, -0.2, 0.9)));
        }
        return muscles;
    }

    /**
     * The joints of one leg.
     *
     * @param points rest positions of hip, knee, heel, ball and tip of the toes
     */
    record Leg(int parent, int upper, int lower, int foot, int toes, Vec[] points) {}
}
