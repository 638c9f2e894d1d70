package dev.sinew.cli;

import dev.sinew.io.Models;
import dev.sinew.io.bvh.Bvh;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.ops.Operations;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The job of {@code rig}: find a skeleton, write the model, read it back and measure that.
 *
 * @param sequence what is rigged, with the rest pose it is to start from
 * @param truth what the model is measured against: the same frames, the input's own rest pose
 * @param bvh where the motion goes as well
 */
record RigRun(MeshSequence sequence, MeshSequence truth, RigOptions options, Path output, Optional<Path> bvh) {
    /**
     * What a run made.
     *
     * @param model as the file has it
     * @param error of the file on disk
     */
    record Result(RigResult rig, SkinnedModel model, WrittenModel written, SequenceError error) {}

    Result run(Session session) {
        try (PendingFile file = new PendingFile(output, session.interruption())) {
            RigResult rig = session.stage("solve", "rigging", () -> {
                WarmUp.stop();
                return Operations.RIG.run(sequence, options, session.progress());
            });
            SkinnedModel made = rig.fitted().model();
            WrittenModel written = session.writing("write", "writing " + output, () -> Models.write(made, file.path()));
            Result result = session.stage("measure", "measuring " + output, () -> {
                SkinnedModel model = Models.read(file.path());
                SequenceError error = Measure.of(model, model.clips().get(0), truth, session.workers());
                return new Result(rig, model, written, error);
            });
            session.stopIfAsked();
            file.commit();
            bvh.ifPresent(path -> session.writing("write", "writing " + path, () -> {
                Bvh.write(made, made.clips().get(0), path);
                return path;
            }));
            return result;
        }
    }
}
