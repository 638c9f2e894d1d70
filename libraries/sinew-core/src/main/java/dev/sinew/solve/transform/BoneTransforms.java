package dev.sinew.solve.transform;

import dev.sinew.model.BoneMotion;
import dev.sinew.solve.sequence.NormalisedSequence;

/** Converts bones between the units of a model and those of the solvers. */
public final class BoneTransforms {
    private BoneTransforms() {}

    /** T, 3F×4B, of x ↦ scale·(x − centre): the same linear part A, and scale·(t + A·c − c). */
    public static double[] normalised(BoneMotion motion, double scale, double[] centre) {
        int bones = motion.boneCount();
        double[] t = new double[3 * motion.frameCount() * 4 * bones];
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int j = 0; j < bones; j++) {
                for (int r = 0; r < 3; r++) {
                    int from = motion.offset(f, j) + 4 * r;
                    int to = (3 * f + r) * 4 * bones + 4 * j;
                    double shift = motion.matrices()[from + 3] - centre[r];
                    for (int c = 0; c < 3; c++) {
                        t[to + c] = motion.matrices()[from + c];
                        shift += motion.matrices()[from + c] * centre[c];
                    }
                    t[to + 3] = scale * shift;
                }
            }
        }
        return t;
    }

    /** The inverse, T being 3F×4B: the same linear part A, and t/scale + c − A·c. */
    public static BoneMotion inModelUnits(double[] t, int bones, NormalisedSequence sequence) {
        int frames = sequence.frameCount();
        double scale = sequence.scale();
        double[] centre = sequence.centre();
        double[] matrices = new double[frames * bones * BoneMotion.STRIDE];
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < bones; j++) {
                for (int r = 0; r < 3; r++) {
                    int from = (3 * f + r) * 4 * bones + 4 * j;
                    int to = (f * bones + j) * BoneMotion.STRIDE + 4 * r;
                    double shift = t[from + 3] / scale + centre[r];
                    for (int c = 0; c < 3; c++) {
                        matrices[to + c] = t[from + c];
                        shift -= t[from + c] * centre[c];
                    }
                    matrices[to + 3] = shift;
                }
            }
        }
        return new BoneMotion(bones, frames, matrices);
    }
}
