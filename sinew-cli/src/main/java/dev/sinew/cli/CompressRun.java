package dev.sinew.cli;

import dev.sinew.compress.CompressOptions;
import dev.sinew.compress.CompressResult;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.measure.WeightError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.ops.Operations;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;

/** Compresses a model, writes it, reads it back and measures that. */
record CompressRun(ModelSource source, CompressOptions options, Path output) {
    /**
     * What a run made.
     *
     * @param read as the file has it
     * @param clip of the file, that is measured
     * @param before how far the input is from the same truth
     * @param weightRms of the file's layers against the input's weights
     */
    record Result(
            CompressResult compressed,
            ModelFile read,
            Clip clip,
            WrittenModel written,
            PlayedErrors errors,
            SequenceError before,
            double weightRms) {}

    Result run(Session session) {
        requireWithinRange();
        try (PendingFile file = new PendingFile(output, session.interruption())) {
            CompressResult compressed = session.stage("solve", "compressing", () -> solve(session));
            WrittenModel written = session.writing(
                    "write",
                    "writing " + output,
                    () -> Models.write(compressed.fitted().model(), file.path()));
            Result result = session.stage(
                    "measure", "measuring " + output, () -> measured(compressed, written, file.path(), session));
            session.stopIfAsked();
            file.commit();
            return result;
        }
    }

    private void requireWithinRange() {
        int vertices = source.model().vertexCount();
        if (options.goal() instanceof CompressOptions.VirtualBones goal && goal.count() > vertices) {
            throw new RefusedException("--virtual-bones " + goal.count() + " must be at most the " + vertices
                    + " vertices of " + source.file());
        }
    }

    private CompressResult solve(Session session) {
        return Operations.COMPRESS.run(source.input(), options, session.progress());
    }

    private Result measured(CompressResult compressed, WrittenModel written, Path file, Session session) {
        ModelFile read = ModelFile.read(file);
        Clip clip = source.shownIn(read.model());
        MeshSequence truth = source.truth();
        PlayedErrors errors = PlayedErrors.of(read, clip, truth, session.workers());
        SequenceError before = Measure.of(source.model(), source.shown(), truth, session.workers());
        double weightRms =
                WeightError.of(read.layers().orElseThrow(), source.model().weights());
        return new Result(compressed, read, clip, written, errors, before, weightRms);
    }
}
