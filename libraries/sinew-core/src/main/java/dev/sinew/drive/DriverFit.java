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
        this.parts = parts();
    }

    /** What drivers may be: inputs and function. */
    private record Candidate(Kind kind, boolean kernels) {}

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
            List<Candidate> candidates = candidates();
            List<double[]> errors = new ArrayList<>();
            for (Candidate candidate : candidates) {
                progress.update("leave out", errors.size(), candidates.size());
                errors.add(leftOutErrors(candidate, workers));
            }
            double[] attached = errors.get(errors.size() - 1);
            int best = best(errors, plain);
            Candidate chosen = candidates.get(best);
            boolean useful = isSafe(errors.get(best), plain);
            List<LeftOut> leftOut = new ArrayList<>();
            for (int k = 0; k < parts.size(); k++) {
                Part part = parts.get(k);
                String name = clips.get(part.example).name();
                double own = chosen.kind == Kind.CONSTANT ? Double.NaN : errors.get(best)[k];
                leftOut.add(new LeftOut(name, part.from, part.to - part.from, solved[k], attached[k], own, plain[k]));
            }
            List<String> notes = notes(chosen, useful);
            if (!useful) {
                SkinnedModel without = input.all().plain().orElseThrow();
                return new DriveResult(without, Optional.empty(), leftOut, notes);
            }
            Drivers drivers = all.learn(chosen.kind, chosen.kernels, options.ridge(), (clip, f) -> false);
            return new DriveResult(assembled(drivers), Optional.of(drivers), leftOut, notes);
        }
    }

    /** From most to least: helpers at fixed offsets come last. */
    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        for (int k = options.kind().ordinal(); k > 0; k--) {
            Kind kind = Kind.values()[k];
            if (options.form() != Form.RBF) {
                candidates.add(new Candidate(kind, false));
            }
            if (options.form() != Form.LINEAR) {
                candidates.add(new Candidate(kind, true));
            }
        }
        candidates.add(new Candidate(Kind.CONSTANT, false));
        return candidates;
    }

    /** The candidate with the smallest error on average, among those that are nowhere worse than a skin without helper bones. */
    private static int best(List<double[]> errors, double[] plain) {
        int best = errors.size() - 1;
        for (int k = errors.size() - 1; k >= 0; k--) {
            boolean safer = isSafe(errors.get(k), plain);
            boolean better = mean(errors.get(k)) < mean(errors.get(best)) || !isSafe(errors.get(best), plain);
            best = safer && better ? k : best;
        }
        return best;
    }

    private static boolean isSafe(double[] errors, double[] plain) {
        for (int k = 0; k < errors.length; k++) {
            if (errors[k] > plain[k]) {
                return false;
            }
        }
        return true;
    }

    private static double mean(double[] errors) {
        return Arrays.stream(errors).average().orElse(Double.NaN);
    }

    private List<String> notes(Candidate chosen, boolean useful) {
        List<String> notes = new ArrayList<>();
        if (clips.size() == 1) {
            notes.add(
                    "one clip only: errors on unseen motion are from leaving out quarters of it; more clips make drivers"
                            + " more reliable");
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

    private double[] leftOutErrors(Candidate candidate, Workers workers) {
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
                        options.ridge(),
                        (clip, f) -> clip.name().equals(name) && part.from <= f && f < part.to);
            }
            Solved solved = part.motion.solved();
            Clip clip = DriveInput.clipOf(solved.model(), input.examples().get(part.example));
            errors[k] = error(solved.model(), DriverRuntime.drive(solved.model(), drivers, clip), part, workers);
        }
        return errors;
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
