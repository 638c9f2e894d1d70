package dev.sinew.drive;

import dev.sinew.drive.DriveInput.Fold;
import dev.sinew.drive.DriveInput.Solved;
import dev.sinew.drive.DriveOptions.Form;
import dev.sinew.drive.DriveResult.LeftOut;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.Drivers.Kind;
import dev.sinew.model.Skeleton;
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
 * Learns drivers by ridge regression from the solved motion of helper bones and corrective shapes. Every example is left out in turn; what is
 * best there decides which inputs and which function the drivers use, and whether there are any.
 */
public final class DriverFit {
    /** Parts of the only example, each left out in turn. */
    private static final int BLOCKS = 4;

    private static final int MIN_BLOCK_FRAMES = 5;

    /** Ridges tried after the given one, as fractions of it: examples without noise need hardly any. */
    private static final double[] WEAKER_RIDGES = {1e-2, 1e-4};

    /**
     * A weaker ridge is taken if it lowers the error on motion that was left out to this fraction. One that is only a little better there is
     * often worse elsewhere: with the best of seven ridges T-shirts have 1.65 % in motion kept back, with a fixed one 1.60 %.
     */
    private static final double MAX_WEAKER_RIDGE_ERROR = 0.75;

    private final DriveInput input;
    private final DriveOptions options;
    private final Progress progress;
    private final SkinnedModel model;
    private final List<Clip> clips;
    private final ExampleMotion all;
    private final List<Part> parts;

    public static DriveResult fit(DriveInput input, DriveOptions options) {
        return fit(input, options, Progress.SILENT);
    }

    /** @throws InvalidInputException if the examples are too short to leave a part out, or hold no motion to learn from */
    public static DriveResult fit(DriveInput input, DriveOptions options, Progress progress) {
        return new DriverFit(input, options, progress).solve();
    }

    private DriverFit(DriveInput input, DriveOptions options, Progress progress) {
        this.input = input;
        this.options = options;
        this.progress = progress;
        this.model = input.all().model();
        this.clips = input.examples().stream()
                .map(example -> DriveInput.clipOf(model, example))
                .toList();
        this.all = new ExampleMotion(input.all(), clips);
        if (options.kind() != Kind.CONSTANT && !all.varies(options.kind())) {
            throw new InvalidInputException("the bones do not move in "
                    + String.join(", ", clips.stream().map(Clip::name).toList())
                    + " in a way that drivers could follow (inputs: "
                    + options.kind().name().toLowerCase(Locale.ROOT) + "); add clips with other poses");
        }
        this.parts = parts();
    }

    /** What drivers may be: inputs and function. */
    private record Candidate(Kind kind, boolean kernels, double ridge) {}

    /** A candidate and its errors in the parts that were left out. */
    private record Tried(Candidate candidate, double[] errors) {
        double mean() {
            return Arrays.stream(errors).average().orElse(Double.NaN);
        }

