package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.platform.Workers;
import dev.sinew.solve.joints.ArticulatedForm;
import dev.sinew.solve.joints.ArticulatedFrame;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Three boxes on two joints: a pose they can take is found exactly, and no other turn of the bones suits a noisy one better. */
class ArticulatedFrameTest {
    private static final int BONES = 3;
    private static final int FRAMES = 2;
    private static final int MOST_STEPS = 100;

    private final BoxChain boxes = new BoxChain(BONES);
    private final BoneTree tree = new BoneTree(BoxChain.chain(BONES), new double[] {0, 0, 0, 1, 0.1, 0, 2, 0, -0.2});
    private final Random random = new Random(5);

    private double[] bent(double most) {
        double[] t = new double[3 * FRAMES * 4 * BONES];
        for (int f = 0; f < FRAMES; f++) {
            for (int j = 0; j < BONES; j++) {
                BoxChain.turn(tree, t, f, j, BoxChain.axis(random), most * random.nextDouble());
            }
        }
        return t;
    }

    private double[] solved(double[][] poses, double[] start) {
        ArticulatedForm form = new ArticulatedForm(tree.parents(), tree.joints(), boxes.gram());
        double[] s = form.reduce(boxes.right(poses), 3 * FRAMES, Workers.CALLER);
        double[] t = new double[start.length];
        ArticulatedFrame frame = new ArticulatedFrame(form);
        for (int f = 0; f < FRAMES; f++) {
            frame.start(start, s, f, FRAMES);
            int steps = 0;
            while (frame.improve()) {
                assertThat(++steps).isLessThan(MOST_STEPS);
            }
            ArticulatedTransforms.store(frame, tree, t, f);
        }
        return t;
    }

    /** Squared error of a frame with the translation at its best: the mean miss taken out. */
    private double error(double[][] poses, double[] t, int f) {
        double[] posed = boxes.poses(t, FRAMES)[f];
        double error = 0;
        for (int r = 0; r < 3; r++) {
            double sum = 0;
            double squares = 0;
            for (int k = r; k < posed.length; k += 3) {
                double miss = posed[k] - poses[f][k];
                sum += miss;
                squares += miss * miss;
            }
            error += squares - sum * sum / (posed.length / 3);
        }
        return error;
    }

    @Test
    void aPoseTheBonesCanTakeIsFoundFromTheRestPose() {
        double[] truth = bent(0.9);
        assertThat(solved(boxes.poses(truth, FRAMES), bent(0))).containsExactly(truth, within(1e-4));
    }

    @Test
    void noOtherTurnsSuitANoisyPoseBetter() {
        double[][] poses = boxes.poses(bent(0.9), FRAMES);
        for (double[] pose : poses) {
            for (int k = 0; k < pose.length; k++) {
                pose[k] += 0.05 * random.nextGaussian();
            }
        }
        double[] found = solved(poses, bent(0));
        for (int f = 0; f < FRAMES; f++) {
            double least = error(poses, found, f);
            assertThat(least).isGreaterThan(0.001);
            for (int tries = 0; tries < 1000; tries++) {
                // Near ones say that it is a minimum, far ones that it is not a poor one.
                double angle = tries % 2 == 0 ? 0.01 : Math.PI * random.nextDouble();
                assertThat(error(poses, turnedAtRandom(found, f, angle), f)).isGreaterThan(least);
            }
        }
    }

    @Test
    void theTranslationIsTheBestOne() {
        double[][] poses = boxes.poses(bent(0.9), FRAMES);
        for (double[] pose : poses) {
            for (int k = 0; k < pose.length; k++) {
                pose[k] += 0.05 * random.nextGaussian();
            }
        }
        double[][] posed = boxes.poses(solved(poses, bent(0)), FRAMES);
        for (int f = 0; f < FRAMES; f++) {
            for (int r = 0; r < 3; r++) {
                double sum = 0;
                for (int k = r; k < posed[f].length; k += 3) {
                    sum += posed[f][k] - poses[f][k];
                }
                assertThat(sum).isCloseTo(0, within(1e-9));
            }
        }
    }

    /** Each bone rotated by the angle about a different axis, still attached to its joint. */
    private double[] turnedAtRandom(double[] t, int f, double angle) {
        double[] turned = t.clone();
        double[] by = new double[t.length];
        for (int j = 0; j < BONES; j++) {
            BoxChain.turn(tree, by, f, j, BoxChain.axis(random), angle);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    double sum = 0;
                    for (int x = 0; x < 3; x++) {
                        sum += by[(3 * f + r) * 4 * BONES + 4 * j + x] * t[(3 * f + x) * 4 * BONES + 4 * j + c];
                    }
                    turned[(3 * f + r) * 4 * BONES + 4 * j + c] = sum;
                }
            }
            if (j > 0) {
                ArticulatedTransforms.attach(tree, turned, f, j);
            }
        }
        return turned;
    }
}
