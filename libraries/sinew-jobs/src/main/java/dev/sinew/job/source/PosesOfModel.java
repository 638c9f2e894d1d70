package dev.sinew.job.source;

import dev.sinew.fit.VertexMatch;
import dev.sinew.io.SequenceInput;
import dev.sinew.job.run.JobRun;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A sequence with the vertices of a model, in the model's order, named as the clip of the model that plays it.
 *
 * @param file as the user called it
 * @param match brings other sequences of the same mesh to the model's vertices
 * @param before how far the model's own clip is from it, where it has one of as many frames
 */
public record PosesOfModel(
        String file,
        MeshSequence sequence,
        Optional<SequenceError> before,
        UnaryOperator<MeshSequence> match,
        List<String> notes) {
    /** @param own the clip that plays them, if it has the same number of frames */
    public static PosesOfModel read(
            Path modelFile, SkinnedModel model, Optional<Clip> own, SequenceInput input, JobRun run) {
        return of(modelFile, model, own, Inputs.heldSequence(input, run), run);
    }

    /** The same for a sequence that has been read. */
    public static PosesOfModel of(
            Path modelFile, SkinnedModel model, Optional<Clip> own, Inputs.NamedSequence named, JobRun run) {
        VertexMatch match = VertexMatch.of(model.rest(), named.sequence().rest(), modelFile.toString(), named.file());
        List<String> notes = new ArrayList<>(named.notes());
        if (match.unused() > 0) {
            notes.add(match.unused() + " of " + match.sequenceVertices() + " vertices of " + named.file()
                    + " stand where " + modelFile + " has none, and are left out");
        }
        MeshSequence matched = match.apply(named.sequence()).withRest(model.rest());
        Optional<Clip> clip = own.filter(known -> known.motion().frameCount() == matched.frameCount());
        MeshSequence sequence = clip.map(known ->
                        new MeshSequence(known.name(), matched.rest(), matched.frames(), matched.framesPerSecond()))
                .orElse(matched);
        Optional<SequenceError> before = clip.map(known -> Measure.of(model, known, sequence, run.workers()));
        return new PosesOfModel(
                named.file(), sequence, before, other -> match.apply(other).withRest(model.rest()), notes);
    }
}
