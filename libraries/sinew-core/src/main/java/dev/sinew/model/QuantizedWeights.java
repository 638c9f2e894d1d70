package dev.sinew.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Optimises weights in whole 255ths instead of rounding them. For every vertex it finds the weights that move it least from its original
 * positions over the frames of all clips, when its rest position may adapt. With p_jf = M_jf·ũ_i, P the 3F×K matrix of them and A the 3F×3
 * matrix of the blended linear parts, a change δw moves the vertex by P·δw + A·δu. The best δu = −(AᵀA)⁻¹AᵀP·δw leaves δwᵀSδw with S = PᵀP
 * − PᵀA(AᵀA)⁻¹AᵀP, which is minimised over integers that sum to 255.
 *
 * <p>NOTE: docs/decisions/index.md compares this with rounding.
 */
public final class QuantizedWeights {
    static final int ONE = 255;
    /** Evenly spaced frames; more do not change the result. */
    private static final int MAX_FRAMES = 64;
    /** Up to this many influences all short steps are tried, above it only exchanges between two. */
    private static final int MAX_FULLY_SEARCHED_INFLUENCES = 4;

    /** With more influences weights are rounded: each matters little. */
    private static final int MAX_SEARCHED_INFLUENCES = 16;

    private static final int MAX_STEPS = 200;

    private final SkinnedModel model;
    private final List<double[]> palettes = new ArrayList<>();
    private final int places;
    private final List<List<int[]>> steps = new ArrayList<>();

    private QuantizedWeights(SkinnedModel model) {
        this.model = model;
        this.places = model.weights().influences();
        for (Clip clip : model.clips()) {
            takeFrames(clip.motion());
        }
        for (int k = 0; k <= Math.min(places, MAX_SEARCHED_INFLUENCES); k++) {
            steps.add(k <= MAX_FULLY_SEARCHED_INFLUENCES ? shortSteps(k) : swaps(k));
        }
    }

    /**
     * The model with quantised weights and adapted rest positions.
     *
     * @param furthest how far a rest position may move
     */
    public static SkinnedModel of(SkinnedModel model, double furthest) {
        return new QuantizedWeights(model).solve(furthest);
    }

    private void takeFrames(BoneMotion motion) {
        int share = Math.max(1, MAX_FRAMES / model.clips().size());
        int count = Math.min(share, motion.frameCount());
        int size = BoneMotion.STRIDE * motion.boneCount();
        for (int k = 0; k < count; k++) {
            int f = count == 1 ? 0 : (int) ((long) k * (motion.frameCount() - 1) / (count - 1));
            palettes.add(Arrays.copyOfRange(motion.matrices(), motion.offset(f, 0), motion.offset(f, 0) + size));
        }
    }

    private SkinnedModel solve(double furthest) {
        SkinWeights given = model.weights();
        double[] weights = new double[given.weights().length];
        float[] rest = model.rest().positions().clone();
        for (int i = 0; i < given.vertexCount(); i++) {
            int count = given.influencesOf(i);
            double[] wanted = new double[count];
            for (int k = 0; k < count; k++) {
                wanted[k] = ONE * given.weights()[i * places + k];
            }
            int[] whole = rounded(wanted);
            if (count > 1 && count <= MAX_SEARCHED_INFLUENCES && !palettes.isEmpty()) {
                VertexNormalForm form = new VertexNormalForm(model, palettes, i, count);
                descend(whole, wanted, form.reduced(), count);
                form.follow(whole, wanted, furthest, rest);
            }
            for (int k = 0; k < count; k++) {
                weights[i * places + k] = whole[k] / (double) ONE;
            }
        }
        return model.withVertices(model.rest().withPositions(rest), SkinWeights.of(places, given.bones(), weights));
    }

    private void descend(int[] whole, double[] wanted, double[] g, int count) {
        double[] off = new double[count];
        boolean better = true;
        for (int n = 0; better && n < MAX_STEPS; n++) {
            for (int k = 0; k < count; k++) {
                off[k] = whole[k] - wanted[k];
            }
            better = step(whole, off, g, count);
        }
    }

    /** Takes the step with the largest gain; false if none exists. */
    private boolean step(int[] whole, double[] off, double[] g, int count) {
        int[] best = null;
        double least = -1e-12 * (1 + g[0]);
        double[] gradient = product(g, off, count);
        for (int[] step : steps.get(count)) {
            double change = 0;
            boolean allowed = true;
            for (int a = 0; a < count; a++) {
                allowed &= whole[a] + step[a] >= 0;
                change += 2 * step[a] * gradient[a];
                for (int b = 0; b < count; b++) {
                    change += step[a] * g[a * count + b] * step[b];
                }
            }
            if (allowed && change < least) {
                least = change;
                best = step;
            }
        }
        for (int a = 0; best != null && a < count; a++) {
            whole[a] += best[a];
        }
        return best != null;
    }

