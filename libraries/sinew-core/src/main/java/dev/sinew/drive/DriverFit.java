package dev.sinew.drive;

import dev.sinew.drive.DriveResult.LeftOut;
import dev.sinew.linalg.Cholesky;
import dev.sinew.math.Affine3;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Inputs;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.skin.DriverRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Learns drivers by ridge regression from the solved motion of helper bones. Every example is left out in turn; what carries over decides
 * which inputs the drivers use, and whether there are any.
 */
public final class DriverFit {
    /** Joints that carry less of the weight do not count as inputs. */
    private static final double MIN_WEIGHT_SHARE = 0.01;

    /** Outputs may leave the range of the examples by this fraction of it. */
    private static final double RANGE_MARGIN = 0.1;

    /** Rates over shorter intervals measure noise, and live frame rates vary around this. */
    private static final double MIN_INTERVAL_SECONDS = 1.0 / 30;

    /** Added to the spread of every input, so that inputs that hardly vary do not count: radians, metres, seconds. */
    private static final double MIN_SPREAD = 1e-4;

    /** Parts of the only example, each left out in turn. */
    private static final int BLOCKS = 4;

    private static final int MIN_BLOCK_FRAMES = 5;

    private final DriveInput input;
    private final DriveOptions options;
    private final Progress progress;
    private final SkinnedModel model;
    private final int[] helpers;
    private final List<Clip> clips;
    private final Targets targets;

    public static DriveResult fit(DriveInput input, DriveOptions options) {
        return fit(input, options, Progress.SILENT);
    }

    /** @throws InvalidInputException if the examples are too short to leave a part out */
    public static DriveResult fit(DriveInput input, DriveOptions options, Progress progress) {
        return new DriverFit(input, options, progress).solve();
    }

    private DriverFit(DriveInput input, DriveOptions options, Progress progress) {
        this.input = input;
        this.options = options;
        this.progress = progress;
        this.model = input.model();
        this.helpers = input.helpers();
        this.clips = input.examples().stream()
                .map(example -> DriveInput.clipOf(model, example))
                .toList();
        this.targets = new Targets(model, helpers, references(), clips);
    }

    private DriveResult solve() {
        List<Range> folds = folds();
        try (Workers workers = new Workers(options.threads())) {
            double[] solved = errors(folds, fold -> clips.get(fold.example), workers);
            double[] plain = plainErrors(folds, workers);
            double[] attached = leftOutErrors(Kind.CONSTANT, folds, workers);
            Kind kind = options.kind();
            double[] driven = leftOutErrors(kind, folds, workers);
            while (kind != Kind.CONSTANT && !isSafe(driven, attached, plain)) {
                kind = Kind.values()[kind.ordinal() - 1];
                driven = leftOutErrors(kind, folds, workers);
            }
            boolean useful = kind != Kind.CONSTANT || isSafe(attached, attached, plain);
            List<LeftOut> leftOut = new ArrayList<>();
            for (int k = 0; k < folds.size(); k++) {
                Range fold = folds.get(k);
                String name = clips.get(fold.example).name();
                double own = kind == Kind.CONSTANT ? Double.NaN : driven[k];
                leftOut.add(new LeftOut(name, fold.from, fold.to - fold.from, solved[k], attached[k], own, plain[k]));
            }
            if (!useful) {
                return new DriveResult(
                        input.plain().orElseThrow(), Optional.empty(), leftOut, notes(kind, false, folds));
            }
            Drivers drivers = learn(inputs(kind), List.of());
            return new DriveResult(assembled(drivers), Optional.of(drivers), leftOut, notes(kind, true, folds));
        }
    }

    private List<String> notes(Kind kind, boolean useful, List<Range> folds) {
        List<String> notes = new ArrayList<>();
        if (clips.size() == 1) {
            notes.add(
                    "one clip only: errors on unseen motion are from leaving out quarters of it; more clips make drivers"
                            + " more reliable");
        }
        if (!useful) {
            notes.add(
                    "helper bones do not carry over to motion that was left out, so none are written; more clips help");
        } else if (kind == Kind.CONSTANT && options.kind() != Kind.CONSTANT) {
            notes.add(
                    "drivers do not carry over to motion that was left out, so helper bones keep fixed offsets to other"
                            + " bones; more clips help");
        } else if (kind != options.kind()) {
            notes.add("drivers use fewer inputs (" + kind.name().toLowerCase(Locale.ROOT)
                    + "): with more they were worse on motion that was left out");
        }
        return notes;
    }

