package dev.sinew.cli;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.io.Models;
import dev.sinew.io.Models.WrittenModel;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.ops.Operations;
import dev.sinew.solve.CancelledException;
import dev.sinew.solve.Outcome;
import java.nio.file.Path;

/**
 * The main job: fit a sequence, write the model, read it back and measure that.
 *
 * @param sequence what is fitted, with the rest pose it is to start from
 * @param truth what the model is measured against: the same frames, the input's own rest pose
 */
record FitRun(MeshSequence sequence, MeshSequence truth, FitOptions options, Path output) {
    /**
     * What a run made.
     *
     * @param model as the file has it
     * @param error of the file on disk
     */
    record Result(FitResult fit, SkinnedModel model, WrittenModel written, SequenceError error) {}

    Result run(Session session) {
        try (PendingFile file = new PendingFile(output, session.interruption())) {
            FitResult fit = session.stage("solve", "fitting", () -> solve(session));
            WrittenModel written = session.writing(
                    "write",
                    "writing " + output,
                    () -> Models.write(fit.fitted().model(), file.path()));
            Result result = session.stage("measure", "measuring " + output, () -> {
                SkinnedModel model = Models.read(file.path());
                SequenceError error = Measure.of(model, model.clips().get(0), truth, session.workers());
                return new Result(fit, model, written, error);
            });
            session.stopIfAsked();
            file.commit();
            return result;
        }
    }

    private FitResult solve(Session session) {
        WarmUp.stop();
        FitResult fit = Operations.FIT.run(sequence, options, session.progress());
        if (fit.fitted().outcome() == Outcome.CANCELLED) {
            throw new CancelledException();
        }
        return fit;
    }
}
