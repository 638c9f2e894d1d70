package dev.sinew.job;

import dev.sinew.drive.DriveResult;
import dev.sinew.fit.FallbackSkin;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.LinearFitSolver;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.gltf.GltfMorphs;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.ReadBack;
import dev.sinew.job.source.ReorderChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A fit whose input is in memory: solves the model, writes it, reads it back and measures it.
 *
 * @param command the verb that asked for it
 * @param input what was worked on, as the user calls it
 * @param truth what the model is measured against; its first clips are to play these, in this order
 * @param settings the solver's options, as the tree names them
 * @param options all options of the request, by their JSON names
 * @param notes what reading had to say
 * @param storage how small the file is to be
 * @param reorder whether its vertices may be in another order
 * @param solver the capability
 * @param sliders what a model's bones follow, where they follow any
 * @param fallback the skin for engines that cannot play the model itself
 */
public record FitTask(
        String command,
        String input,
        Takes truth,
        Map<String, Object> settings,
        Map<String, Object> options,
        Path output,
        List<String> notes,
        StorageChoice storage,
        ReorderChoice reorder,
        Function<JobRun, Learnt> solver,
        Function<SkinnedModel, Optional<Sliders>> sliders,
        BiFunction<SkinnedModel, Progress, Optional<SkinnedModel>> fallback) {
    /** The number of influences that every engine reads. */
    private static final int FEW = 4;

    /** No fallback skin. */
    static final BiFunction<SkinnedModel, Progress, Optional<SkinnedModel>> NO_FALLBACK =
            (model, progress) -> Optional.empty();

    /** @param driven how its helper bones follow the pose, if they do */
    public record Learnt(FitResult fit, Optional<DriveResult> driven) {
        static Learnt of(FitResult fit) {
            return new Learnt(fit, Optional.empty());
        }
    }

    /** @param fallback the skin besides that of the model */
    private record Solved(FitResult fit, Optional<DriveResult> driven, Optional<SkinnedModel> fallback) {}

    /**
     * A fit without an existing rig.
     *
     * @param fitted the takes one after another, with the rest pose they are to start from
     */
    public static FitTask fromNothing(String input, MeshSequence fitted, Takes truth, FitOptions options, Path output) {
        return fromNothing(input, fitted, truth, options, UnaryOperator.identity(), output);
    }

    /**
     * The same with a change of the model before its clip is split.
     */
    static FitTask fromNothing(
            String input,
            MeshSequence fitted,
            Takes truth,
            FitOptions options,
            UnaryOperator<SkinnedModel> then,
            Path output) {
        Map<String, Object> settings = FitJobResult.described(options);
        return of(input, truth, settings, output, run -> {
                    FitResult fit = new LinearFitSolver(fitted, options, run.progress(), run.remote()).solve();
                    SolveResult<SkinnedModel> whole = fit.fitted();
                    SolveResult<SkinnedModel> split = new SolveResult<>(
                            truth.split(then.apply(whole.model())),
                            whole.outcome(),
                            whole.iterations(),
                            whole.convergence(),
                            whole.notes());
                    return new FitResult(split, fit.curve(), fit.reducedDimensions());
                })
                .withFallback((model, progress) -> isPlayable(model, options, output)
                        ? Optional.empty()
                        : Optional.of(truth.split(FallbackSkin.fit(model, fitted, options, progress))));
    }

    /** Whether no fallback is needed, or none is possible: morph targets would move it, too. */
    private static boolean isPlayable(SkinnedModel model, FitOptions options, Path output) {
        return !options.isDense()
                || model.weights().maxInfluences() <= FEW
                || !model.correctives().isEmpty()
                || !Inputs.namesModel(output);
    }

    /** A fit of an existing rig. */
    static FitTask again(
            String input, PartialProblem problem, PartialOptions options, Map<String, Object> settings, Path output) {
        return of(input, problem.takes(), settings, output, run -> PartialFit.fit(problem, options, run.progress()));
    }

    /** A fit that also learns drivers. */
    static FitTask driven(
            String command,
            String input,
            Takes truth,
            Map<String, Object> settings,
            Path output,
            Function<JobRun, Learnt> solver) {
        return learning(command, input, truth, settings, output, solver);
    }

    private static FitTask of(
            String input, Takes truth, Map<String, Object> settings, Path output, Function<JobRun, FitResult> solver) {
        return learning("fit", input, truth, settings, output, solver.andThen(Learnt::of));
    }

    private static FitTask learning(
            String command,
            String input,
            Takes truth,
            Map<String, Object> settings,
            Path output,
            Function<JobRun, Learnt> solver) {
        return new FitTask(
                command,
                input,
                truth,
                settings,
                settings,
                output,
                List.of(),
                StorageChoice.PLAIN,
                ReorderChoice.KEPT,
                solver,
                model -> Optional.empty(),
                NO_FALLBACK);
    }

    private FitTask withFallback(BiFunction<SkinnedModel, Progress, Optional<SkinnedModel>> newFallback) {
        return new FitTask(
                command,
                input,
                truth,
                settings,
                options,
                output,
                notes,
                storage,
                reorder,
                solver,
                sliders,
                newFallback);
    }

    /** The same with all options of the request and the notes from reading. */
    FitTask described(Map<String, Object> newOptions, List<String> newNotes) {
        return new FitTask(
                command,
                input,
                truth,
                settings,
                newOptions,
                output,
                newNotes,
                storage,
                reorder,
                solver,
                sliders,
                fallback);
    }

    /** The same with other storage options. */
    FitTask stored(StorageChoice newStorage, ReorderChoice newReorder) {
        return new FitTask(
                command,
                input,
                truth,
                settings,
                options,
                output,
                notes,
                newStorage,
                newReorder,
                solver,
                sliders,
                fallback);
    }

    public FitJobResult run(JobRun run) {
        return run.make(
                output,
                "fitting",
                () -> solved(run),
                (solved, file) -> write(solved, file, run),
                (solved, written, file) -> measured(solved, ModelFile.read(file), written, run));
    }

    private Solved solved(JobRun run) {
        Learnt learnt = solver.apply(run);
        return new Solved(
                learnt.fit, learnt.driven, fallback.apply(learnt.fit.fitted().model(), run.progress()));
    }

    private WrittenModel write(Solved solved, Path file, JobRun run) {
        SkinnedModel exact = solved.fit.fitted().model();
        Storage kept = storage.forError(() -> exactError(exact, run));
        ReorderChoice.Written order = reorder.of(exact);
        SkinnedModel model = order.apply(exact);
        Optional<Sliders> followed = solved.fallback.isPresent() ? Optional.empty() : sliders.apply(model);
        ModelDocument content = ModelDocument.of(model)
                .withFallback(solved.fallback.map(order::apply))
                .withSliders(followed)
                .withDrivers(solved.driven.flatMap(DriveResult::drivers));
        return Models.write(content, file, kept);
    }

    /** The error of the solved model in percent of the size, before it is written. */
    private double exactError(SkinnedModel model, JobRun run) {
        Clip played = truth.join(model.clips().subList(0, truth.sequences().size()));
        return Measure.of(model, played, truth.joined(), run.workers()).rmsePercent();
    }

    private FitJobResult measured(Solved solved, ModelFile read, WrittenModel written, JobRun run) {
        FitResult fit = solved.fit;
        ReorderChoice.Written order = reorder.of(fit.fitted().model());
        SkinnedModel model =
                order.undo(ReadBack.of(read.path(), read.model(), fit.fitted().model()));
        int takes = truth.sequences().size();
        Clip played = truth.join(model.clips().subList(0, takes));
        SequenceError error = Measure.withVisualErrors(model, played, truth.joined(), run.workers());
        Optional<SequenceError> fallback = read.fallback()
                .map(order::undo)
                .map(skin -> Measure.withVisualErrors(
                        skin, truth.join(skin.clips().subList(0, takes)), truth.joined(), run.workers()));
        List<SequenceError> each = new ArrayList<>();
        for (int k = 0; k < takes; k++) {
            MeshSequence take = truth.sequences().get(k);
            each.add(takes == 1 ? error : Measure.of(model, model.clips().get(k), take, run.workers()));
        }
        List<String> all = new ArrayList<>(notes);
        all.addAll(fit.fitted().notes());
        all.addAll(written.notes());
        return new FitJobResult(
                this,
                fit,
                model,
                written,
                played,
                new PlayedErrors(error, fallback),
                each,
                solved.driven,
                all,
                run.seconds());
    }

    /**
     * Bones in place of morph targets. Each target is an example that affine bones are fitted to; with the weights fixed, what the bones do for
     * a sum of targets is the sum of what they do for each, M_j(s) = I + Σ_k s_k·(M_jk − I). So the examples bound every pose of the
     * sliders, and no sums need to be examples themselves.
     */
    record MorphTask(FitTask task) {
        static MorphTask of(
                Path file,
                SequenceInput input,
                Function<MeshSequence, FitOptions> optionsFor,
                Path output,
                JobRun run) {
            GltfMorphs morphs = run.stage(
                    "read",
                    "reading " + file,
                    () -> GltfMorphs.open(file, input.choice().objects()));
            MeshSequence examples = morphs.examples();
            FitOptions options = optionsFor.apply(examples);
            List<Sliders.Curve> curves = morphs.curves(input.framesPerSecond()).stream()
                    .filter(c -> input.choice().clip().isEmpty()
                            || input.choice().clip().get().equals(c.name()))
                    .toList();
            List<MeshSequence> truth = new ArrayList<>();
            curves.forEach(curve -> truth.add(morphs.play(curve, examples.rest())));
            truth.add(examples);
            Map<String, Object> described = described(options);
            return new MorphTask(new FitTask(
                    "fit",
                    file.toString(),
                    new Takes(truth),
                    described,
                    described,
                    output,
                    morphs.notes(),
                    StorageChoice.PLAIN,
                    ReorderChoice.KEPT,
                    job -> Learnt.of(
                            fitted(LinearFit.fit(examples, options, job.progress()), morphs.names(), curves, examples)),
                    model -> Optional.of(sliders(model, morphs.names(), curves)),
                    FitTask.NO_FALLBACK));
        }

        static Map<String, Object> described(FitOptions options) {
            Map<String, Object> described = FitJobResult.described(options);
            described.put("rest", "given");
            described.put("morphs", true);
            return described;
        }

        FitTask described(Map<String, Object> options) {
            return task.described(options, task.notes());
        }

        /** The fit with clips of the sliders instead of what it found for the examples: the frame of none is exactly the rest pose. */
        private static FitResult fitted(
                FitResult fit, List<String> names, List<Sliders.Curve> curves, MeshSequence examples) {
            SolveResult<SkinnedModel> found = fit.fitted();
            SkinnedModel model = found.model();
            SkinnedModel moved = sliders(model, names, curves).withClips(model, examples.framesPerSecond());
            SolveResult<SkinnedModel> all =
                    new SolveResult<>(moved, found.outcome(), found.iterations(), found.convergence(), found.notes());
            return new FitResult(all, fit.curve(), fit.reducedDimensions());
        }

        private static Sliders sliders(SkinnedModel model, List<String> names, List<Sliders.Curve> curves) {
            BoneMotion poses = model.clips().get(model.clips().size() - 1).motion();
            return Sliders.of(names, poses, curves);
        }
    }
}