        /** Whether it is nowhere worse than a skin without helper bones. */
        boolean isSafe(double[] plain) {
            for (int k = 0; k < errors.length; k++) {
                if (errors[k] > plain[k]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Frames {@code from ≤ f < to} of an example, and the motion solved without them. */
    private record Part(int example, int from, int to, ExampleMotion motion) {}

    private DriveResult solve() {
        try (Workers workers = new Workers(options.threads())) {
            double[] solved = parts.stream()
                    .mapToDouble(part -> error(model, clips.get(part.example), part, workers))
                    .toArray();
            double[] plain = parts.stream()
                    .mapToDouble(part -> plainError(part, workers))
                    .toArray();
            Tried attached = tried(new Candidate(Kind.CONSTANT, false, options.ridge()), workers);
            Tried best = best(options.ridge(), attached, plain, workers);
            for (double weaker : WEAKER_RIDGES) {
                Tried other = best(weaker * options.ridge(), attached, plain, workers);
                if (!(other.mean() < MAX_WEAKER_RIDGE_ERROR * best.mean())) {
                    break;
                }
                best = other;
            }
            Candidate chosen = best.candidate;
            boolean useful = best.isSafe(plain);
            List<LeftOut> leftOut = new ArrayList<>();
            for (int k = 0; k < parts.size(); k++) {
                Part part = parts.get(k);
                String name = clips.get(part.example).name();
                double own = chosen.kind == Kind.CONSTANT ? Double.NaN : best.errors[k];
                leftOut.add(new LeftOut(
                        name, part.from, part.to - part.from, solved[k], attached.errors[k], own, plain[k]));
            }
            List<String> notes = notes(chosen, useful);
            if (!useful) {
                SkinnedModel without = input.all().plain().orElseThrow();
                return new DriveResult(without, Optional.empty(), leftOut, notes);
            }
            Drivers drivers = all.learn(chosen.kind, chosen.kernels, chosen.ridge, (clip, f) -> false);
            return new DriveResult(assembled(drivers), Optional.of(drivers), leftOut, notes);
        }
    }

    /** The candidate with the smallest error on average, among those that are nowhere worse than a skin without helper bones. */
    private Tried best(double ridge, Tried attached, double[] plain, Workers workers) {
        Tried best = attached;
        for (Candidate candidate : candidates(ridge)) {
            Tried next = tried(candidate, workers);
            boolean better = next.mean() < best.mean() || !best.isSafe(plain);
            best = next.isSafe(plain) && better ? next : best;
        }
        return best;
    }

    /** From most inputs to fewest, linear functions first. */
    private List<Candidate> candidates(double ridge) {
        List<Candidate> candidates = new ArrayList<>();
        for (int k = options.kind().ordinal(); k > 0; k--) {
            Kind kind = Kind.values()[k];
            if (options.form() != Form.RBF) {
                candidates.add(new Candidate(kind, false, ridge));
            }
            if (options.form() != Form.LINEAR) {
                candidates.add(new Candidate(kind, true, ridge));
            }
        }
        return candidates;
    }

    private List<String> notes(Candidate chosen, boolean useful) {
        List<String> notes = new ArrayList<>();
        if (clips.size() == 1) {
            notes.add(
                    "one clip only: errors on unseen motion are from leaving out quarters of it; other motion may be worse than"
                            + " without what is driven. Add clips");
        }
        if (!useful) {
            notes.add(
                    "helper bones do not carry over to motion that was left out, so none are written; more clips help");
        } else if (chosen.kind == Kind.CONSTANT && options.kind() != Kind.CONSTANT) {
            notes.add(
                    "drivers do not carry over to motion that was left out, so helper bones keep fixed offsets to other"
                            + " bones; more clips help");
        } else if (chosen.kind != options.kind()) {
            notes.add("drivers use fewer inputs (" + chosen.kind.name().toLowerCase(Locale.ROOT)
                    + "): with more they were worse on motion that was left out");
        }
        return notes;
    }

    private List<Part> parts() {
        if (!input.folds().isEmpty()) {
            return partsOfFolds();
        }
        if (clips.size() > 1) {
            return IntStream.range(0, clips.size())
                    .mapToObj(k -> new Part(k, 0, clips.get(k).motion().frameCount(), all))
                    .toList();
        }
        int frames = clips.get(0).motion().frameCount();
        if (frames < BLOCKS * MIN_BLOCK_FRAMES) {
            throw new InvalidInputException("clip '" + clips.get(0).name() + "' has " + frames
                    + " frames; to learn drivers from a single clip it needs at least " + BLOCKS * MIN_BLOCK_FRAMES
                    + ", or add more clips");
        }
        return IntStream.range(0, BLOCKS)
                .mapToObj(b -> new Part(0, frames * b / BLOCKS, frames * (b + 1) / BLOCKS, all))
                .toList();
    }

    private List<Part> partsOfFolds() {
        List<Part> found = new ArrayList<>();
        for (Fold fold : input.folds()) {
            List<Clip> kept = input.examples().stream()
                    .filter(example -> !fold.without().contains(example.name()))
                    .map(example -> DriveInput.clipOf(fold.solved().model(), example))
                    .toList();
            ExampleMotion motion = new ExampleMotion(fold.solved(), kept);
            for (int k = 0; k < clips.size(); k++) {
                if (fold.without().contains(clips.get(k).name())) {
                    found.add(new Part(k, 0, clips.get(k).motion().frameCount(), motion));
                }
            }
        }
        return found;
    }

    private Tried tried(Candidate candidate, Workers workers) {
        progress.update("leave out", candidate.kind.ordinal(), Kind.values().length);
        double[] errors = new double[parts.size()];
        Drivers drivers = null;
        for (int k = 0; k < errors.length; k++) {
            Part part = parts.get(k);
            // Parts of one fold share what was learnt without all of them.
            if (part.motion == all || k == 0 || parts.get(k - 1).motion != part.motion) {
                String name = clips.get(part.example).name();
                drivers = part.motion.learn(
                        candidate.kind,
                        candidate.kernels,
                        candidate.ridge,
                        (clip, f) -> clip.name().equals(name) && part.from <= f && f < part.to);
            }
            Solved solved = part.motion.solved();
            Clip clip = DriveInput.clipOf(solved.model(), input.examples().get(part.example));
            errors[k] = error(solved.model(), DriverRuntime.drive(solved.model(), drivers, clip), part, workers);
        }
        return new Tried(candidate, errors);
    }

    private double plainError(Part part, Workers workers) {
        Optional<SkinnedModel> plain = part.motion.solved().plain();
        return plain.isEmpty()
                ? Double.NaN
                : error(
                        plain.get(),
                        DriveInput.clipOf(plain.get(), input.examples().get(part.example)),
                        part,
                        workers);
    }

    private double error(SkinnedModel played, Clip clip, Part part, Workers workers) {
        MeshSequence truth = input.examples().get(part.example);
        double[] perFrame = Measure.of(played, clip, truth, workers).perFrame();
        double squared = 0;
        for (int f = part.from; f < part.to; f++) {
            squared += perFrame[f] * perFrame[f];
        }
        return Math.sqrt(squared / (part.to - part.from));
    }

    /** The model with helpers attached to their reference bones, moved by the drivers in every clip without a sequence. */
    private SkinnedModel assembled(Drivers drivers) {
        Skeleton before = model.skeleton();
        int[] parents = before.parents().clone();
        for (int h = 0; h < drivers.count(); h++) {
            int helper = drivers.bones()[h];
            boolean earlier = drivers.references()[h] < helper;
            parents[helper] = earlier ? drivers.references()[h] : parents[helper];
        }
        Skeleton attached = new Skeleton(before.names(), parents, before.pivots(), before.orientations());
        List<Clip> played = model.clips().stream()
                .map(clip -> clips.contains(clip) ? clip : DriverRuntime.drive(model, drivers, clip))
                .toList();
        return model.withSkeleton(attached).withClips(played);
    }
}
