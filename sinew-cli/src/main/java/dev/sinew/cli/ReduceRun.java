package dev.sinew.cli;

import dev.sinew.io.Models;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.measure.WeightError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.ops.Operations;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.run.Fitted;
import java.nio.file.Path;

/** Takes influences from a model, writes it, reads it back and measures that. */
record ReduceRun(ModelSource source, ReduceOptions options, Path output) {
    /**
     * What a run made.
     *
     * @param model as the file has it
     * @param clip of the file, that is measured
     * @param before how far the input is from the same truth
     * @param weightRms of the file's weights against the input's
     */
    record Result(
            Fitted<SkinnedModel> reduced,
            SkinnedModel model,
            Clip clip,
            WrittenModel written,
            SequenceError error,
            SequenceError before,
            double weightRms) {}

    Result run(Session session) {
        try (PendingFile file = new PendingFile(output, session.interruption())) {
            Fitted<SkinnedModel> reduced = session.stage("solve", "reducing", () -> solve(session));
            WrittenModel written =
                    session.writing("write", "writing " + output, () -> Models.write(reduced.model(), file.path()));
            Result result = session.stage(
                    "measure", "measuring " + output, () -> measured(reduced, written, file.path(), session));
            session.stopIfAsked();
            file.commit();
            return result;
        }
    }

    private Fitted<SkinnedModel> solve(Session session) {
        return Operations.REDUCE.run(source.input(), options, session.progress());
    }

    private Result measured(Fitted<SkinnedModel> reduced, WrittenModel written, Path file, Session session) {
        SkinnedModel model = Models.read(file);
        Clip clip = source.shownIn(model);
        MeshSequence truth = source.truth();
        return new Result(
                reduced,
                model,
                clip,
                written,
                Measure.of(model, clip, truth, session.workers()),
                Measure.of(source.model(), source.shown(), truth, session.workers()),
                WeightError.of(model.weights(), source.model().weights(), model.boneCount()));
    }
}
