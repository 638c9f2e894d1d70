package dev.sinew.linearize;

import dev.sinew.linearize.BlendBoneFit.Snapshot;
import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.measure.EnvelopingError;
import dev.sinew.measure.PoseSource;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.platform.Workers;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.operator.OperatorSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Algorithm 1 of KCO09: adds blend bones one by one where they help most, and refits them with their neighbours. At the end it refits all
 * together, replaces the least useful ones by better ones, and gives them further drivers.
 */
public final class Linearization {
    /** Factor on the tolerance while bones are added. */
    private static final double ROUGH_TOLERANCE_FACTOR = 10;

    /** Replacing a bone must lower the squared error by this fraction, or replacing stops. */
    private static final double MIN_REPLACEMENT_GAIN = 2e-3;

    private final LinearizeInput input;
    private final LinearizeOptions options;
    private final Progress progress;
    private final List<CurvePoint> curve = new ArrayList<>();
    private int iterations;

    /** Approximates a nonlinear operator by linear skinning with blend bones, without progress reports. */
    public static LinearizeResult linearize(LinearizeInput input, LinearizeOptions options) {
        return linearize(input, options, Progress.SILENT);
    }

    /**
     * @throws dev.sinew.run.InvalidInputException if bones scale and the operator supports only rotation and translation
     * @throws dev.sinew.run.CancelledException if {@code progress} cancels the run
     */
    public static LinearizeResult linearize(LinearizeInput input, LinearizeOptions options, Progress progress) {
        return new Linearization(input, options, progress).solve();
    }

    /** @param importance of its enveloping error, above 0 */
    public record Kind(BoneMotion poses, double importance) {}

    /**
     * Training poses of several kinds, one kind after another, that count by their importance: the frames of a kind are scaled, bones and
     * positions alike, until the best rigid predictions of all kinds have the same error. Otherwise the kind with the larger motion would
     * decide.
     *
     * @param kinds at least one motion of all bones
     */
    public static BoneMotion balanced(
            SkinnedModel model, SkinningOperator operator, List<Kind> kinds, Workers workers) {
        OperatorSkinning truth = new OperatorSkinning(model, operator);
        double[] all = new double[0];
        double first = 0;
        for (Kind part : kinds) {
            BoneMotion kind = part.poses;
            PoseSource wanted = (f, from, to, xyz) -> truth.positions(kind, f, from, to, xyz);
            double rigid = EnvelopingError.of(wanted, wanted, model.rest().positions(), model.weights(), kind, workers)
                    .rigid();
            first = all.length == 0 ? rigid / part.importance : first;
            double scale = rigid > 0 && first > 0 ? Math.sqrt(part.importance * first / rigid) : 1;
            int from = all.length;
            all = Arrays.copyOf(all, from + kind.matrices().length);
            for (int k = from; k < all.length; k++) {
                all[k] = scale * kind.matrices()[k - from];
            }
        }
        return new BoneMotion(model.boneCount(), all.length / BoneMotion.STRIDE / model.boneCount(), all);
    }

    private Linearization(LinearizeInput input, LinearizeOptions options, Progress progress) {
        this.input = input;
        this.options = options;
        this.progress = progress;
    }

    private LinearizeResult solve() {
        RigidBones.require(input, options.operator());
        try (Workers workers = new Workers(options.threads())) {
            update("poses", 0, Double.NaN);
            Training training = new Training(input.model(), input.training(), options.operator(), workers);
            curve.add(new CurvePoint(0, training.linearError));
            BlendBoneFit fit = new BlendBoneFit(training, CandidateSets.of(training), workers);
            addBones(fit, training);
            moveBones(fit, training);
            iterations += fit.widen(options.tolerance(), options.maxIterations());
            double error = training.envelopingError(fit.state());
            curve.set(
                    curve.size() - 1,
                    new CurvePoint(fit.bones().size(), curve.size() == 1 ? training.linearError : error));
            return result(fit, training, error);
        }
    }

    private void addBones(BlendBoneFit fit, Training training) {
        while (fit.bones().size() < options.maxBlendBones()
                && training.envelopingError(fit.state()) > options.targetError()
                && fit.add()) {
            iterations += fit.refineLast(ROUGH_TOLERANCE_FACTOR * options.tolerance(), options.maxIterations());
            double error = training.envelopingError(fit.state());
            if (error <= options.targetError() || fit.bones().size() == options.maxBlendBones()) {
                iterations += fit.refineAll(options.tolerance(), options.maxIterations());
                error = training.envelopingError(fit.state());
            }
            curve.add(new CurvePoint(fit.bones().size(), error));
            update("blend bones", fit.bones().size(), error);
        }
    }

    /** While it pays off: removes the least useful bone, adds a new one where it helps most, and refits all. */
    private void moveBones(BlendBoneFit fit, Training training) {
        int rounds = fit.bones().size() > 1 ? Math.max(2, fit.bones().size() / 4) : 0;
        for (int round = 0; round < rounds; round++) {
            double before = fit.squared();
            Snapshot kept = fit.snapshot();
            fit.removeLeastUseful();
            boolean added = fit.add();
            if (added) {
                iterations += fit.refineLast(ROUGH_TOLERANCE_FACTOR * options.tolerance(), options.maxIterations());
                iterations += fit.refineAll(options.tolerance(), options.maxIterations());
            }
            if (!added || !(fit.squared() < before * (1 - MIN_REPLACEMENT_GAIN))) {
                fit.restore(kept);
                return;
            }
            update("moving bones", fit.bones().size(), training.envelopingError(fit.state()));
        }
    }

