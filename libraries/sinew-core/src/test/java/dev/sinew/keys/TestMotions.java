package dev.sinew.keys;

import dev.sinew.model.BoneMotion;
import java.util.Random;

/** Motions of bones that are hard to interpolate. */
final class TestMotions {
    private TestMotions() {}

    /** Smooth random affine motion about the pivots; {@code wild} 0.3 is lively, 2 passes through reflections. */
    public static BoneMotion affine(int bones, int frames, double wild, long seed) {
        double[] pivots = pivots(bones);
        double[] m = new double[bones * frames * BoneMotion.STRIDE];
        for (int j = 0; j < bones; j++) {
            Random random = new Random(seed + 977 * j);
            double[] size = random.doubles(24, -1, 1).toArray();
            for (int f = 0; f < frames; f++) {
                double[] g = new double[12];
                for (int k = 0; k < 12; k++) {
                    double wave =
                            size[k] * Math.sin(f * 0.37 + 6 * size[12 + k]) + 0.3 * size[12 + k] * Math.cos(f * 0.9);
                    g[k] = (k % 5 == 0 ? 1 : 0) + wild * wave;
                }
                put(m, (f * bones + j) * 12, g, pivots, j);
            }
        }
        return new BoneMotion(bones, frames, m);
    }

    /** Rotation about a wandering axis, one scale, a translation. */
    public static BoneMotion similarity(int bones, int frames, double turn, double swell, long seed) {
        double[] pivots = pivots(bones);
        double[] m = new double[bones * frames * BoneMotion.STRIDE];
        for (int j = 0; j < bones; j++) {
            Random random = new Random(seed + 977 * j);
            double[] p = random.doubles(9, -1, 1).toArray();
            for (int f = 0; f < frames; f++) {
                double angle = turn * (1 + p[0]) * Math.sin(f * 0.3 + p[1]) + turn * p[2];
                double scale = Math.exp(swell * p[3] * Math.sin(f * 0.41 + p[4]));
                double[] g = rotated(p[5], p[6] + Math.sin(0.1 * f), p[7], angle);
                for (int r = 0; r < 3; r++) {
                    for (int c = 0; c < 3; c++) {
                        g[4 * r + c] *= scale;
                    }
                    g[4 * r + 3] = 0.3 * p[8] * Math.sin(0.2 * f + r);
                }
                put(m, (f * bones + j) * 12, g, pivots, j);
            }
        }
        return new BoneMotion(bones, frames, m);
    }

    public static double[] rotated(double x, double y, double z, double angle) {
        double length = Math.sqrt(x * x + y * y + z * z);
        double s = Math.sin(angle / 2) / length;
        double[] q = {x * s, y * s, z * s, Math.cos(angle / 2)};
        double[] m = new double[12];
        dev.sinew.math.Quaternions.toMatrix(q, 0, m, 0, 4);
        return m;
    }

    /** M = [A | t + c − A·c]: the motion happens about the pivot. */
    public static void put(double[] m, int at, double[] g, double[] pivots, int j) {
        System.arraycopy(g, 0, m, at, 12);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                m[at + 4 * r + 3] -= g[4 * r + c] * pivots[3 * j + c];
            }
            m[at + 4 * r + 3] += pivots[3 * j + r];
        }
    }

    public static double[] pivots(int bones) {
        double[] pivots = new double[3 * bones];
        for (int j = 0; j < bones; j++) {
            pivots[3 * j] = 4 * (j + 0.5) / bones;
        }
        return pivots;
    }
}
