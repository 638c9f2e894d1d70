package dev.sinew.edit;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.util.stream.IntStream;

/**
 * A skeleton with fewer of its bones: those go whose vertices move most as their parents would move them. What is left is a part
 * of what there was, under the same names and joints: levels of detail that follow from one another.
 */
public final class LeastMissed {
    private LeastMissed() {}

    /** Bones that move something. */
    public static int count(SkinnedModel model) {
        double[] totals = model.weights().totals(model.boneCount());
        return (int)
                IntStream.range(0, totals.length).filter(j -> totals[j] > 0).count();
    }

    /**
     * The model with so many bones that move something, as its first clip says; weights of the others go to their parents.
     *
     * @param bones at least 1
     */
    public static SkinnedModel fewer(SkinnedModel model, int bones) {
        if (bones < 1 || model.clips().isEmpty()) {
            throw new RefusedException("fewer bones are found by a clip, and at least 1 must stay, not " + bones);
        }
        Edited at = Edited.of(model);
        while (count(at.model()) > bones) {
            at = without(at, leastMissed(at.model()));
        }
        return at.model();
    }

    /** Joints that only marked where the bone ended go with it. */
    private static Edited without(Edited edited, int bone) {
        Bones all = new Bones(edited);
        double[] totals = all.totals();
        for (int child : all.children(bone)) {
            if (totals[child] == 0 && all.children(child).isEmpty()) {
                all.remove(child);
            }
        }
        return all.remove(bone).built();
    }

    private static int leastMissed(SkinnedModel model) {
        double[] costs = costs(model);
        int best = -1;
        for (int j = 0; j < costs.length; j++) {
            best = costs[j] > 0 && (best < 0 || costs[j] < costs[best]) ? j : best;
        }
        return best;
    }

    /** Σ_f Σ_i w_ij²·‖M_j·u_i − M_p·u_i‖² of every bone that moves something; 0 of the others, infinite of roots. */
    private static double[] costs(SkinnedModel model) {
        Clip clip = model.clips().get(0);
        SkinWeights w = model.weights();
        int[] parents = model.skeleton().parents();
        double[] costs = new double[model.boneCount()];
        for (int at = 0; at < w.bones().length; at++) {
            int j = w.bones()[at];
            if (w.weights()[at] > 0) {
                costs[j] += parents[j] == Skeleton.ROOT
                        ? Double.POSITIVE_INFINITY
                        : Double.MIN_NORMAL + strays(model, clip.motion(), at, j, parents[j]);
            }
        }
        return costs;
    }

    private static double strays(SkinnedModel model, BoneMotion motion, int at, int j, int parent) {
        SkinWeights w = model.weights();
        int i = at / w.influences();
        float[] u = model.rest().positions();
        double[] m = motion.matrices();
        double sum = 0;
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int r = 0; r < 12; r += 4) {
                int own = motion.offset(f, j) + r;
                int above = motion.offset(f, parent) + r;
                double d = (m[own] - m[above]) * u[3 * i]
                        + (m[own + 1] - m[above + 1]) * u[3 * i + 1]
                        + (m[own + 2] - m[above + 2]) * u[3 * i + 2]
                        + (m[own + 3] - m[above + 3]);
                sum += d * d;
            }
        }
        return w.weights()[at] * w.weights()[at] * sum;
    }
}
