package dev.sinew.io.bvh;

import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;

/**
 * One joint's way through a clip, relative to its parent: where it stands and how it is turned.
 *
 * @param positions 3F, in the parent's space
 * @param rotations 9F, row-major
 */
record BvhJoint(double[] positions, double[] rotations) {
    /** @param parent {@link Skeleton#ROOT} for the root, which moves in space */
    static BvhJoint of(SkinnedModel model, BoneMotion motion, int j, int parent) {
        int frames = motion.frameCount();
        double[] positions = new double[3 * frames];
        double[] rotations = new double[9 * frames];
        double[] upright = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        for (int f = 0; f < frames; f++) {
            double[] mine = rotation(motion, f, j);
            double[] theirs = parent == Skeleton.ROOT ? upright : rotation(motion, f, parent);
            double[] at = carried(model.skeleton(), motion, f, j);
            double[] from = parent == Skeleton.ROOT ? new double[3] : carried(model.skeleton(), motion, f, parent);
            for (int a = 0; a < 3; a++) {
                for (int c = 0; c < 3; c++) {
                    positions[3 * f + a] += theirs[3 * c + a] * (at[c] - from[c]);
                    for (int b = 0; b < 3; b++) {
                        rotations[9 * f + 3 * a + b] += theirs[3 * c + a] * mine[3 * c + b];
                    }
                }
            }
        }
        return new BvhJoint(positions, rotations);
    }

    /** The turn of a bone in space, freed of what rounding has done to it. */
    private static double[] rotation(BoneMotion motion, int f, int j) {
        double[] q = new double[4];
        double[] r = new double[9];
        Quaternions.fromMatrix(motion.matrices(), motion.offset(f, j), 4, q, 0);
        Quaternions.toMatrix(q, 0, r, 0, 3);
        return r;
    }

    /** Where a bone takes its own pivot. */
    private static double[] carried(Skeleton skeleton, BoneMotion motion, int f, int j) {
        double[] m = motion.matrices();
        double[] c = skeleton.pivots();
        double[] at = new double[3];
        for (int x = 0; x < 3; x++) {
            int row = motion.offset(f, j) + 4 * x;
            at[x] = m[row] * c[3 * j] + m[row + 1] * c[3 * j + 1] + m[row + 2] * c[3 * j + 2] + m[row + 3];
        }
        return at;
    }

    int frames() {
        return positions.length / 3;
    }

    /** Whether it ever stands further than the tolerance from a place in its parent's space. */
    boolean leaves(double[] offset, double tolerance) {
        for (int f = 0; f < frames(); f++) {
            double x = positions[3 * f] - offset[0];
            double y = positions[3 * f + 1] - offset[1];
            double z = positions[3 * f + 2] - offset[2];
            if (x * x + y * y + z * z > tolerance * tolerance) {
                return true;
            }
        }
        return false;
    }

    double[] rotation(int f) {
        return Arrays.copyOfRange(rotations, 9 * f, 9 * f + 9);
    }
}
