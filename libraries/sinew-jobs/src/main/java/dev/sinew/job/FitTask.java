package dev.sinew.job;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Work;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.source.ReorderChoice;
import dev.sinew.job.source.StorageChoice;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Fitted;
import dev.sinew.run.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * A fit whose input is in memory already: solve for a model, write it, read it back and measure that.
 *
 * @param input what was worked on, as the user calls it
 * @param truth what the model is measured against; its first clips are to play these, in this order
 * @param settings the solver's options, as the tree names them
 * @param options all that was asked for, as the tree names it
 * @param notes what reading had to say
 * @param storage how small the file is to be
 * @param reorder whether its vertices may be in another order
 * @param solver the capability
 * @param sliders what a model's bones follow, where they follow any
 * @param stock what engines play of a model that they cannot play
 */
public record FitTask(
        String input,
        Takes truth,
        Map<String, Object> settings,
        Map<String, Object> options,
        Path output,
        List<String> notes,
        StorageChoice storage,
        ReorderChoice reorder,
        Function<Progress, FitResult> solver,
        Function<SkinnedModel, Optional<Sliders>> sliders,
        BiFunction<SkinnedModel, Progress, Optional<SkinnedModel>> stock) {
    /** Weights that every engine reads. */
    private static final int FEW = 4;

    /** No skin beside the model's own. */
    static final BiFunction<SkinnedModel, Progress, Optional<SkinnedModel>> NO_STOCK =
            (model, progress) -> Optional.empty();

    /** @param stock the skin beside the model's own */
    private record Solved(FitResult fit, Optional<SkinnedModel> stock) {}

    /**
     * A fit from nothing.
     *
     * @param fitted the takes one after another, with the rest pose they are to start from
     */
    public static FitTask fromNothing(String input, MeshSequence fitted, Takes truth, FitOptions options, Path output) {
        return fromNothing(input, fitted, truth, options, UnaryOperator.identity(), output);
    }

    /**
     * The same with something done to the model before its clip is taken apart.
     */
    static FitTask fromNothing(
            String input,
            MeshSequence fitted,
            Takes truth,
            FitOptions options,
            UnaryOperator<SkinnedModel> then,
            Path output) {
        Map<String, Object> settings = FitTree.described(options);
        return of(input, truth, settings, output, progress -> {
                    FitResult fit = LinearFit.of(fitted, options, progress);
                    Fitted<SkinnedModel> whole = fit.fitted();
                    Fitted<SkinnedModel> split = new Fitted<>(
                            truth.split(then.apply(whole.model())),
                            whole.outcome(),
                            whole.iterations(),
                            whole.convergence(),
                            whole.notes());
                    return new FitResult(split, fit.curve(), fit.reducedDimensions());
                })
                .withStock((model, progress) -> isPlayable(model, options, output)
                        ? Optional.empty()
                        : Optional.of(truth.split(StockSkin.of(model, fitted, options, progress))));
    }

    /** Whether engines can play it, or nothing can be done about it: morph targets would move the other skin, too. */
    private static boolean isPlayable(SkinnedModel model, FitOptions options, Path output) {
        return !options.isDense()
                || model.weights().maxInfluences() <= FEW
                || !model.correctives().isEmpty()
                || !Inputs.namesModel(output);
    }

    /** A fit from a rig that exists. */
    static FitTask again(
            String input, PartialProblem problem, PartialOptions options, Map<String, Object> settings, Path output) {
        return of(input, problem.takes(), settings, output, progress -> PartialFit.of(problem, options, progress));
    }

    private static FitTask of(
            String input,
            Takes truth,
            Map<String, Object> settings,
            Path output,
            Function<Progress, FitResult> solver) {
        return new FitTask(
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
                NO_STOCK);
    }

    private FitTask withStock(BiFunction<SkinnedModel, Progress, Optional<SkinnedModel>> newStock) {
        return new FitTask(input, truth, settings, options, output, notes, storage, reorder, solver, sliders, newStock);
    }

    /** The same with all that was asked for, and what reading had to say. */
    FitTask told(Map<String, Object> newOptions, List<String> newNotes) {
        return new FitTask(
                input, truth, settings, newOptions, output, newNotes, storage, reorder, solver, sliders, stock);
    }

    /** The same in a file of another size. */
    FitTask stored(StorageChoice newStorage, ReorderChoice newReorder) {
        return new FitTask(
                input, truth, settings, options, output, notes, newStorage, newReorder, solver, sliders, stock);
    }

    public FitMade run(Work work) {
        return Making.make(
                work,
                output,
                "fitting",
                () -> solved(work.progress()),
                (solved, file) -> write(solved, file, work),
                (solved, written, file) -> measured(solved.fit, ModelFile.read(file), written, work));
    }

    private Solved solved(Progress progress) {
        FitResult fit = solver.apply(progress);
        return new Solved(fit, stock.apply(fit.fitted().model(), progress));
    }

    private WrittenModel write(Solved solved, Path file, Work work) {
        SkinnedModel exact = solved.fit.fitted().model();
        Storage kept = storage.forError(() -> exactError(exact, work));
        ReorderChoice.Written order = reorder.of(exact);
        SkinnedModel model = order.apply(exact);
        Optional<Sliders> followed = solved.stock.isPresent() ? Optional.empty() : sliders.apply(model);
        ModelContent content = ModelContent.of(model)
                .withFallback(solved.stock.map(order::apply))
                .withSliders(followed);
        return Models.write(content, file, kept);
    }

    /** Of the model as it was solved for, in hundredths of the size. */
    private double exactError(SkinnedModel model, Work work) {
        Clip played = truth.join(model.clips().subList(0, truth.sequences().size()));
        return Measure.of(model, played, truth.joined(), work.workers()).rmsePercent();
    }

    private FitMade measured(FitResult fit, ModelFile read, WrittenModel written, Work work) {
        ReorderChoice.Written order = reorder.of(fit.fitted().model());
        SkinnedModel model = order.undo(ReadBack.of(read, fit.fitted().model()));
        int takes = truth.sequences().size();
        Clip played = truth.join(model.clips().subList(0, takes));
        SequenceError error = Measure.seen(model, played, truth.joined(), work.workers());
        Optional<SequenceError> fallback = read.fallback()
                .map(order::undo)
                .map(skin ->
                        Measure.seen(skin, truth.join(skin.clips().subList(0, takes)), truth.joined(), work.workers()));
        List<SequenceError> each = new ArrayList<>();
        for (int k = 0; k < takes; k++) {
            MeshSequence take = truth.sequences().get(k);
            each.add(takes == 1 ? error : Measure.of(model, model.clips().get(k), take, work.workers()));
        }
        List<String> all = new ArrayList<>(notes);
        all.addAll(fit.fitted().notes());
        all.addAll(written.notes());
        return new FitMade(
                this, fit, model, written, played, new PlayedErrors(error, fallback), each, all, work.seconds());
    }
}
