package dev.sinew.io.gltf.small;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Weights in whole 255ths, chosen there and not rounded to it: for every vertex those that move it least, over the frames of all
 * clips, from where its own weights put it, given that its rest position follows. With p_jf = M_jf·ũ_i, P the 3F×K of them and A
 * the 3F×3 of the blended matrices' linear parts, a change δw moves it by P·δw + A·δu, and the best δu = −(AᵀA)⁻¹AᵀP·δw leaves
 * δwᵀSδw with S = PᵀP − PᵀA(AᵀA)⁻¹AᵀP: the least over whole numbers that sum to 255, found by steps that keep the sum.
 *
 * <p>NOTE: see docs/decisions.md for what rounding costs instead.
 */
public final class GridWeights {
    static final int ONE = 255;
    /** Evenly chosen frames tell as much as all. */
    private static final int MOST_FRAMES = 64;
    /** Up to so many influences all short steps are tried, beyond that only those between two. */
    private static final int FULL_SEARCH = 4;

    /** A vertex of more influences is rounded: each of them matters little. */
    private static final int MOST_SEARCHED = 16;

    private static final int MOST_STEPS = 200;

    private final SkinnedModel model;
    private final List<double[]> palettes = new ArrayList<>();
    private final int places;
    private final List<List<int[]>> steps = new ArrayList<>();

    private GridWeights(SkinnedModel model) {
        this.model = model;
        this.places = model.weights().influences();
        for (Clip clip : model.clips()) {
            takeFrames(clip.motion());
        }
        for (int k = 0; k <= Math.min(places, MOST_SEARCHED); k++) {
            steps.add(k <= FULL_SEARCH ? shortSteps(k) : swaps(k));
        }
    }

    /**
     * The model with such weights, its rest positions following.
     *
     * @param furthest how far a rest position may follow
     */
    public static SkinnedModel of(SkinnedModel model, double furthest) {
        return new GridWeights(model).solve(furthest);
    }

    private void takeFrames(BoneMotion motion) {
        int share = Math.max(1, MOST_FRAMES / model.clips().size());
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
            if (count > 1 && count <= MOST_SEARCHED && !palettes.isEmpty()) {
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
        for (int n = 0; better && n < MOST_STEPS; n++) {
            for (int k = 0; k < count; k++) {
                off[k] = whole[k] - wanted[k];
            }
            better = step(whole, off, g, count);
        }
    }

    /** Takes the step that gains most; false where none does. */
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

    /** Down to whole numbers, and what is left over to those that lost most. */
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

    /** All changes by at most two that sum to nothing. */
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
}