    /** Whether no left-out motion is worse than without helper bones, or on average than with attached ones. */
    private static boolean isSafe(double[] errors, double[] attached, double[] plain) {
        for (int k = 0; k < errors.length; k++) {
            if (errors[k] > plain[k]) {
                return false;
            }
        }
        return Arrays.stream(errors).sum() <= Arrays.stream(attached).sum();
    }

    /** Frames {@code from ≤ f < to} of an example. */
    private record Range(int example, int from, int to) {}

    private List<Range> folds() {
        if (clips.size() > 1) {
            return IntStream.range(0, clips.size())
                    .mapToObj(k -> new Range(k, 0, clips.get(k).motion().frameCount()))
                    .toList();
        }
        int frames = clips.get(0).motion().frameCount();
        if (frames < BLOCKS * MIN_BLOCK_FRAMES) {
            throw new InvalidInputException("clip '" + clips.get(0).name() + "' has " + frames
                    + " frames; to learn drivers from a single clip it needs at least " + BLOCKS * MIN_BLOCK_FRAMES
                    + ", or add more clips");
        }
        return IntStream.range(0, BLOCKS)
                .mapToObj(b -> new Range(0, frames * b / BLOCKS, frames * (b + 1) / BLOCKS))
                .toList();
    }

    private interface Player {
        Clip clip(Range fold);
    }

    private double[] leftOutErrors(Kind kind, List<Range> folds, Workers workers) {
        Inputs inputs = inputs(kind);
        return errors(
                folds,
                fold -> {
                    progress.update("leave out " + clips.get(fold.example).name(), folds.indexOf(fold), folds.size());
                    Drivers drivers = learn(inputs, List.of(fold));
                    return DriverRuntime.drive(model, drivers, clips.get(fold.example));
                },
                workers);
    }

    private double[] errors(List<Range> folds, Player player, Workers workers) {
        return folds.stream()
                .mapToDouble(fold -> error(model, player.clip(fold), fold, workers))
                .toArray();
    }

    private double[] plainErrors(List<Range> folds, Workers workers) {
        double[] errors = new double[folds.size()];
        Arrays.fill(errors, Double.NaN);
        for (int k = 0; k < errors.length && input.plain().isPresent(); k++) {
            SkinnedModel plain = input.plain().get();
            Clip clip = DriveInput.clipOf(plain, input.examples().get(folds.get(k).example));
            errors[k] = error(plain, clip, folds.get(k), workers);
        }
        return errors;
    }

    private double error(SkinnedModel played, Clip clip, Range fold, Workers workers) {
        MeshSequence truth = input.examples().get(fold.example);
        double[] perFrame = Measure.of(played, clip, truth, workers).perFrame();
        double squared = 0;
        for (int f = fold.from; f < fold.to; f++) {
            squared += perFrame[f] * perFrame[f];
        }
        return Math.sqrt(squared / (fold.to - fold.from));
    }

    /** The bone in whose frame each helper varies least: Σ_f ‖(X_f − X̄)·ũ‖² over the vertices it moves. */
    private int[] references() {
        int[] best = new int[helpers.length];
        for (int h = 0; h < helpers.length; h++) {
            double[] moments = moments(helpers[h]);
            double least = Double.POSITIVE_INFINITY;
            for (int j = 0; j < model.boneCount(); j++) {
                double spread = input.isHelper(j) ? Double.POSITIVE_INFINITY : spread(helpers[h], j, moments);
                if (spread < least) {
                    least = spread;
                    best[h] = j;
                }
            }
        }
        return best;
    }

    /** Σ_i w_ij·ũ_i·ũ_iᵀ, 4×4. */
    private double[] moments(int bone) {
        SkinWeights weights = model.weights();
        float[] rest = model.rest().positions();
        double[] moments = new double[16];
        for (int at = 0; at < weights.bones().length; at++) {
            double w = weights.bones()[at] == bone ? weights.weights()[at] : 0;
            int i = at / weights.influences();
            for (int r = 0; w > 0 && r < 4; r++) {
                for (int c = 0; c < 4; c++) {
                    moments[4 * r + c] += w * (r < 3 ? rest[3 * i + r] : 1) * (c < 3 ? rest[3 * i + c] : 1);
                }
            }
        }
        return moments;
    }

