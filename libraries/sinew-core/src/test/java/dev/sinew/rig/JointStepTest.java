package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.platform.Workers;
import org.junit.jupiter.api.Test;

/** Two boxes with a known hinge: what the motion determines is found, the rest is the centroid of the seam. */
class JointStepTest {
    private static final int FRAMES = 37;
    private static final double FIRMNESS = 1e-6;

    /** Part of the data's say that the prior always has, see {@code OPEN}. */
    private static final double OPEN = 0.003;

    private static final double[] Z = {0, 0, 1};
    /** Off the seam's middle, (1, 0, 0), in all directions. */
    private static final double[] HINGE = {1.2, 0.5, 0.7};

    private final BoxChain boxes = new BoxChain(2);
    private final BoneTree tree = new BoneTree(BoxChain.chain(2), new double[] {0, 0, 0, HINGE[0], HINGE[1], HINGE[2]});

    /** The parent turns about any axis; the child as it does, and by {@code bend} more about z. */
    private double[] motion(double bend) {
        double[] t = new double[3 * FRAMES * 8];
        for (int f = 0; f < FRAMES; f++) {
            BoxChain.turn(tree, t, f, 0, new double[] {1, 2, -1}, 0.1 * f);
            double angle = bend * Math.sin(f);
            double cos = Math.cos(angle);
            double sin = Math.sin(angle);
            for (int r = 0; r < 3; r++) {
                int row = (3 * f + r) * 8;
                t[row + 4] = t[row] * cos + t[row + 1] * sin;
                t[row + 5] = -t[row] * sin + t[row + 1] * cos;
                t[row + 6] = t[row + 2];
            }
            ArticulatedTransforms.attach(tree, t, f, 1);
        }
        return t;
    }

    private double[] joint(double bend, JointHold hold, Workers workers) {
        double[] t = motion(bend);
        double[] right = boxes.right(boxes.poses(t, FRAMES));
        // What is known already must not help.
        BoneTree elsewhere = tree.withJoints(new double[6]);
        double[] joints =
                new JointStep(FIRMNESS, hold).solve(elsewhere, boxes.gram(), right, boxes.sums(), t, FRAMES, workers);
        assertThat(joints).hasSize(6).startsWith(0, 0, 0);
        return new double[] {joints[3], joints[4], joints[5]};
    }

    @Test
    void aHingeIsFoundAcrossItsAxisAndStaysInTheMiddleAlongIt() {
        // ΔᵀΔ is a·diag(1, 1, 0), its trace 2a, the prior's strength OPEN·a.
        double[] expected = {(HINGE[0] + OPEN * 1) / (1 + OPEN), HINGE[1] / (1 + OPEN), 0};
        assertThat(joint(0.8, JointHold.none(2), Workers.CALLER)).containsExactly(expected, within(1e-9));
    }

    @Test
    void bonesThatMoveAsOneMeetInTheMiddleOfTheirSeam() {
        assertThat(joint(0, JointHold.none(2), Workers.CALLER)).containsExactly(new double[] {1, 0, 0}, within(1e-6));
    }

    @Test
    void aHeldJointStaysWhereItIsToldWhateverTheMotionSays() {
        JointHold hold = JointHold.none(2);
        double[] told = {0.9, -0.4, 0.2};
        hold.at(1, told);
        assertThat(joint(0.8, hold, Workers.CALLER)).containsExactly(told, within(1e-5));
    }

    @Test
    void threadsChangeNoBit() {
        try (Workers three = new Workers(3)) {
            assertThat(joint(0.8, JointHold.none(2), three)).isEqualTo(joint(0.8, JointHold.none(2), Workers.CALLER));
        }
    }
}
