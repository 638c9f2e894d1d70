package dev.sinew.rig;

import dev.sinew.math.Quaternions;
import dev.sinew.model.Skeleton;
import java.util.Random;

/**
 * Boxes in a row along x, each a bone of length one; the four corners of a seam belong to both neighbours by half. Everything the steps of a
 * rig take as input is summed up here vertex by vertex, as the formulas say.
 */
final class BoxChain {
    final int bones;
    final double[][] u;
    final double[][] w;

    BoxChain(int bones) {
        this.bones = bones;
        u = new double[4 * (bones + 1)][];
        w = new double[u.length][bones];
        for (int i = 0; i < u.length; i++) {
            int slice = i / 4;
            u[i] = new double[] {slice, i % 2 - 0.5, i / 2 % 2 - 0.5};
            w[i][Math.max(0, slice - 1)] += 0.5;
            w[i][Math.min(bones - 1, slice)] += 0.5;
        }
    }

    /** Each bone is the child of the one before. */
    static int[] chain(int bones) {
        int[] parents = new int[bones];
        for (int j = 0; j < bones; j++) {
            parents[j] = j - 1;
        }
        return parents;
    }

    private double homogeneous(int i, int x) {
        return x < 3 ? u[i][x] : 1;
    }

    /** Σ_i w_ij·ũ_i·(w_ik·ũ_i)ᵀ, 4B×4B. */
    double[] gram() {
        double[] gram = new double[16 * bones * bones];
        for (int i = 0; i < u.length; i++) {
            for (int r = 0; r < 4 * bones; r++) {
                for (int c = 0; c < 4 * bones; c++) {
                    gram[r * 4 * bones + c] +=
                            w[i][r / 4] * homogeneous(i, r % 4) * w[i][c / 4] * homogeneous(i, c % 4);
                }
            }
        }
        return gram;
    }

    /** Σ_i w_ij·ũ_i·v_iᵀ, 4B×3F. */
    double[] right(double[][] poses) {
        int columns = 3 * poses.length;
        double[] right = new double[4 * bones * columns];
        for (int i = 0; i < u.length; i++) {
            for (int r = 0; r < 4 * bones; r++) {
                for (int c = 0; c < columns; c++) {
                    right[r * columns + c] += w[i][r / 4] * homogeneous(i, r % 4) * poses[c / 3][3 * i + c % 3];
                }
            }
        }
        return right;
    }

    /** Σ_i w_ij·ũ_i, four numbers per bone. */
    double[] sums() {
        double[] sums = new double[4 * bones];
        for (int i = 0; i < u.length; i++) {
            for (int r = 0; r < 4 * bones; r++) {
                sums[r] += w[i][r / 4] * homogeneous(i, r % 4);
            }
        }
        return sums;
    }

    /** Σ_j w_ij·M_j·ũ_i of every frame. */
    double[][] poses(double[] t, int frames) {
        double[][] poses = new double[frames][3 * u.length];
        for (int f = 0; f < frames; f++) {
            for (int i = 0; i < u.length; i++) {
                for (int k = 0; k < 12 * bones; k++) {
                    int r = k / (4 * bones);
                    int c = k % (4 * bones);
                    poses[f][3 * i + r] += t[(3 * f + r) * 4 * bones + c] * w[i][c / 4] * homogeneous(i, c % 4);
                }
            }
        }
        return poses;
    }

    /** Turns bone j of frame f about an axis and attaches it to its joint; the root goes to (0.3·f, −0.2, 0.1). */
    static void turn(BoneTree tree, double[] t, int f, int j, double[] axis, double angle) {
        double length = Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        double s = Math.sin(angle / 2) / length;
        double[] q = {s * axis[0], s * axis[1], s * axis[2], Math.cos(angle / 2)};
        int b = tree.boneCount();
        Quaternions.toMatrix(q, 0, t, 3 * f * 4 * b + 4 * j, 4 * b);
        if (tree.parents()[j] == Skeleton.NONE) {
            double[] place = {0.3 * f, -0.2, 0.1};
            for (int r = 0; r < 3; r++) {
                t[(3 * f + r) * 4 * b + 4 * j + 3] = place[r];
            }
        } else {
            ArticulatedTransforms.attach(tree, t, f, j);
        }
    }

    static double[] axis(Random random) {
        return new double[] {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
    }
}
