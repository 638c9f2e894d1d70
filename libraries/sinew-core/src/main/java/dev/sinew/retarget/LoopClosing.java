package dev.sinew.retarget;

import dev.sinew.math.Affine3;
import dev.sinew.math.Vec3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;

/** Makes the last frame of a motion equal to the first one, up to travel over the ground. The difference is spread over all frames. */
final class LoopClosing {
    /** Bones above the hips rest up to rounding. */
    private static final double STILL = 1e-6;

    private LoopClosing() {}

    /** @param keepTravel whether the last frame may be elsewhere on the ground */
    static BoneMotion close(BoneMotion motion, Skeleton skeleton, PoseTree tree, boolean keepTravel) {
        int b = motion.boneCount();
        int frames = motion.frameCount();
        if (frames < 2) {
            return motion;
        }
        double[] m = motion.matrices().clone();
        boolean[] free = free(motion, tree);
        double[] travel = keepTravel ? travel(motion, skeleton, tree, free) : new double[3];
        for (int j : tree.order()) {
            int p = tree.parents()[j];
            double[] c = skeleton.pivot(j);
            double[] first = relative(motion, 0, p, j);
            double[] seam = Rotations.product(first, Rotations.transpose(relative(motion, frames - 1, p, j)));
            double[] moved = Vec3.fromTo(joint(motion, frames - 1, p, j, c), joint(motion, 0, p, j, c));
            if (free[j]) {
                double[] way = p == Skeleton.NONE
                        ? travel
                        : Rotations.apply(Rotations.transpose(linear(motion.matrices(), motion.offset(0, p))), travel);
                moved = Vec3.along(moved, way, 1);
            }
            for (int f = 0; f < frames; f++) {
                double share = (double) f / (frames - 1);
                double[] turn = Rotations.between(Rotations.identity(), seam, share);
                double[] local = Rotations.product(turn, relative(motion, f, p, j));
                double[] at = Vec3.along(joint(motion, f, p, j, c), moved, share);
                int own = motion.offset(f, j);
                double[] whole = local;
                if (p != Skeleton.NONE) {
                    whole = Rotations.product(linear(m, motion.offset(f, p)), local);
                    double[] placed = new double[3];
                    for (int x = 0; x < 3; x++) {
                        placed[x] = Affine3.row(m, motion.offset(f, p) + 4 * x, at[0], at[1], at[2]);
                    }
                    at = placed;
                }
                double[] arm = Rotations.apply(whole, c);
                for (int x = 0; x < 3; x++) {
                    System.arraycopy(whole, 3 * x, m, own + 4 * x, 3);
                    m[own + 4 * x + 3] = at[x] - arm[x];
                }
            }
        }
        return new BoneMotion(b, frames, m);
    }

    /** Bones that move, although none above them does: what carries the body, and others beside it. */
    private static boolean[] free(BoneMotion motion, PoseTree tree) {
        boolean[] still = new boolean[motion.boneCount()];
        boolean[] free = new boolean[still.length];
        for (int j : tree.order()) {
            int p = tree.parents()[j];
            boolean held = p == Skeleton.NONE || still[p];
            boolean rests = rests(motion, j);
            still[j] = held && rests;
            free[j] = held && !rests;
        }
        return free;
    }

    private static boolean rests(BoneMotion motion, int bone) {
        double[] m = motion.matrices();
        for (int f = 1; f < motion.frameCount(); f++) {
            for (int k = 0; k < BoneMotion.STRIDE; k++) {
                double first = m[motion.offset(0, bone) + k];
                if (Math.abs(m[motion.offset(f, bone) + k] - first) > STILL * (1 + Math.abs(first))) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The way over the ground of the free bone that carries the most others. */
    private static double[] travel(BoneMotion motion, Skeleton skeleton, PoseTree tree, boolean[] free) {
        int[] order = tree.order();
        int[] carried = new int[free.length];
        int carrier = Skeleton.NONE;
        for (int k = order.length - 1; k >= 0; k--) {
            int j = order[k];
            carried[j]++;
            if (tree.parents()[j] != Skeleton.NONE) {
                carried[tree.parents()[j]] += carried[j];
            }
            if (free[j] && (carrier == Skeleton.NONE || carried[j] > carried[carrier])) {
                carrier = j;
            }
        }
        if (carrier == Skeleton.NONE) {
            return new double[3];
        }
        double[] c = skeleton.pivot(carrier);
        double[] way = Vec3.fromTo(
                joint(motion, 0, Skeleton.NONE, carrier, c),
                joint(motion, motion.frameCount() - 1, Skeleton.NONE, carrier, c));
        return new double[] {way[0], 0, way[2]};
    }

    private static double[] linear(double[] m, int at) {
        return new double[] {
            m[at], m[at + 1], m[at + 2], m[at + 4], m[at + 5], m[at + 6], m[at + 8], m[at + 9], m[at + 10]
        };
    }

    /** The rotation of a bone relative to its parent. */
    private static double[] relative(BoneMotion motion, int f, int parent, int bone) {
        double[] own = linear(motion.matrices(), motion.offset(f, bone));
        return parent == Skeleton.NONE
                ? own
                : Rotations.product(Rotations.transpose(linear(motion.matrices(), motion.offset(f, parent))), own);
    }

    /** The joint of a bone in its parent's rest space. */
    private static double[] joint(BoneMotion motion, int f, int parent, int bone, double[] c) {
        double[] at = new double[3];
        for (int x = 0; x < 3; x++) {
            at[x] = Affine3.row(motion.matrices(), motion.offset(f, bone) + 4 * x, c[0], c[1], c[2]);
        }
        if (parent == Skeleton.NONE) {
            return at;
        }
        double[] back = new double[Affine3.STRIDE];
        Affine3.invert(motion.matrices(), motion.offset(f, parent), back, 0);
        double[] local = new double[3];
        for (int x = 0; x < 3; x++) {
            local[x] = Affine3.row(back, 4 * x, at[0], at[1], at[2]);
        }
        return local;
    }
}
