package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import java.util.Arrays;

/** Φ_LBS = Σ_j w_j·C_j. */
final class LinearPose implements BonePose {
    private final double[] matrices;

    LinearPose(int bones) {
        matrices = new double[Affine3.STRIDE * bones];
    }

    @Override
    public void load(double[] given, int palette) {
        System.arraycopy(given, palette, matrices, 0, matrices.length);
    }

    @Override
    public void blend(int[] bones, double[] weights, int from, int count, double[] out, int to) {
        Arrays.fill(out, to, to + Affine3.STRIDE, 0);
        for (int k = from; k < from + count; k++) {
            int at = Affine3.STRIDE * bones[k];
            for (int c = 0; c < Affine3.STRIDE; c++) {
                out[to + c] += weights[k] * matrices[at + c];
            }
        }
    }

    @Override
    public void differentiate(int[] bones, double[] weights, int from, int count, double[] out, double[] derivatives) {
        blend(bones, weights, from, count, out, 0);
        for (int k = 0; k < count; k++) {
            int at = Affine3.STRIDE * bones[from + k];
            System.arraycopy(matrices, at, derivatives, Affine3.STRIDE * k, Affine3.STRIDE);
        }
    }
}
