package dev.sinew.cli;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.Takes;
import dev.sinew.io.Models;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.ops.Operations;
import dev.sinew.run.Fitted;
import dev.sinew.run.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The main job: solve for a model, write it, read it back and measure that.
 *
 * @param truth what the model is measured against; its first clips are to play these, in this order
 * @param options as the report names them
 * @param solver the capability
 */
record FitRun(Takes truth, Map<String, Object> options, Path output, Function<Progress, FitResult> solver) {
    /**
     * What a run made.
     *
     * @param model as the file has it
     * @param played what the file plays for all takes, one after another
     * @param error of the file on disk, over all takes
     * @param clipErrors the same, one a take
     */
    record Result(
            FitResult fit,
            SkinnedModel model,
            WrittenModel written,
            Clip played,
            SequenceError error,
            List<SequenceError> clipErrors) {}

    /**
     * A fit from nothing.
     *
     * @param fitted the takes one after another, with the rest pose they are to start from
     */
    static FitRun fromNothing(MeshSequence fitted, Takes truth, FitOptions options, Path output) {
        return new FitRun(truth, FitReport.described(options), output, progress -> {
            FitResult fit = Operations.FIT.run(fitted, options, progress);
            Fitted<SkinnedModel> whole = fit.fitted();
            Fitted<SkinnedModel> split = new Fitted<>(
                    truth.split(whole.model()),
                    whole.outcome(),
                    whole.iterations(),
                    whole.convergence(),
                    whole.notes());
            return new FitResult(split, fit.curve(), fit.reducedDimensions());
        });
    }

    Result run(Session session) {
        try (PendingFile file = new PendingFile(output, session.interruption())) {
            FitResult fit = session.stage("solve", "fitting", () -> solve(session));
            WrittenModel written = session.writing(
                    "write",
                    "writing " + output,
                    () -> Models.write(fit.fitted().model(), file.path()));
            Result result = session.stage(
                    "measure", "measuring " + output, () -> measured(fit, Models.read(file.path()), written, session));
            session.stopIfAsked();
            file.commit();
            return result;
        }
    }

    private Result measured(FitResult fit, SkinnedModel model, WrittenModel written, Session session) {
        int takes = truth.sequences().size();
        Clip played = truth.join(model.clips().subList(0, takes));
        SequenceError error = Measure.of(model, played, truth.joined(), session.workers());
        List<SequenceError> each = new ArrayList<>();
        for (int k = 0; k < takes; k++) {
            MeshSequence take = truth.sequences().get(k);
            each.add(takes == 1 ? error : Measure.of(model, model.clips().get(k), take, session.workers()));
        }
        return new Result(fit, model, written, played, error, each);
    }

    private FitResult solve(Session session) {
        WarmUp.stop();
        return solver.apply(session.progress());
    }
}
