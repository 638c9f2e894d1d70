package dev.sinew.sample.solver;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.Random;

/** A clip in which every joint rotates about its own axis by up to 45°, and a little about the others. */
public final class RandomMotion {
    private static final double SWING = Math.toRadians(45);
    private static final double WOBBLE = Math.toRadians(10);

    private final Random random;

    private RandomMotion(long seed) {
        this.random = new Random(seed);
    }

    public static Clip of(SkinnedModel model, int frames, long seed) {
        return new Clip("random", 30, new RandomMotion(seed).motion(model.skeleton(), frames));
    }

    private BoneMotion motion(Skeleton skeleton, int frames) {
        int b = skeleton.boneCount();
        double[] matrices = new double[frames * b * BoneMotion.STRIDE];
        for (int j = 0; j < b; j++) {
            double[] axis = axis();
            double[] phases = random.doubles(8).toArray();
            for (int f = 0; f < frames; f++) {
                double[] turn = new double[3];
                for (int x = 0; x < 3; x++) {
                    turn[x] = axis[x] * SWING * wave(phases[0], phases[1], f, frames)
                            + WOBBLE * wave(phases[2 + x], phases[5 + x], f, frames);
                }
                place(skeleton, matrices, f, j, rotation(turn));
            }
        }
        return new BoneMotion(b, frames, matrices);
    }

    private double[] axis() {
        double[] a = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        double length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
        return new double[] {a[0] / length, a[1] / length, a[2] / length};
    }

    public static double wave(double phase, double speed, int f, int frames) {
        return Math.sin(2 * Math.PI * (phase + f * (1 + 3 * speed) / frames));
    }

    /** The exponential of a rotation vector (Rodrigues). */
    public static double[] rotation(double[] w) {
        double t = Math.sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) + 1e-12;
        double s = Math.sin(t) / t;
        double c = (1 - Math.cos(t)) / (t * t);
        double[] k = {0, -w[2], w[1], w[2], 0, -w[0], -w[1], w[0], 0};
        double[] r = new double[9];
        for (int at = 0; at < 9; at++) {
            double square = 0;
            for (int x = 0; x < 3; x++) {
                square += k[3 * (at / 3) + x] * k[3 * x + at % 3];
            }
            r[at] = (at % 4 == 0 ? 1 : 0) + s * k[at] + c * square;
        }
        return r;
    }

    /** M_j = M_parent · (rotation about the joint); parents come before their children. */
    public static void place(Skeleton skeleton, double[] matrices, int f, int j, double[] r) {
        int b = skeleton.boneCount();
        int at = (f * b + j) * BoneMotion.STRIDE;
        int parent = skeleton.parents()[j];
        double[] local = new double[12];
        for (int row = 0; row < 3; row++) {
            local[4 * row + 3] = skeleton.pivots()[3 * j + row];
            for (int c = 0; c < 3; c++) {
                local[4 * row + c] = r[3 * row + c];
                local[4 * row + 3] -= r[3 * row + c] * skeleton.pivots()[3 * j + c];
            }
        }
        for (int k = 0; k < 12; k++) {
            if (parent == Skeleton.NONE) {
                matrices[at + k] = local[k];
                continue;
            }
            int above = (f * b + parent) * BoneMotion.STRIDE + 4 * (k / 4);
            double sum = k % 4 == 3 ? matrices[above + 3] : 0;
            for (int x = 0; x < 3; x++) {
                sum += matrices[above + x] * local[4 * x + k % 4];
            }
            matrices[at + k] = sum;
        }
    }
}