    private double spread(int helper, int reference, double[] moments) {
        int frames = clips.stream().mapToInt(clip -> clip.motion().frameCount()).sum();
        double[] all = new double[frames * Affine3.STRIDE];
        double[] mean = new double[Affine3.STRIDE];
        int at = 0;
        for (Clip clip : clips) {
            for (int f = 0; f < clip.motion().frameCount(); f++) {
                relative(clip.motion(), f, reference, helper, all, at);
                for (int c = 0; c < mean.length; c++) {
                    mean[c] += all[at + c] / frames;
                }
                at += Affine3.STRIDE;
            }
        }
        double sum = 0;
        for (int from = 0; from < all.length; from += 4) {
            int row = from % Affine3.STRIDE;
            for (int r = 0; r < 4; r++) {
                for (int c = 0; c < 4; c++) {
                    sum += (all[from + r] - mean[row + r]) * moments[4 * r + c] * (all[from + c] - mean[row + c]);
                }
            }
        }
        return sum;
    }

    /** M_ref⁻¹·M_h */
    private static void relative(BoneMotion motion, int f, int reference, int helper, double[] out, int to) {
        double[] inverse = new double[Affine3.STRIDE];
        Affine3.invert(motion.matrices(), motion.offset(f, reference), inverse, 0);
        Affine3.multiply(inverse, 0, motion.matrices(), motion.offset(f, helper), out, to);
    }

    private Inputs inputs(Kind kind) {
        double[] totals = model.weights().totals(model.boneCount());
        int[] parents = model.skeleton().parents();
        double all = 0;
        int carrier = Skeleton.NONE;
        for (int j = 0; j < totals.length; j++) {
            if (!input.isHelper(j)) {
                all += totals[j];
                carrier = carrier == Skeleton.NONE || totals[j] > totals[carrier] ? j : carrier;
            }
        }
        double least = MIN_WEIGHT_SHARE * all;
        int[] joints = IntStream.range(0, totals.length)
                .filter(j -> !input.isHelper(j) && parents[j] != Skeleton.NONE && totals[j] >= least && totals[j] > 0)
                .toArray();
        int[] of = Arrays.stream(joints).map(j -> parents[j]).toArray();
        double frame = 1 / clips.get(0).framesPerSecond();
        return new Inputs(kind, joints, of, carrier, Math.min(1, Math.max(MIN_INTERVAL_SECONDS, frame)));
    }

