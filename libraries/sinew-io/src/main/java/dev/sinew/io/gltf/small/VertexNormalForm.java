package dev.sinew.io.gltf.small;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import java.util.List;

/** What a change of one vertex' weights does over all frames when its rest position follows; letters as in {@link GridWeights}. */
final class VertexNormalForm {
    /** The rest position is held a little, as a part of one frame: what no frame tells stays. */
    private static final double HOLD = 0.1;

    private final int i;
    private final int count;
    /** PᵀP, K×K. */
    private final double[] pp;
    /** AᵀP, 3×K. */
    private final double[] ap;
    /** (AᵀA)⁻¹AᵀP, 3×K: how the rest position answers. */
    private final double[] answer;

    VertexNormalForm(SkinnedModel model, List<double[]> palettes, int i, int count) {
        this.i = i;
        this.count = count;
        pp = new double[count * count];
        ap = new double[3 * count];
        double[] aa = {HOLD, 0, 0, 0, HOLD, 0, 0, 0, HOLD};
        double[] p = new double[3 * count];
        double[] a = new double[9];
        for (double[] palette : palettes) {
            take(model, palette, p, a);
            add(p, a, aa);
        }
        answer = solved(aa);
    }

    /** Where each bone puts the vertex, and what turns its rest position. */
    private void take(SkinnedModel model, double[] m, double[] p, double[] a) {
        float[] u = model.rest().positions();
        int from = i * model.weights().influences();
        java.util.Arrays.fill(a, 0);
        for (int k = 0; k < count; k++) {
            int bone = BoneMotion.STRIDE * model.weights().bones()[from + k];
            double w = model.weights().weights()[from + k];
            for (int r = 0; r < 3; r++) {
                int at = bone + 4 * r;
                p[3 * k + r] = m[at] * u[3 * i] + m[at + 1] * u[3 * i + 1] + m[at + 2] * u[3 * i + 2] + m[at + 3];
                for (int c = 0; c < 3; c++) {
                    a[3 * r + c] += w * m[at + c];
                }
            }
        }
        // The weights' sum stays, so differences alone count: smaller numbers keep more digits.
        for (int k = 3 * count - 1; k >= 0; k--) {
            p[k] -= p[k % 3];
        }
    }

    private void add(double[] p, double[] a, double[] aa) {
        for (int k = 0; k < count; k++) {
            for (int l = 0; l < count; l++) {
                pp[k * count + l] += p[3 * k] * p[3 * l] + p[3 * k + 1] * p[3 * l + 1] + p[3 * k + 2] * p[3 * l + 2];
            }
            for (int c = 0; c < 3; c++) {
                ap[c * count + k] += a[c] * p[3 * k] + a[3 + c] * p[3 * k + 1] + a[6 + c] * p[3 * k + 2];
            }
        }
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                aa[3 * r + c] += a[r] * a[c] + a[3 + r] * a[3 + c] + a[6 + r] * a[6 + c];
            }
        }
    }

    /** By the adjugate: AᵀA is positive definite, being held. */
    private double[] solved(double[] m) {
        double[] adjugate = {
            m[4] * m[8] - m[5] * m[7], m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4],
            m[5] * m[6] - m[3] * m[8], m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5],
            m[3] * m[7] - m[4] * m[6], m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]
        };
        double determinant = m[0] * adjugate[0] + m[1] * adjugate[3] + m[2] * adjugate[6];
        double[] out = new double[3 * count];
        for (int r = 0; r < 3; r++) {
            for (int k = 0; k < count; k++) {
                for (int c = 0; c < 3; c++) {
                    out[r * count + k] += adjugate[3 * r + c] * ap[c * count + k] / determinant;
                }
            }
        }
        return out;
    }

    /** S, K×K. */
    double[] reduced() {
        double[] s = pp.clone();
        for (int k = 0; k < count; k++) {
            for (int l = 0; l < count; l++) {
                for (int c = 0; c < 3; c++) {
                    s[k * count + l] -= ap[c * count + k] * answer[c * count + l];
                }
            }
        }
        return s;
    }

    /**
     * Moves the rest position as the change of weights wants it.
     *
     * @param rest 3N, modified
     */
    void follow(int[] whole, double[] wanted, double furthest, float[] rest) {
        double[] moved = new double[3];
        double length = 0;
        for (int x = 0; x < 3; x++) {
            for (int k = 0; k < count; k++) {
                moved[x] -= answer[x * count + k] * (whole[k] - wanted[k]) / GridWeights.ONE;
            }
            length += moved[x] * moved[x];
        }
        double share = Math.min(1, furthest / Math.max(Math.sqrt(length), Double.MIN_NORMAL));
        for (int x = 0; x < 3; x++) {
            rest[3 * i + x] += (float) (share * moved[x]);
        }
    }
}
