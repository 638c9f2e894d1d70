package dev.sinew.rig;

/**
 * Sums over the bones at and below each bone c, with the mean of all vertices taken out, so that the translation of a frame
 * is at its best by itself.
 */
final class Subtrees {
    private final int b;
    private final int frames;
    /** Σ_i W_ic·W_io, centred. */
    private final double[] overlap;
    /** Σ_i W_ic·w_ij·u_i, centred: three numbers for each c and j. */
    private final double[] arms;
    /** Σ_i W_ic·v_if, centred: 3F numbers for each c. */
    private final double[] goals;

    Subtrees(BoneTree tree, double[] gram, double[] right, double[] sums, int frames) {
        this.b = tree.boneCount();
        this.frames = frames;
        boolean[] below = tree.below();
        double all = 0;
        double[] goal = new double[3 * frames];
        for (int j = 0; j < b; j++) {
            all += sums[4 * j + 3];
            for (int k = 0; k < 3 * frames; k++) {
                goal[k] += right[(4 * j + 3) * 3 * frames + k];
            }
        }
        double[] mass = new double[b];
        overlap = new double[b * b];
        arms = new double[3 * b * b];
        goals = new double[b * 3 * frames];
        for (int c = 0; c < b; c++) {
            addBelow(c, below, gram, right, sums, mass);
        }
        for (int c = 0; c < b; c++) {
            for (int o = 0; o < b; o++) {
                overlap[c * b + o] -= mass[c] * mass[o] / all;
                for (int x = 0; x < 3; x++) {
                    arms[3 * (c * b + o) + x] -= mass[c] * sums[4 * o + x] / all;
                }
            }
            for (int k = 0; k < 3 * frames; k++) {
                goals[c * 3 * frames + k] -= mass[c] * goal[k] / all;
            }
        }
    }

    private void addBelow(int c, boolean[] below, double[] gram, double[] right, double[] sums, double[] mass) {
        int n = 4 * b;
        for (int l = 0; l < b; l++) {
            if (!below[c * b + l]) {
                continue;
            }
            mass[c] += sums[4 * l + 3];
            for (int k = 0; k < 3 * frames; k++) {
                goals[c * 3 * frames + k] += right[(4 * l + 3) * 3 * frames + k];
            }
            for (int j = 0; j < b; j++) {
                for (int x = 0; x < 3; x++) {
                    arms[3 * (c * b + j) + x] += gram[(4 * l + 3) * n + 4 * j + x];
                }
                for (int o = 0; o < b; o++) {
                    overlap[c * b + o] += below[o * b + j] ? gram[(4 * l + 3) * n + 4 * j + 3] : 0;
                }
            }
        }
    }

    double overlap(int c, int o) {
        return overlap[c * b + o];
    }

    /** Σ_i W_ic·(v_i − Σ_j w_ij·R_j·u_i), centred, into {@code out}. */
    void miss(int c, double[] t, int f, double[] out) {
        for (int r = 0; r < 3; r++) {
            double sum = goals[c * 3 * frames + 3 * f + r];
            int row = (3 * f + r) * 4 * b;
            for (int j = 0; j < b; j++) {
                for (int x = 0; x < 3; x++) {
                    sum -= t[row + 4 * j + x] * arms[3 * (c * b + j) + x];
                }
            }
            out[r] = sum;
        }
    }
}
