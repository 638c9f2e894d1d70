package dev.sinew.retarget;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.solve.joints.ArticulatedForm;
import dev.sinew.solve.joints.PoseSolver;

/**
 * The bones of a model as one tree in which joints stay together. It differs from the file's hierarchy where bones are posed by a
 * rig that the file does not contain: feet whose parent is the root instead of the leg, several roots.
 *
 * @param parents {@link Skeleton#NONE} for the one root
 * @param order parents before their children
 * @param joints 3B, where each bone is attached to its parent in the rest pose; the bone's own joint unless the tree was turned round
 */
record PoseTree(int[] parents, int[] order, double[] joints) {
    /** A joint that leaves its parent by more than this in some clip is not attached to it, as a fraction of the size. */
    private static final double MAX_SLIDE = 0.02;

    /** Frames per clip that are looked at. */
    private static final int SAMPLED_FRAMES = 16;

    static PoseTree of(SkinnedModel model) {
        Skeleton skeleton = model.skeleton();
        int[] parents = skeleton.parents().clone();
        double size = Box.around(model.rest().positions()).diagonal();
        int root = mainRoot(parents);
        for (int j = 0; j < parents.length; j++) {
            boolean extraRoot = parents[j] == Skeleton.NONE && j != root;
            boolean detached = parents[j] != Skeleton.NONE && slide(model, j, parents[j]) > MAX_SLIDE * size;
            if (extraRoot || detached) {
                int other = steadiest(model, parents, j);
                if (extraRoot || slide(model, j, other) < slide(model, j, parents[j]) / 2) {
                    parents[j] = other;
                }
            }
        }
        return new PoseTree(
                parents, PoseSolver.order(parents), skeleton.pivots().clone());
    }

    /** The same with one bone elsewhere. */
    PoseTree attached(int bone, int parent) {
        int[] changed = parents.clone();
        changed[bone] = parent;
        return new PoseTree(changed, PoseSolver.order(changed), joints);
    }

    /** The same tree with another root. */
    PoseTree rootedAt(int bone) {
        int[] changed = parents.clone();
        double[] moved = joints.clone();
        int above = Skeleton.NONE;
        for (int at = bone; at != Skeleton.NONE; at = parents[at]) {
            changed[at] = above;
            if (above != Skeleton.NONE) {
                // The joint of two bones stays where it is, but now belongs to the other one.
                System.arraycopy(joints, 3 * above, moved, 3 * at, 3);
            }
            above = at;
        }
        return new PoseTree(changed, PoseSolver.order(changed), moved);
    }

    /** 9B, the rotation of each bone relative to its parent since the rest pose; that of the root in space. */
    double[] relative(BoneMotion motion, int f) {
        double[] whole = new double[9 * parents.length];
        double[] out = new double[whole.length];
        NearestRotation nearest = new NearestRotation();
        for (int j = 0; j < parents.length; j++) {
            nearest.of(motion.matrices(), motion.offset(f, j), 4, whole, 9 * j, 3);
        }
        System.arraycopy(whole, 0, out, 0, whole.length);
        for (int j = 0; j < parents.length; j++) {
            for (int k = 0; k < 9 && parents[j] != Skeleton.NONE; k++) {
                int above = 9 * parents[j] + k / 3;
                int own = 9 * j + k % 3;
                out[9 * j + k] = whole[above] * whole[own]
                        + whole[above + 3] * whole[own + 3]
                        + whole[above + 6] * whole[own + 6];
            }
        }
        return out;
    }

    int root() {
        return order[0];
    }

    /** The root with the most bones below it. */
    private static int mainRoot(int[] parents) {
        int[] below = new int[parents.length];
        int best = 0;
        for (int j = 0; j < parents.length; j++) {
            int at = j;
            while (parents[at] != Skeleton.NONE) {
                at = parents[at];
            }
            below[at]++;
        }
        for (int j = 0; j < parents.length; j++) {
            best = below[j] > below[best] ? j : best;
        }
        return best;
    }

    /** The bone that the joint of j stays with best; of several equal ones the nearest. */
    private static int steadiest(SkinnedModel model, int[] parents, int j) {
        boolean[] below = ArticulatedForm.below(parents);
        int root = mainRoot(parents);
        int best = root;
        double least = Double.POSITIVE_INFINITY;
        double[] c = model.skeleton().pivots();
        for (int k = 0; k < parents.length; k++) {
            if (below[j * parents.length + k] || !below[root * parents.length + k]) {
                continue;
            }
            double distance = Math.sqrt(Vec3.squaredDistance(c, 3 * j, c, 3 * k));
            double cost = slide(model, j, k) + 1e-3 * distance;
            if (cost < least) {
                least = cost;
                best = k;
            }
        }
        return best;
    }

    /** How far the joint of bone j ever is from where bone k would carry it. */
    private static double slide(SkinnedModel model, int j, int k) {
        double[] c = model.skeleton().pivots();
        double most = 0;
        for (Clip clip : model.clips()) {
            int frames = clip.motion().frameCount();
            int step = Math.max(1, frames / SAMPLED_FRAMES);
            double[] m = clip.motion().matrices();
            for (int f = 0; f < frames; f += step) {
                double squared = 0;
                for (int r = 0; r < 3; r++) {
                    int own = clip.motion().offset(f, j) + 4 * r;
                    int other = clip.motion().offset(f, k) + 4 * r;
                    double miss = Affine3.row(m, own, c[3 * j], c[3 * j + 1], c[3 * j + 2])
                            - Affine3.row(m, other, c[3 * j], c[3 * j + 1], c[3 * j + 2]);
                    squared += miss * miss;
                }
                most = Math.max(most, squared);
            }
        }
        return Math.sqrt(most);
    }
}
