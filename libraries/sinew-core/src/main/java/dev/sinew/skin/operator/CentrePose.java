package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import java.util.Arrays;

/**
 * Φ_COR (Le and Hodgins 2016, eq. 2 and 3): rotations are blended as quaternions, and the centre p* of the blend moves by linear blending:
 * [R | Σ_j w_j·C_j·p* − R·p*].
 */
final class CentrePose implements BonePose {
    /** Step of the numerical derivative of the centre by a weight. */
    private static final double DIFFERENCE = 1e-5;

    private final DualQuaternionPose rigid;
    private final Centres centres;
    private final double[] palette;
    private final double[] turned = new double[Affine3.STRIDE];
    private final double[] linear = new double[Affine3.STRIDE];
    private final double[] centre = new double[3];
    private final double[] above = new double[3];
    private final double[] below = new double[3];

    CentrePose(int bones, Centres centres, Antipodality antipodality) {
        this.rigid = new DualQuaternionPose(bones, antipodality);
        this.centres = centres;
        this.palette = new double[Affine3.STRIDE * bones];
    }

    @Override
    public void load(double[] matrices, int from) {
        rigid.load(matrices, from);
        System.arraycopy(matrices, from, palette, 0, palette.length);
    }

    @Override
    public void blend(int[] bones, double[] weights, int from, int count, double[] out, int to) {
        rigid.blend(bones, weights, from, count, turned, 0);
        blendLinearly(bones, weights, from, count);
        centres.of(bones, weights, from, count, centre);
        carry(turned, out, to);
    }

    /** out = [R | Φ_LBS·p* − R·p*]; out may be the same array as {@code r}. */
    private void carry(double[] r, double[] out, int to) {
        for (int row = 0; row < Affine3.STRIDE; row += 4) {
            double carried = Affine3.row(linear, row, centre[0], centre[1], centre[2]);
            double moved = r[row] * centre[0] + r[row + 1] * centre[1] + r[row + 2] * centre[2];
            System.arraycopy(r, row, out, to + row, 3);
            out[to + row + 3] = carried - moved;
        }
    }

    /** Φ_LBS; returns the sum of the weights. */
    private double blendLinearly(int[] bones, double[] weights, int from, int count) {
        Arrays.fill(linear, 0);
        double sum = 0;
        for (int k = from; k < from + count; k++) {
            sum += weights[k];
            for (int c = 0; c < Affine3.STRIDE; c++) {
                linear[c] += weights[k] * palette[Affine3.STRIDE * bones[k] + c];
            }
        }
        for (int c = 0; c < Affine3.STRIDE; c++) {
            linear[c] /= sum;
        }
        return sum;
    }

    @Override
    public void differentiate(int[] bones, double[] weights, int from, int count, double[] out, double[] derivatives) {
        rigid.differentiate(bones, weights, from, count, turned, derivatives);
        double sum = blendLinearly(bones, weights, from, count);
        centres.of(bones, weights, from, count, centre);
        carry(turned, out, 0);
        double[] varied = Arrays.copyOfRange(weights, from, from + count);
        int[] own = Arrays.copyOfRange(bones, from, from + count);
        for (int k = 0; k < count; k++) {
            moveCentre(own, varied, k, count);
            int to = Affine3.STRIDE * k;
            int at = Affine3.STRIDE * own[k];
            for (int row = 0; row < Affine3.STRIDE; row += 4) {
                // ∂Φ_LBS·p* − ∂R·p* + (Φ_LBS − R)·∂p*, with ∂Φ_LBS = (C_k − Φ_LBS)/Σw
                double d = (Affine3.row(palette, at + row, centre[0], centre[1], centre[2])
                                - Affine3.row(linear, row, centre[0], centre[1], centre[2]))
                        / sum;
                for (int c = 0; c < 3; c++) {
                    d -= derivatives[to + row + c] * centre[c];
                    d += (linear[row + c] - turned[row + c]) * (above[c] - below[c]);
                }
                derivatives[to + row + 3] = d;
            }
        }
    }

    /** Leaves the change of the centre with w_k in {@code above − below}. */
    private void moveCentre(int[] bones, double[] weights, int k, int count) {
        double kept = weights[k];
        double down = Math.min(DIFFERENCE, kept);
        weights[k] = kept + DIFFERENCE;
        centres.of(bones, weights, 0, count, above);
        weights[k] = kept - down;
        centres.of(bones, weights, 0, count, below);
        weights[k] = kept;
        for (int c = 0; c < 3; c++) {
            above[c] /= DIFFERENCE + down;
            below[c] /= DIFFERENCE + down;
        }
    }
}
