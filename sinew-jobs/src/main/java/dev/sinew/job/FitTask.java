package dev.sinew.job;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.PartialFit;
import dev.sinew.fit.PartialOptions;
import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.io.Models;
import dev.sinew.io.gltf.Sliders;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.desk.Work;
import dev.sinew.job.source.StorageChoice;
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
 * @param solver the capability
 * @param sliders what a model's bones follow, where they follow any
 */
public record FitTask(
        String input,
        Takes truth,
        Map<String, Object> settings,
        Map<String, Object> options,
        Path output,
        List<String> notes,
        StorageChoice storage,
        Function<Progress, FitResult> solver,
        Function<SkinnedModel, Optional<Sliders>> sliders) {
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
        });
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
                solver,
                model -> Optional.empty());
    }

    /** The same with all that was asked for, and what reading had to say. */
    FitTask told(Map<String, Object> newOptions, List<String> newNotes) {
        return new FitTask(input, truth, settings, newOptions, output, newNotes, storage, solver, sliders);
    }

    /** The same in a file of another size. */
    FitTask stored(StorageChoice newStorage) {
        return new FitTask(input, truth, settings, options, output, notes, newStorage, solver, sliders);
    }

    public FitMade run(Work work) {
        return Making.make(
                work,
                output,
                "fitting",
                () -> solver.apply(work.progress()),
                (fit, file) -> write(fit.fitted().model(), file, work),
                (fit, written, file) -> measured(fit, Models.read(file), written, work));
    }

    private WrittenModel write(SkinnedModel model, Path file, Work work) {
        Storage kept = storage.forError(() -> exactError(model, work));
        Optional<Sliders> followed = sliders.apply(model);
        return followed.isPresent() ? Models.write(model, followed.get(), file, kept) : Models.write(model, file, kept);
    }

    /** Of the model as it was solved for, in hundredths of the size. */
    private double exactError(SkinnedModel model, Work work) {
        Clip played = truth.join(model.clips().subList(0, truth.sequences().size()));
        return Measure.of(model, played, truth.joined(), work.workers()).rmsePercent();
    }

    private FitMade measured(FitResult fit, SkinnedModel model, WrittenModel written, Work work) {
        int takes = truth.sequences().size();
        Clip played = truth.join(model.clips().subList(0, takes));
        SequenceError error = Measure.seen(model, played, truth.joined(), work.workers());
        List<SequenceError> each = new ArrayList<>();
        for (int k = 0; k < takes; k++) {
            MeshSequence take = truth.sequences().get(k);
            each.add(takes == 1 ? error : Measure.of(model, model.clips().get(k), take, work.workers()));
        }
        List<String> all = new ArrayList<>(notes);
        all.addAll(fit.fitted().notes());
        all.addAll(written.notes());
        return new FitMade(this, fit, model, written, played, error, each, all, work.seconds());
    }
}