    private static double[] product(double[] g, double[] x, int count) {
        double[] out = new double[count];
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                out[a] += g[a * count + b] * x[b];
            }
        }
        return out;
    }

    /** Rounds down, and gives the remainder to the weights that lost most. */
    static int[] rounded(double[] wanted) {
        int[] whole = new int[wanted.length];
        int left = ONE;
        for (int k = 0; k < whole.length; k++) {
            whole[k] = (int) Math.floor(wanted[k]);
            left -= whole[k];
        }
        for (; left != 0; left -= Integer.signum(left)) {
            int most = 0;
            for (int k = 1; k < whole.length; k++) {
                double gain = Integer.signum(left) * (wanted[k] - whole[k] - wanted[most] + whole[most]);
                most = gain > 0 ? k : most;
            }
            whole[most] += Integer.signum(left);
        }
        return whole;
    }

    /** All changes by at most two that sum to zero. */
    private static List<int[]> shortSteps(int count) {
        List<int[]> all = new ArrayList<>();
        int codes = (int) Math.pow(5, count);
        for (int code = 0; code < codes; code++) {
            int[] step = new int[count];
            int sum = 0;
            int rest = code;
            for (int k = 0; k < count; k++) {
                step[k] = rest % 5 - 2;
                sum += step[k];
                rest /= 5;
            }
            if (sum == 0 && Arrays.stream(step).anyMatch(s -> s != 0)) {
                all.add(step);
            }
        }
        return all;
    }

    private static List<int[]> swaps(int count) {
        List<int[]> all = new ArrayList<>();
        for (int a = 0; a < count; a++) {
            for (int b = 0; b < count; b++) {
                if (a != b) {
                    int[] step = new int[count];
                    step[a] = 1;
                    step[b] = -1;
                    all.add(step);
                }
            }
        }
        return all;
    }

    /**
     * The effect of a change of one vertex's weights over all frames when its rest position adapts; symbols as in {@link QuantizedWeights}.
     */
    private static final class VertexNormalForm {
        /** Stiffness of the rest position relative to one frame, for directions that no frame determines. */
        private static final double REST_STIFFNESS = 0.1;

        private final int i;
        private final int count;
        /** PᵀP, K×K. */
        private final double[] pp;
        /** AᵀP, 3×K. */
        private final double[] ap;
        /** (AᵀA)⁻¹AᵀP, 3×K: how the rest position responds. */
        private final double[] answer;

        VertexNormalForm(SkinnedModel model, List<double[]> palettes, int i, int count) {
            this.i = i;
            this.count = count;
            pp = new double[count * count];
            ap = new double[3 * count];
            double[] aa = {REST_STIFFNESS, 0, 0, 0, REST_STIFFNESS, 0, 0, 0, REST_STIFFNESS};
            double[] p = new double[3 * count];
            double[] a = new double[9];
            for (double[] palette : palettes) {
                take(model, palette, p, a);
                add(p, a, aa);
            }
            answer = solved(aa);
        }

        /** The vertex position under each bone, and the blended linear part. */
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
            // The weights' sum is constant, so only differences matter; smaller numbers keep more digits.
            for (int k = 3 * count - 1; k >= 0; k--) {
                p[k] -= p[k % 3];
            }
        }

        private void add(double[] p, double[] a, double[] aa) {
            for (int k = 0; k < count; k++) {
                for (int l = 0; l < count; l++) {
                    pp[k * count + l] +=
                            p[3 * k] * p[3 * l] + p[3 * k + 1] * p[3 * l + 1] + p[3 * k + 2] * p[3 * l + 2];
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

        /** By the adjugate: AᵀA is positive definite because of the stiffness. */
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
         * Moves the rest position according to the change of weights.
         *
         * @param rest 3N, modified
         */
        void follow(int[] whole, double[] wanted, double furthest, float[] rest) {
            double[] moved = new double[3];
            double length = 0;
            for (int x = 0; x < 3; x++) {
                for (int k = 0; k < count; k++) {
                    moved[x] -= answer[x * count + k] * (whole[k] - wanted[k]) / QuantizedWeights.ONE;
                }
                length += moved[x] * moved[x];
            }
            double share = Math.min(1, furthest / Math.max(Math.sqrt(length), Double.MIN_NORMAL));
            for (int x = 0; x < 3; x++) {
                rest[3 * i + x] += (float) (share * moved[x]);
            }
        }
    }
}
