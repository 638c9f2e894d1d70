package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import dev.sinew.math.Svd3;
import java.util.Arrays;

/**
 * Φ_SDQS = Φ_DQS·Φ_LBS: the stretches S_j of C_j = R_jS_j are blended linearly, then the rigid parts by dual quaternions.
 *
 * <p>NOTE: stretches act about the bones' pivots, as in Blender, not about the origin of the rest pose. So a bone scaled at its joint keeps
 * its rigid motion, wherever the character stands. With all pivots at the origin it is the paper's formula.
 */
final class ScaledPose implements BonePose {
    private final double[] pivots;
    private final DualQuaternionPose rigid;
    /** 3×4 per bone, [S | c − S·c] */
    private final double[] stretches;

    private final Svd3 svd = new Svd3();
    private final double[] stretch = new double[Affine3.STRIDE];
    private final double[] motion = new double[Affine3.STRIDE];
    private final double[] spare = new double[Affine3.STRIDE];
    private final double[] partials = new double[Affine3.STRIDE * MAX_BONES];

    ScaledPose(double[] pivots, Antipodality antipodality) {
        this.pivots = pivots;
        this.rigid = new DualQuaternionPose(pivots, antipodality);
        this.stretches = new double[4 * pivots.length];
    }

    @Override
    public void load(double[] matrices, int palette) {
        rigid.load(matrices, palette);
        for (int j = 0; j < pivots.length / 3; j++) {
            loadStretch(matrices, palette + Affine3.STRIDE * j, j);
        }
    }

    /** S = V·Σ·Vᵀ of C = s·R·S. */
    private void loadStretch(double[] matrices, int from, int j) {
        svd.decompose(matrices, from, 4);
        double[] v = svd.v();
        int at = Affine3.STRIDE * j;
        for (int r = 0; r < 3; r++) {
            double moved = pivots[3 * j + r];
            for (int c = 0; c < 3; c++) {
                double s = 0;
                for (int k = 0; k < 3; k++) {
                    s += v[3 * r + k] * svd.sigma()[k] * v[3 * c + k];
                }
                s /= rigid.common();
                stretches[at + 4 * r + c] = s;
                moved -= s * pivots[3 * j + c];
            }
            stretches[at + 4 * r + 3] = moved;
        }
    }

    @Override
    public void blend(int[] bones, double[] weights, int from, int count, double[] out, int to) {
        stretch(bones, weights, from, count);
        rigid.blend(bones, weights, from, count, motion, 0);
        Affine3.multiply(motion, 0, stretch, 0, out, to);
    }

    private void stretch(int[] bones, double[] weights, int from, int count) {
        Arrays.fill(stretch, 0);
        double sum = 0;
        for (int k = from; k < from + count; k++) {
            sum += weights[k];
            int at = Affine3.STRIDE * bones[k];
            for (int c = 0; c < Affine3.STRIDE; c++) {
                stretch[c] += weights[k] * stretches[at + c];
            }
        }
        for (int c = 0; c < Affine3.STRIDE; c++) {
            stretch[c] /= sum;
        }
    }

    @Override
    public void differentiate(int[] bones, double[] weights, int from, int count, double[] out, double[] derivatives) {
        stretch(bones, weights, from, count);
        rigid.differentiate(bones, weights, from, count, motion, partials);
        Affine3.multiply(motion, 0, stretch, 0, out, 0);
        for (int k = 0; k < count; k++) {
            // ∂Φ_DQS·Φ_LBS + Φ_DQS·∂Φ_LBS, with ∂Φ_LBS = S_k − Φ_LBS for weights that sum to one
            int to = Affine3.STRIDE * k;
            int at = Affine3.STRIDE * bones[from + k];
            for (int c = 0; c < Affine3.STRIDE; c++) {
                spare[c] = stretches[at + c] - stretch[c];
            }
            product(partials, to, stretch, 1, derivatives, to, 0);
            product(motion, 0, spare, 0, derivatives, to, 1);
        }
    }

    /** out = keep·out + a·b, with {@code last} in the corner of b padded to 4×4. */
    private static void product(double[] a, int atA, double[] b, double last, double[] out, int to, double keep) {
        for (int r = 0; r < 12; r += 4) {
            for (int c = 0; c < 4; c++) {
                double s = a[atA + r] * b[c] + a[atA + r + 1] * b[4 + c] + a[atA + r + 2] * b[8 + c];
                s += c == 3 ? last * a[atA + r + 3] : 0;
                out[to + r + c] = keep * out[to + r + c] + s;
            }
        }
    }
}
