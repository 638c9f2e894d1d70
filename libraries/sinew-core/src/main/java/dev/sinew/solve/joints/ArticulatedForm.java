package dev.sinew.solve.joints;

import dev.sinew.linalg.Products;
import dev.sinew.model.Skeleton;
import dev.sinew.platform.Workers;

/**
 * The quadratic form of a frame in its rotations, tr(R·Q·Rᵀ) − 2·tr(R·Sᵀ), with the translation already at its best: Q is
 * 3B×3B and the same in all frames, S is 3×3B and the frame's own. Both follow from the blocks of the free bones by
 * a_il = Σ_j w_ij·L_lj·ũ_i.
 */
public final class ArticulatedForm {
    private final int bones;
    private final int rows;
    /** L, (3B+1)×4B, the last row is that of the translation. */
    private final double[] l;
    /** Q with the translation, (3B+1)×(3B+1). */
    private final double[] whole;

    private final double[] q;

    /**
     * @param parents of a tree with a single root, {@link Skeleton#NONE} for it; in any order, not modified
     * @param joints 3B, the joint of each bone with its parent, not modified
     * @param gram Σ_i w_ij·ũ_i·(w_il·ũ_i)ᵀ in block (j, l), 4B×4B, not modified
     */
    public ArticulatedForm(int[] parents, double[] joints, double[] gram) {
        int b = parents.length;
        bones = b;
        rows = 3 * b + 1;
        l = arms(parents, joints);
        double[] lg = product(l, rows, 4 * b, gram, 4 * b);
        whole = product(lg, rows, 4 * b, Products.transpose(l, rows, 4 * b), rows);
        q = new double[9 * b * b];
        double mass = mass();
        for (int r = 0; r < 3 * b; r++) {
            for (int c = 0; c < 3 * b; c++) {
                q[r * 3 * b + c] = whole[r * rows + c] - whole[r * rows + 3 * b] * whole[3 * b * rows + c] / mass;
            }
        }
    }

    private static double[] arms(int[] parents, double[] c) {
        int b = parents.length;
        double[] l = new double[(3 * b + 1) * 4 * b];
        boolean[] below = below(parents);
        for (int bone = 0; bone < b; bone++) {
            for (int x = 0; x < 3; x++) {
                int row = (3 * bone + x) * 4 * b;
                l[row + 4 * bone + x] = 1;
                l[row + 4 * bone + 3] = -c[3 * bone + x];
                for (int child = 0; child < b; child++) {
                    for (int j = 0; parents[child] == bone && j < b; j++) {
                        if (below[child * b + j]) {
                            l[row + 4 * j + 3] = c[3 * child + x] - c[3 * bone + x];
                        }
                    }
                }
            }
            l[3 * b * 4 * b + 4 * bone + 3] = 1;
        }
        return l;
    }

    /** below[c·B + j]: whether bone j is c or one of its descendants. */
    public static boolean[] below(int[] parents) {
        int b = parents.length;
        boolean[] below = new boolean[b * b];
        for (int j = 0; j < b; j++) {
            for (int at = j; at != Skeleton.NONE; at = parents[at]) {
                below[at * b + j] = true;
            }
        }
        return below;
    }

    private static double[] product(double[] a, int rows, int inner, double[] b, int columns) {
        double[] result = new double[rows * columns];
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < inner; k++) {
                double factor = a[r * inner + k];
                if (factor == 0) {
                    continue;
                }
                for (int c = 0; c < columns; c++) {
                    result[r * columns + c] += factor * b[k * columns + c];
                }
            }
        }
        return result;
    }

    private double mass() {
        return Math.max(whole[rows * rows - 1], Double.MIN_NORMAL);
    }

    /** S of all frames, (3B+1)×3F, its last row Σ_i v_i; from X·Aᵀ, 4B×3F. */
    public double[] reduce(double[] right, int columns, Workers workers) {
        double[] s = Products.multiply(l, rows, 4 * bones, right, columns, workers);
        int last = (rows - 1) * columns;
        for (int r = 0; r < rows - 1; r++) {
            double factor = whole[r * rows + rows - 1] / mass();
            for (int c = 0; c < columns; c++) {
                s[r * columns + c] -= factor * s[last + c];
            }
        }
        return s;
    }

    int boneCount() {
        return bones;
    }

    /** Q, 3B×3B, not to be modified. */
    double[] q() {
        return q;
    }

    /** t = (Σ_i v_i − Σ_l R_l·Σ_i a_il)/N for coordinate {@code r}. */
    public double translation(double sumOfPositions, double[] rotations, int r) {
        double sum = sumOfPositions;
        for (int bone = 0; bone < bones; bone++) {
            for (int x = 0; x < 3; x++) {
                sum -= rotations[9 * bone + 3 * r + x] * whole[(3 * bone + x) * rows + rows - 1];
            }
        }
        return sum / mass();
    }
}