    private LinearizeResult result(BlendBoneFit fit, Training training, double error) {
        List<String> notes = new ArrayList<>();
        Outcome outcome = Outcome.CONVERGED;
        if (error > options.targetError() && options.targetError() > 0) {
            outcome = Outcome.TARGET_NOT_REACHED;
            notes.add("an enveloping error of " + options.targetError() + " was not reached with "
                    + fit.bones().size() + " blend bones");
        } else if (options.targetError() == 0 && fit.bones().size() < options.maxBlendBones()) {
            int enough = fit.bones().size();
            notes.add((enough == 1 ? "1 blend bone is" : enough + " blend bones are") + " enough; "
                    + options.maxBlendBones() + " were requested");
        }
        double[] convergence =
                curve.stream().mapToDouble(CurvePoint::envelopingError).toArray();
        LinearizedModel model = BlendAssembly.of(input.model(), options.operator(), fit, training);
        return new LinearizeResult(new SolveResult<>(model, outcome, iterations, convergence, notes), curve);
    }

    private void update(String stage, int bones, double error) {
        int most = Math.min(options.maxBlendBones(), LinearizeOptions.MAX_BLEND_BONES);
        progress.update(stage, bones, Math.max(1, most), error);
    }

    /** Assembles the model: the original bones, then the blend bones, in every clip. */
    private static final class BlendAssembly {
        private BlendAssembly() {}

        static LinearizedModel of(SkinnedModel source, SkinningOperator operator, BlendBoneFit fit, Training training) {
            BlendBones blendBones =
                    new BlendBones(operator, drivers(fit.bones()), centres(operator, fit.bones(), training));
            SkinWeights weights = weights(source.weights(), fit.state(), training);
            Skeleton skeleton = skeleton(source, weights, fit.bones());
            BoneType type = operator == SkinningOperator.SCALED_DUAL_QUATERNION ? BoneType.AFFINE : source.boneType();
            SkinnedModel still = new SkinnedModel(source.rest(), weights, skeleton, type, List.of());
            BlendBoneSkinning skinning = new BlendBoneSkinning(still, blendBones);
            List<Clip> clips = source.clips().stream()
                    .map(clip -> new Clip(clip.name(), clip.framesPerSecond(), skinning.extend(clip.motion())))
                    .toList();
            return new LinearizedModel(still.withClips(clips), blendBones);
        }

        private static double[] centres(SkinningOperator operator, List<BlendBone> bones, Training training) {
            return operator == SkinningOperator.CENTRES_OF_ROTATION
                    ? bones.stream()
                            .map(training::centre)
                            .flatMapToDouble(Arrays::stream)
                            .toArray()
                    : new double[0];
        }

        private static SkinWeights drivers(List<BlendBone> bones) {
            int[] masters = new int[bones.size() * CandidateSets.MAX_DRIVERS];
            double[] u = new double[masters.length];
            for (int k = 0; k < bones.size(); k++) {
                BlendBone bone = bones.get(k);
                System.arraycopy(bone.masters(), 0, masters, k * CandidateSets.MAX_DRIVERS, bone.masters().length);
                System.arraycopy(bone.weights(), 0, u, k * CandidateSets.MAX_DRIVERS, bone.weights().length);
            }
            return SkinWeights.of(CandidateSets.MAX_DRIVERS, masters, u);
        }

        private static SkinWeights weights(SkinWeights source, WeightState state, Training training) {
            int[] bones = new int[source.vertexCount() * WeightState.MAX_INFLUENCES];
            double[] weights = new double[bones.length];
            for (int i = 0; i < source.vertexCount(); i++) {
                bones[i * WeightState.MAX_INFLUENCES] = source.bones()[i * source.influences()];
                weights[i * WeightState.MAX_INFLUENCES] = 1;
            }
            for (int a = 0; a < training.count(); a++) {
                int to = training.vertices[a] * WeightState.MAX_INFLUENCES;
                System.arraycopy(state.bones, a * WeightState.MAX_INFLUENCES, bones, to, WeightState.MAX_INFLUENCES);
                System.arraycopy(
                        state.weights, a * WeightState.MAX_INFLUENCES, weights, to, WeightState.MAX_INFLUENCES);
            }
            return SkinWeights.of(WeightState.MAX_INFLUENCES, bones, weights);
        }

        /** The pivot of a blend bone is the centroid of its vertices. */
        private static Skeleton skeleton(SkinnedModel source, SkinWeights weights, List<BlendBone> bones) {
            int masters = source.boneCount();
            List<String> names = new ArrayList<>(source.skeleton().names());
            Set<String> taken = new HashSet<>(names);
            int[] parents = Arrays.copyOf(source.skeleton().parents(), masters + bones.size());
            double[] pivots = Arrays.copyOf(source.skeleton().pivots(), 3 * (masters + bones.size()));
            double[] centroids = weights.centroids(source.rest().positions(), pivots);
            System.arraycopy(centroids, 3 * masters, pivots, 3 * masters, 3 * bones.size());
            for (int k = 0; k < bones.size(); k++) {
                names.add(name(k, taken));
                parents[masters + k] = Skeleton.NONE;
            }
            return new Skeleton(names, parents, pivots);
        }

        private static String name(int k, Set<String> taken) {
            String name = String.format("blend_%02d", k);
            while (!taken.add(name)) {
                name += "_";
            }
            return name;
        }
    }
}
