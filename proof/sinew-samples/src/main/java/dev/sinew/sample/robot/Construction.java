package dev.sinew.sample.robot;

import static dev.sinew.sample.robot.Construction.Finish.CYAN;
import static dev.sinew.sample.robot.Construction.Finish.GRAPHITE;
import static dev.sinew.sample.robot.Construction.Finish.ORANGE;
import static dev.sinew.sample.robot.Construction.Finish.VISOR;
import static dev.sinew.sample.robot.Construction.Finish.WHITE;

import dev.sinew.mesh.Material;
import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.Quat;
import dev.sinew.sample.surface.HardPart;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The robot's joints and parts, the most important parts first: a robot of few vertices consists of the first ones. */
final class Construction {
    private static final Quat UPRIGHT = Quat.NONE;
    private static final Quat ACROSS = Quat.roll(0.5 * Math.PI);
    private static final Quat FORWARD = Quat.pitch(0.5 * Math.PI);

    final Joints joints = new Joints();
    private final List<Component> parts = new ArrayList<>();

    final int pelvis = joints.root("pelvis", Vec.of(0, 0.83, 0));
    final int chest = joints.add("chest", pelvis, Vec.of(0, 0.93, 0));
    final int head = joints.add("head", chest, Vec.of(0, 1.34, 0));
    final Side left = side("left", 1);
    final Side right = side("right", -1);

    /** Joints of one side's arm and leg. */
    record Side(int sign, int arm, int forearm, int hand, int thigh, int shin, int foot) {}

    Construction() {
        box(chest, WHITE, Vec.of(0, 1.12, 0), Vec.of(0.205, 0.165, 0.145), 0.065);
        box(head, WHITE, Vec.of(0, 1.475, 0.01), Vec.of(0.155, 0.120, 0.135), 0.065);
        both(this::foot);
        both(this::limbs);
        box(pelvis, GRAPHITE, Vec.of(0, 0.82, 0), Vec.of(0.125, 0.070, 0.095), 0.040);
        box(head, VISOR, Vec.of(0, 1.48, 0.125), Vec.of(0.128, 0.062, 0.035), 0.030);
        both(this::joint);
        box(chest, ORANGE, Vec.of(0, 1.14, -0.175), Vec.of(0.14, 0.125, 0.055), 0.035);
        cylinder(chest, GRAPHITE, Vec.of(0, 0.935, 0), 0.085, 0.060, 0.015, UPRIGHT);
        cylinder(head, GRAPHITE, Vec.of(0, 1.325, 0), 0.055, 0.050, 0.012, UPRIGHT);
        both(this::hand);
        details();
    }

    List<Component> parts() {
        return parts;
    }

    private Side side(String name, int sign) {
        int arm = joints.add("arm_" + name, chest, Vec.of(sign * 0.265, 1.225, 0));
        int forearm = joints.add("forearm_" + name, arm, Vec.of(sign * 0.325, 0.985, 0));
        int hand = joints.add("hand_" + name, forearm, Vec.of(sign * 0.330, 0.735, 0.01));
        int thigh = joints.add("thigh_" + name, pelvis, Vec.of(sign * 0.115, 0.765, 0));
        int shin = joints.add("shin_" + name, thigh, Vec.of(sign * 0.125, 0.450, 0.015));
        int foot = joints.add("foot_" + name, shin, Vec.of(sign * 0.125, 0.120, -0.010));
        return new Side(sign, arm, forearm, hand, thigh, shin, foot);
    }

    /** Adds the parts of one side. */
    private interface OneSide {
        void add(Side side);
    }

    private void both(OneSide parts) {
        parts.add(left);
        parts.add(right);
    }

    private void foot(Side s) {
        box(s.foot, ORANGE, Vec.of(s.sign * 0.128, 0.050, 0.045), Vec.of(0.075, 0.046, 0.145), 0.036);
    }

    private void limbs(Side s) {
        box(s.shin, WHITE, Vec.of(s.sign * 0.126, 0.275, -0.005), Vec.of(0.068, 0.140, 0.078), 0.036);
        box(s.thigh, WHITE, Vec.of(s.sign * 0.121, 0.610, 0.005), Vec.of(0.062, 0.115, 0.070), 0.034);
        box(s.forearm, WHITE, Vec.of(s.sign * 0.328, 0.850, 0.004), Vec.of(0.058, 0.105, 0.062), 0.032);
        cylinder(s.arm, GRAPHITE, Vec.of(s.sign * 0.305, 1.095, 0), 0.047, 0.100, 0.014, tilt(s.sign * 0.24));
        ball(s.arm, ORANGE, Vec.of(s.sign * 0.268, 1.228, 0), 0.094);
    }

