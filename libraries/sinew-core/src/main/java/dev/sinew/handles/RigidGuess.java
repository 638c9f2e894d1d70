package dev.sinew.handles;

import dev.sinew.math.Svd3;

/**
 * The rigid transform of each handle that fits what it moves best in a pose. NOTE: not in the paper. Where examples are piecewise rigid, affine
 * transforms and weights can make up for each other's errors; trying rigid ones takes the loop out of that.
 */
final class RigidGuess {
    private RigidGuess() {}

    /** @param pose 3N; vertices count with the fourth power of their weight, so that a handle's own ones decide */
    static double[] transforms(double[] rest, double[] pose, HandleWeights weights) {
        int h = weights.handleCount();
        double[] out = new double[12 * h];
        Svd3 svd = new Svd3();
        double[] s = new double[9];
        for (int j = 0; j < h; j++) {
            double[] middles = new double[7];
            for (int i = 0; i < weights.vertexCount(); i++) {
                double w = Math.pow(weights.get(i, j), 4);
                for (int d = 0; d < 3; d++) {
                    middles[d] += w * rest[3 * i + d];
                    middles[3 + d] += w * pose[3 * i + d];
                }
                middles[6] += w;
            }
            double total = Math.max(middles[6], 1e-300);
            java.util.Arrays.fill(s, 0);
            for (int i = 0; i < weights.vertexCount(); i++) {
                double w = Math.pow(weights.get(i, j), 4);
                for (int r = 0; r < 3; r++) {
                    double moved = w * (pose[3 * i + r] - middles[3 + r] / total);
                    for (int c = 0; c < 3; c++) {
                        s[3 * r + c] += moved * (rest[3 * i + c] - middles[c] / total);
                    }
                }
            }
            svd.decompose(s, 0, 3);
            svd.rotation(out, 12 * j, 4);
            for (int r = 0; r < 3; r++) {
                int at = 12 * j + 4 * r;
                out[at + 3] =
                        (middles[3 + r] - out[at] * middles[0] - out[at + 1] * middles[1] - out[at + 2] * middles[2])
                                / total;
            }
        }
        return out;
    }
}
