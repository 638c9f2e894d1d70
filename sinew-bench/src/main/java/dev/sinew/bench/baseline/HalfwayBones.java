package dev.sinew.bench.baseline;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Affine3;
import dev.sinew.math.Workers;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Mohr and Gleicher 2003: one bone halfway between each bone and its parent, then the best weights. Their half-way
 * rotation is what dual quaternions give for equal weights.
 */
public final class HalfwayBones {
    private static final int PLACES = 4;

    private final SkinnedModel model;
    private final BoneMotion training;
    private final List<int[]> pairs = new ArrayList<>();

    public HalfwayBones(SkinnedModel model, BoneMotion training) {
        this.model = model;
        this.training = training;
        int[] parents = model.skeleton().parents();
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] != Skeleton.ROOT) {
                pairs.add(new int[] {parents[j], j});
            }
        }
    }

    public int count() {
        return pairs.size();
    }

    /** EE of the best weights on the training poses. */
    public double envelopingError(Workers workers) {
        BoneMotion all = extended();
        SkinWeights weights = weights(all);
        SkinnedModel made = with(weights);
        LinearSkinning linear = new LinearSkinning(made);
        OperatorSkinning truth = new OperatorSkinning(model, SkinningOperator.DUAL_QUATERNION);
        return EnvelopingError.of(
                        (f, from, to, xyz) -> linear.positions(all.matrices(), all.offset(f, 0), from, to, xyz),
                        (f, from, to, xyz) -> truth.positions(training, f, from, to, xyz),
                        model.rest().positions(),
                        model.weights(),
                        training,
                        workers)
                .value();
    }

    private SkinnedModel with(SkinWeights weights) {
        int bones = model.boneCount() + count();
        Skeleton skeleton = Skeleton.flat(Arrays.copyOf(model.skeleton().pivots(), 3 * bones));
        return model.withClips(List.of()).withSkeleton(skeleton).withWeights(weights);
    }

    private BoneMotion extended() {
        int[] drivers = pairs.stream().flatMapToInt(Arrays::stream).toArray();
        double[] halves = new double[drivers.length];
        Arrays.fill(halves, 0.5);
        BlendBones bones = new BlendBones(SkinningOperator.DUAL_QUATERNION, SkinWeights.of(2, drivers, halves));
        SkinnedModel still = with(model.weights());
        return new BlendBoneSkinning(still, bones).extend(training);
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

    /** The vertex's own bones and the half-way bones beside one of them. */
    private List<Integer> candidates(int i) {
        SkinWeights w = model.weights();
        List<Integer> candidates = new ArrayList<>();
        for (int at = i * w.influences(); at < i * w.influences() + w.influencesOf(i); at++) {
            candidates.add(w.bones()[at]);
        }
        List<Integer> own = List.copyOf(candidates);
        for (int k = 0; own.size() > 1 && k < count(); k++) {
            if (own.contains(pairs.get(k)[0]) || own.contains(pairs.get(k)[1])) {
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
