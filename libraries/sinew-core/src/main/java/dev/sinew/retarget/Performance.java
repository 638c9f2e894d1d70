package dev.sinew.retarget;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Vec3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import java.util.Arrays;
import java.util.Optional;

/**
 * A skeleton's motion as rotations and joint positions in space, y up.
 *
 * @param rest 3S, joints of the rest pose
 * @param rotations F·S·9, from the rest pose
 * @param positions F·S·3, joints
 */
record Performance(int bones, int frames, double fps, double[] rest, double[] rotations, double[] positions) {
    /** The rest pose as a frame. */
    static final int REST = -1;

    /** An axis other than y is up only if the body extends this much further along it. */
    private static final double CLEARLY = 2;

    static Performance of(Skeleton skeleton, BoneMotion motion, double fps, Optional<BodyPlan> plan) {
        Performance raw = measured(skeleton, motion, fps, Rotations.identity());
        double[] upright = plan.map(raw::upright).orElse(Rotations.identity());
        return measured(skeleton, motion, fps, upright);
    }

    private static Performance measured(Skeleton skeleton, BoneMotion motion, double fps, double[] upright) {
        int s = skeleton.boneCount();
        int frames = motion.frameCount();
        double[] rest = new double[3 * s];
        double[] rotations = new double[9 * s * frames];
        double[] positions = new double[3 * s * frames];
        NearestRotation nearest = new NearestRotation();
        double[] back = Rotations.transpose(upright);
        double[] r = new double[9];
        double[] m = motion.matrices();
        for (int j = 0; j < s; j++) {
            double[] c = skeleton.pivot(j);
            System.arraycopy(Rotations.apply(upright, c), 0, rest, 3 * j, 3);
            for (int f = 0; f < frames; f++) {
                int at = motion.offset(f, j);
                nearest.of(m, at, 4, r, 0, 3);
                double[] turned = Rotations.product(Rotations.product(upright, r), back);
                System.arraycopy(turned, 0, rotations, 9 * (f * s + j), 9);
                double[] p = new double[3];
                for (int x = 0; x < 3; x++) {
                    p[x] = Affine3.row(m, at + 4 * x, c[0], c[1], c[2]);
                }
                System.arraycopy(Rotations.apply(upright, p), 0, positions, 3 * (f * s + j), 3);
            }
        }
        return new Performance(s, frames, fps, rest, rotations, positions);
    }

    double[] rotation(int frame, int bone) {
        double[] out = Rotations.identity();
        if (frame != REST) {
            System.arraycopy(rotations, 9 * (frame * bones + bone), out, 0, 9);
        }
        return out;
    }

    /** 3S, all joints of a frame. */
    double[] positions(int frame) {
        return frame == REST ? rest : Arrays.copyOfRange(positions, 3 * frame * bones, 3 * (frame + 1) * bones);
    }

    double[] position(int frame, int bone) {
        return frame == REST ? Vec3.at(rest, 3 * bone) : Vec3.at(positions, 3 * (frame * bones + bone));
    }

    /** The rotation that brings z or x up where the body stands along these. */
    private double[] upright(BodyPlan plan) {
        Optional<double[]> height = stands(plan, REST) ? Optional.of(height(plan, REST)) : Optional.empty();
        double[] up = height.orElseGet(() -> {
            double[] sum = new double[3];
            for (int f = 0; f < frames; f++) {
                sum = Vec3.along(sum, height(plan, f), 1);
            }
            return sum;
        });
        if (up[2] > CLEARLY * Math.abs(up[1]) && up[2] > Math.abs(up[0])) {
            return new double[] {1, 0, 0, 0, 0, 1, 0, -1, 0};
        }
        if (up[0] > CLEARLY * Math.abs(up[1]) && up[0] > Math.abs(up[2])) {
            return new double[] {0, -1, 0, 1, 0, 0, 0, 0, 1};
        }
        return Rotations.identity();
    }

    /** From the feet to the head, as far as there are any. */
    private double[] height(BodyPlan plan, int f) {
        double[] top = position(f, plan.bone("head").orElse(plan.roles().get("hips")));
        return Vec3.fromTo(low(plan, f), top);
    }

    private double[] low(BodyPlan plan, int f) {
        int hips = plan.roles().get("hips");
        double[] left = position(f, plan.bone("leftFoot").orElse(hips));
        double[] right = position(f, plan.bone("rightFoot").orElse(hips));
        return Vec3.midpoint(left, right);
    }

    /** Whether head, hips and feet are above one another. */
    boolean stands(BodyPlan plan, int f) {
        double[] hips = position(f, plan.roles().get("hips"));
        double[] above = Vec3.fromTo(
                hips, position(f, plan.bone("head").orElse(plan.roles().get("hips"))));
        double[] below = Vec3.fromTo(low(plan, f), hips);
        return Vec3.length(above) > 0 && Vec3.length(below) > 0 && Rotations.angle(above, below) < Math.PI / 4;
    }
}
