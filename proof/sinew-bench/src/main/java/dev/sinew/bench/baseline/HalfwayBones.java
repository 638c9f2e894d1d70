package dev.sinew.bench.baseline;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Affine3;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.platform.Workers;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mohr and Gleicher 2003: one bone halfway between each bone and its parent, then optimal weights. The halfway rotation is that
 * of dual quaternions with equal weights.
 *
 * <p>NOTE: the paper was not available. Scaling bones move like the halfway bone and scale about the joint by 1 − cos(θ/2), the
 * shrinking of linear blending halfway between two bones.
 */
public final class HalfwayBones implements Played {
    /** The bones added per joint. */
    public enum Added {
        HALFWAY,
        /** A halfway bone, one that grows with the joint's angle, and one that shrinks. */
        HALFWAY_AND_SCALING;

        int each() {
            return this == HALFWAY ? 1 : 3;
        }
    }

    private static final int PLACES = 4;

    private final SkinnedModel model;
    private final BoneMotion training;
    private final Added added;
    private final List<int[]> pairs = new ArrayList<>();
    private SkinWeights fitted;

    public HalfwayBones(SkinnedModel model, BoneMotion training, Added added) {
        this.model = model;
        this.training = training;
        this.added = added;
        int[] parents = model.skeleton().parents();
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] != Skeleton.NONE) {
                pairs.add(new int[] {parents[j], j});
            }
        }
    }

    public int count() {
        return added.each() * pairs.size();
    }

    /** EE of the best weights for the training poses, on any motion. */
    @Override
    public double envelopingError(BoneMotion motion, Workers workers) {
        if (fitted == null) {
            fitted = weights(extended(training));
        }
        BoneMotion all = extended(motion);
        LinearSkinning linear = new LinearSkinning(with(count(), fitted));
        return Played.envelopingError(
                model,
                motion,
                (f, from, to, xyz) -> linear.positions(all.matrices(), all.offset(f, 0), from, to, xyz),
                workers);
    }

    private SkinnedModel with(int more, SkinWeights weights) {
        int bones = model.boneCount() + more;
        Skeleton skeleton = Skeleton.flat(Arrays.copyOf(model.skeleton().pivots(), 3 * bones));
        return model.withClips(List.of()).withSkeleton(skeleton).withWeights(weights);
    }

    private BoneMotion extended(BoneMotion motion) {
        int[] drivers = pairs.stream().flatMapToInt(Arrays::stream).toArray();
        double[] halves = new double[drivers.length];
        Arrays.fill(halves, 0.5);
        BlendBones bones = new BlendBones(SkinningOperator.DUAL_QUATERNION, SkinWeights.of(2, drivers, halves));
        BoneMotion halfway = new BlendBoneSkinning(with(pairs.size(), model.weights()), bones).extend(motion);
        return added == Added.HALFWAY ? halfway : scaled(halfway);
    }

    /** Appends growing and shrinking copies of all halfway bones. */
    private BoneMotion scaled(BoneMotion halfway) {
        int masters = model.boneCount();
        int bones = masters + count();
        double[] m = new double[BoneMotion.STRIDE * bones * halfway.frameCount()];
        for (int f = 0; f < halfway.frameCount(); f++) {
            int to = BoneMotion.STRIDE * bones * f;
            System.arraycopy(halfway.matrices(), halfway.offset(f, 0), m, to, BoneMotion.STRIDE * halfway.boneCount());
            for (int k = 0; k < pairs.size(); k++) {
                double lost = 1 - Math.cos(angle(halfway, f, pairs.get(k)) / 2);
                int half = to + BoneMotion.STRIDE * (masters + k);
                scale(m, half, half + BoneMotion.STRIDE * pairs.size(), pairs.get(k)[1], 1 + lost);
                scale(m, half, half + 2 * BoneMotion.STRIDE * pairs.size(), pairs.get(k)[1], 1 - lost);
            }
        }
        return new BoneMotion(bones, halfway.frameCount(), m);
    }

    /** The relative rotation angle of two bones. */
    private static double angle(BoneMotion motion, int f, int[] pair) {
        double trace = 0;
        for (int k = 0; k < 11; k++) {
            int a = motion.offset(f, pair[0]) + k;
            trace += k % 4 == 3 ? 0 : motion.matrices()[a] * motion.matrices()[motion.offset(f, pair[1]) + k];
        }
        return Math.acos(Math.max(-1, Math.min(1, (trace - 1) / 2)));
    }

    /** Scales a bone about a posed joint. */
    private void scale(double[] m, int from, int to, int joint, double by) {
        double[] pivots = model.skeleton().pivots();
        for (int r = 0; r < 12; r += 4) {
            double carried = Affine3.row(m, from + r, pivots[3 * joint], pivots[3 * joint + 1], pivots[3 * joint + 2]);
            m[to + r + 3] = carried;
            for (int c = 0; c < 3; c++) {
                m[to + r + c] = by * m[from + r + c];
                m[to + r + 3] -= m[to + r + c] * pivots[3 * joint + c];
            }
        }
    }

    private SkinWeights weights(BoneMotion all) {
        int n = model.vertexCount();
        int[] bones = new int[n * PLACES];
        double[] weights = new double[bones.length];
        OperatorSkinning truth = new OperatorSkinning(model, SkinningOperator.DUAL_QUATERNION);
        double[][] wanted = new double[all.frameCount()][3 * n];
        for (int f = 0; f < wanted.length; f++) {
            truth.positions(training, f, 0, n, wanted[f]);
        }
        SimplexQuadratic quadratic = new SimplexQuadratic(model.weights().influences() + count());
        for (int i = 0; i < n; i++) {
            List<Integer> candidates = candidates(i);
            solve(i, candidates, all, wanted, quadratic);
            while (candidates.size() > PLACES) {
                int[] least = {0};
                for (int c = 1; c < candidates.size(); c++) {
                    least[0] = quadratic.x()[c] < quadratic.x()[least[0]] ? c : least[0];
                }
                candidates.remove(least[0]);
                solve(i, candidates, all, wanted, quadratic);
            }
            for (int c = 0; c < candidates.size(); c++) {
                bones[i * PLACES + c] = candidates.get(c);
                weights[i * PLACES + c] = quadratic.x()[c];
            }
        }
        return SkinWeights.of(PLACES, bones, weights);
    }

    /** The vertex's own bones and the adjacent halfway bones. */
    private List<Integer> candidates(int i) {
        SkinWeights w = model.weights();
        List<Integer> candidates = new ArrayList<>();
        for (int at = i * w.influences(); at < i * w.influences() + w.influencesOf(i); at++) {
            candidates.add(w.bones()[at]);
        }
        List<Integer> own = List.copyOf(candidates);
        for (int k = 0; own.size() > 1 && k < count(); k++) {
            int[] pair = pairs.get(k % pairs.size());
            if (own.contains(pair[0]) || own.contains(pair[1])) {
                candidates.add(model.boneCount() + k);
            }
        }
        return candidates;
    }

    private void solve(int i, List<Integer> candidates, BoneMotion all, double[][] wanted, SimplexQuadratic quadratic) {
        int n = candidates.size();
        double[][] misses = new double[n][3 * wanted.length];
        float[] u = model.rest().positions();
        for (int c = 0; c < n; c++) {
            for (int k = 0; k < misses[c].length; k++) {
                int at = all.offset(k / 3, candidates.get(c)) + 4 * (k % 3);
                misses[c][k] = Affine3.row(all.matrices(), at, u[3 * i], u[3 * i + 1], u[3 * i + 2])
                        - wanted[k / 3][3 * i + k % 3];
            }
        }
        for (int r = 0; r < n; r++) {
            quadratic.b()[r] = 0;
            for (int c = 0; c < n; c++) {
                double dot = 0;
                for (int k = 0; k < misses[r].length; k++) {
                    dot += misses[r][k] * misses[c][k];
                }
                quadratic.g()[r * quadratic.stride() + c] = dot;
            }
        }
        quadratic.minimise(n);
    }
}