    private static Quat tilt(double radians) {
        return Quat.roll(radians);
    }

    private void joint(Side s) {
        ball(s.thigh, GRAPHITE, Vec.of(s.sign * 0.116, 0.760, 0), 0.074);
        cylinder(s.shin, ORANGE, Vec.of(s.sign * 0.125, 0.450, 0.015), 0.058, 0.066, 0.012, ACROSS);
        cylinder(s.forearm, ORANGE, Vec.of(s.sign * 0.326, 0.985, 0), 0.050, 0.056, 0.011, ACROSS);
        cylinder(s.foot, GRAPHITE, Vec.of(s.sign * 0.125, 0.120, -0.010), 0.042, 0.050, 0.010, ACROSS);
        cylinder(head, ORANGE, Vec.of(s.sign * 0.165, 1.475, 0.005), 0.055, 0.022, 0.010, ACROSS);
    }

    private void hand(Side s) {
        box(s.hand, GRAPHITE, Vec.of(s.sign * 0.330, 0.695, 0.012), Vec.of(0.036, 0.040, 0.046), 0.014);
        for (int finger = -1; finger <= 1; finger++) {
            Vec at = Vec.of(s.sign * 0.345, 0.625, 0.012 + 0.032 * finger);
            box(s.hand, WHITE, at, Vec.of(0.013, 0.040, 0.012), 0.009);
        }
        box(s.hand, WHITE, Vec.of(s.sign * 0.296, 0.640, 0.012), Vec.of(0.013, 0.030, 0.015), 0.009);
    }

    private void details() {
        both(s -> cylinder(head, CYAN, Vec.of(s.sign * 0.055, 1.485, 0.158), 0.026, 0.008, 0.004, FORWARD));
        box(chest, GRAPHITE, Vec.of(0, 1.135, 0.140), Vec.of(0.105, 0.062, 0.015), 0.010);
        cylinder(chest, CYAN, Vec.of(0.062, 1.140, 0.156), 0.024, 0.007, 0.004, FORWARD);
        for (int bar = 0; bar < 3; bar++) {
            box(chest, ORANGE, Vec.of(-0.035, 1.165 - 0.026 * bar, 0.156), Vec.of(0.045, 0.008, 0.006), 0.004);
        }
        cylinder(head, GRAPHITE, Vec.of(-0.085, 1.655, -0.03), 0.008, 0.075, 0.004, UPRIGHT);
        ball(head, ORANGE, Vec.of(-0.085, 1.745, -0.03), 0.022);
    }

    private void box(int joint, int material, Vec centre, Vec half, double rounding) {
        parts.add(new Component(new HardPart(HardPart.Form.BOX, half, rounding), centre, UPRIGHT, joint, material));
    }

    private void ball(int joint, int material, Vec centre, double radius) {
        Vec half = Vec.of(radius, radius, radius);
        parts.add(
                new Component(new HardPart(HardPart.Form.BALL, half, 0.5 * radius), centre, UPRIGHT, joint, material));
    }

    private void cylinder(
            int joint, int material, Vec centre, double radius, double halfHeight, double rounding, Quat turn) {
        Vec half = Vec.of(radius, halfHeight, radius);
        parts.add(new Component(new HardPart(HardPart.Form.CYLINDER, half, rounding), centre, turn, joint, material));
    }

    /**
     * A part of the robot in the rest pose.
     *
     * @param joint that moves it
     * @param material index into {@link Finish#materials}
     */
    record Component(HardPart part, Vec centre, Quat turn, int joint, int material) {}

    /** The robot's materials. */
    static final class Finish {
        static final int WHITE = 0;
        static final int ORANGE = 1;
        static final int GRAPHITE = 2;
        static final int VISOR = 3;
        static final int CYAN = 4;

        private Finish() {}

        static List<Material> materials() {
            return List.of(
                    material("white enamel", 0.78f, 0.78f, 0.76f, 0.35f, 0f),
                    material("orange enamel", 0.83f, 0.19f, 0.018f, 0.35f, 0f),
                    material("graphite", 0.055f, 0.060f, 0.068f, 0.5f, 0.6f),
                    material("visor", 0.008f, 0.010f, 0.014f, 0.12f, 0f),
                    material("cyan light", 0.10f, 0.80f, 0.86f, 0.3f, 0f));
        }

        private static Material material(String name, float r, float g, float b, float roughness, float metallic) {
            return new Material(name, r, g, b, 1f, roughness, metallic, Optional.empty());
        }
    }
}