    /** Ridge regression on all frames but those left out. */
    private Drivers learn(Inputs inputs, List<Range> leftOut) {
        int outputs = targets.outputs();
        DriverRuntime runtime = new DriverRuntime(model, targets.still(inputs));
        int width = inputs.count();
        Regression sums = new Regression(width, outputs);
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < clips.size(); k++) {
                double[] z = runtime.inputs(clips.get(k));
                for (int f = 0; f < clips.get(k).motion().frameCount(); f++) {
                    int example = k;
                    int frame = f;
                    if (leftOut.stream().noneMatch(r -> r.example == example && r.from <= frame && frame < r.to)) {
                        sums.add(pass, z, f * width, targets.of(k), f * outputs);
                    }
                }
            }
            sums.endPass(pass);
        }
        double[] matrix = sums.solve(options.ridge());
        double[] constant = sums.meanOutput.clone();
        for (int o = 0; o < outputs; o++) {
            for (int c = 0; c < width; c++) {
                constant[o] -= matrix[o * width + c] * sums.mean[c];
            }
        }
        double[] low = new double[outputs];
        double[] high = new double[outputs];
        for (int o = 0; o < outputs; o++) {
            double margin = RANGE_MARGIN * (sums.high[o] - sums.low[o]);
            low[o] = sums.low[o] - margin;
            high[o] = sums.high[o] + margin;
        }
        return targets.drivers(inputs, constant, matrix, low, high);
    }

    /** Two passes over the frames: means, then products about the means. */
    private static final class Regression {
        private final double[] mean;
        private final double[] meanOutput;
        private final double[] low;
        private final double[] high;
        /** Σ (z−μ)(z−μ)ᵀ, I×I */
        private final double[] products;
        /** Σ (z−μ)(y−y₀)ᵀ, I×O */
        private final double[] cross;

        private int frames;

        Regression(int inputs, int outputs) {
            mean = new double[inputs];
            meanOutput = new double[outputs];
            low = new double[outputs];
            high = new double[outputs];
            Arrays.fill(low, Double.POSITIVE_INFINITY);
            Arrays.fill(high, Double.NEGATIVE_INFINITY);
            products = new double[inputs * inputs];
            cross = new double[inputs * outputs];
        }

        void add(int pass, double[] z, int at, double[] y, int from) {
            if (pass == 0) {
                frames++;
                for (int c = 0; c < mean.length; c++) {
                    mean[c] += z[at + c];
                }
                for (int o = 0; o < meanOutput.length; o++) {
                    meanOutput[o] += y[from + o];
                    low[o] = Math.min(low[o], y[from + o]);
                    high[o] = Math.max(high[o], y[from + o]);
                }
                return;
            }
            int outputs = meanOutput.length;
            for (int r = 0; r < mean.length; r++) {
                double value = z[at + r] - mean[r];
                for (int c = 0; c <= r; c++) {
                    products[r * mean.length + c] += value * (z[at + c] - mean[c]);
                }
                for (int o = 0; o < outputs; o++) {
                    cross[r * outputs + o] += value * (y[from + o] - meanOutput[o]);
                }
            }
        }

        void endPass(int pass) {
            for (int c = 0; pass == 0 && c < mean.length; c++) {
                mean[c] /= frames;
            }
            for (int o = 0; pass == 0 && o < meanOutput.length; o++) {
                meanOutput[o] /= frames;
            }
        }

        /** A·diag(1/σ), O×I. */
        double[] solve(double ridge) {
            int n = mean.length;
            int outputs = meanOutput.length;
            double[] perSpread = new double[n];
            for (int c = 0; c < n; c++) {
                perSpread[c] = 1 / (Math.sqrt(products[c * n + c] / frames) + MIN_SPREAD);
            }
            double[] normal = new double[n * n];
            for (int r = 0; r < n; r++) {
                for (int c = 0; c <= r; c++) {
                    normal[r * n + c] = products[r * n + c] * perSpread[r] * perSpread[c];
                }
                normal[r * n + r] += ridge * frames;
            }
            double[] right = cross.clone();
            for (int k = 0; k < right.length; k++) {
                right[k] *= perSpread[k / outputs];
            }
            Cholesky.of(normal, n).solve(right, outputs, 0, outputs);
            double[] matrix = new double[outputs * n];
            for (int o = 0; o < outputs; o++) {
                for (int c = 0; c < n; c++) {
                    matrix[o * n + c] = right[c * outputs + o] * perSpread[c];
                }
            }
            return matrix;
        }
    }

    /** The model with helpers attached to their reference bones, moved by the drivers in every clip without a sequence. */
    private SkinnedModel assembled(Drivers drivers) {
        Skeleton before = model.skeleton();
        int[] parents = before.parents().clone();
        for (int h = 0; h < helpers.length; h++) {
            boolean earlier = drivers.references()[h] < helpers[h];
            parents[helpers[h]] = earlier ? drivers.references()[h] : parents[helpers[h]];
        }
        Skeleton attached = new Skeleton(before.names(), parents, before.pivots(), before.orientations());
        List<Clip> all = model.clips().stream()
                .map(clip -> clips.contains(clip) ? clip : DriverRuntime.drive(model, drivers, clip))
                .toList();
        return model.withSkeleton(attached).withClips(all);
    }

    /** The solved motion of the helpers as outputs y. */
    private static final class Targets {
        private final int[] helpers;
        private final int[] references;
        private final double[] pivots;
        private final boolean stretch;
        /** F×O per example */
        private final List<double[]> values = new ArrayList<>();

        Targets(SkinnedModel model, int[] helpers, int[] references, List<Clip> clips) {
            this.helpers = helpers;
            this.references = references;
            this.stretch = model.boneType() != BoneType.RIGID;
            double[] centroids = model.weights()
                    .centroids(model.rest().positions(), model.skeleton().pivots());
            pivots = new double[3 * helpers.length];
            for (int h = 0; h < helpers.length; h++) {
                System.arraycopy(centroids, 3 * helpers[h], pivots, 3 * h, 3);
            }
            clips.forEach(clip -> values.add(encode(clip.motion())));
        }

        int outputs() {
            return helpers.length * (stretch ? 12 : 6);
        }

        double[] of(int example) {
            return values.get(example);
        }

        private double[] encode(BoneMotion motion) {
            int channels = outputs() / helpers.length;
            double[] y = new double[motion.frameCount() * outputs()];
            double[] x = new double[Affine3.STRIDE];
            for (int f = 0; f < motion.frameCount(); f++) {
                for (int h = 0; h < helpers.length; h++) {
                    relative(motion, f, references[h], helpers[h], x, 0);
                    DriverRuntime.encode(x, pivots, 3 * h, stretch, y, f * outputs() + h * channels);
                }
            }
            return y;
        }

        Drivers drivers(Inputs inputs, double[] constant, double[] matrix, double[] low, double[] high) {
            return new Drivers(inputs, helpers, references, pivots, stretch, constant, matrix, low, high);
        }

        /** Drivers that only compute inputs. */
        Drivers still(Inputs inputs) {
            double[] zero = new double[outputs()];
            return drivers(inputs, zero, new double[outputs() * inputs.count()], zero, zero);
        }
    }
}
