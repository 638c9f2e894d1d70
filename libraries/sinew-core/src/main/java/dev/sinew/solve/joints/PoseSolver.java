package dev.sinew.solve.joints;

import dev.sinew.math.Affine3;
import dev.sinew.model.Skeleton;
import dev.sinew.platform.Workers;

/**
 * Poses of one tree of rigid bones, one after the other: minimises tr(M·G·Mᵀ) − 2·tr(M·X) over the rotations of all bones and the
 * translation of the root, where M = [M_1 … M_B] is 3×4B. Points of a skin, joints, directions and relations of bones are all
 * of this form. Not thread-safe.
 */
public final class PoseSolver {
    private final int b;
    private final int[] parents;
    private final int[] order;
    private final double[] joints;
    private final ArticulatedForm form;
    private final ArticulatedFrame frame;
    /** The pose, 3×4B. */
    private final double[] start;

    /**
     * @param parents of a tree with a single root, {@link Skeleton#NONE} for it; in any order, not modified
     * @param pivots 3B, the joint of each bone in the rest pose, not modified
     * @param gram G, 4B×4B, not modified
     */
    public PoseSolver(int[] parents, double[] pivots, double[] gram) {
        this.b = parents.length;
        this.parents = parents.clone();
        this.order = order(parents);
        this.joints = pivots.clone();
        for (int x = 0; x < 3; x++) {
            joints[3 * order[0] + x] = 0;
        }
        this.form = new ArticulatedForm(parents, joints, gram);
        this.frame = new ArticulatedFrame(form);
        this.start = new double[12 * b];
    }

    /** The bones of a tree, parents before their children. */
    public static int[] order(int[] parents) {
        int[] order = new int[parents.length];
        int filled = 0;
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] == Skeleton.NONE) {
                order[filled++] = j;
            }
        }
        for (int k = 0; k < filled; k++) {
            for (int j = 0; j < parents.length; j++) {
                if (parents[j] == order[k]) {
                    order[filled++] = j;
                }
            }
        }
        return order;
    }

    /** The part of the squared error that depends on the bones, for rotations as they are and the best translation. */
    public double energy(double[] right, double[] matrices, int at) {
        begin(right, matrices, at);
        return frame.energy();
    }

    private void begin(double[] right, double[] matrices, int at) {
        for (int j = 0; j < b; j++) {
            for (int k = 0; k < Affine3.STRIDE; k++) {
                start[k / 4 * 4 * b + 4 * j + k % 4] = matrices[at + Affine3.STRIDE * j + k];
            }
        }
        frame.start(start, form.reduce(right, 3, Workers.CALLER), 0, 1);
    }

    /**
     * Solves one pose.
     *
     * @param right X, 4B×3, not modified
     * @param matrices 12 per bone from {@code at} on: the rotations to start from; becomes the solution
     * @param steps maximum number of Newton steps
     * @return the part of the squared error that depends on the bones
     */
    public double solve(double[] right, double[] matrices, int at, int steps) {
        begin(right, matrices, at);
        for (int k = 0; k < steps && frame.improve(); k++) {
            // Each step starts from the result of the last one.
        }
        double[] rotations = frame.rotations();
        for (int j : order) {
            int own = at + Affine3.STRIDE * j;
            for (int r = 0; r < 3; r++) {
                System.arraycopy(rotations, 9 * j + 3 * r, matrices, own + 4 * r, 3);
                matrices[own + 4 * r + 3] = parents[j] == Skeleton.NONE ? frame.translation(r) : 0;
            }
            if (parents[j] != Skeleton.NONE) {
                attach(matrices, at + Affine3.STRIDE * parents[j], own, joints, 3 * j);
            }
        }
        return frame.energy();
    }

    /** Moves a bone so that a point of its rest pose is where another bone has it. */
    public static void attach(double[] matrices, int parent, int own, double[] points, int point) {
        for (int r = 0; r < 3; r++) {
            double sum = matrices[parent + 4 * r + 3];
            for (int x = 0; x < 3; x++) {
                sum += (matrices[parent + 4 * r + x] - matrices[own + 4 * r + x]) * points[point + x];
            }
            matrices[own + 4 * r + 3] = sum;
        }
    }
}
