package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.fit.VertexMatch;
import dev.sinew.io.VertexValues;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Suggestions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The model of {@code --from}, and the problem to solve for it. */
public record ExistingRig(Path file, SkinnedModel model, RigChoice choice) {
    public static ExistingRig read(RigChoice choice, JobRun run) {
        Path file = choice.from();
        SkinnedModel model = Inputs.model(file, run).withoutCorrectives();
        List<String> names = model.skeleton().names();
        for (String locked : choice.lock()) {
            if (!names.contains(locked)) {
                throw new InvalidInputException(field("lock") + " " + locked + ": " + file
                        + " has no such bone, it has: " + String.join(", ", names) + Suggestions.hint(locked, names));
            }
        }
        return new ExistingRig(file, model, choice);
    }

    /**
     * The name of the clip: as given, the only one of the model, or that of the sequence if no motion is kept.
     *
     * @param alone whether it is the only sequence; each of several plays the clip with its own name
     */
    public String clipName(Optional<String> asked, MeshSequence sequence, boolean alone) {
        if (!alone) {
            return sequence.name();
        }
        List<String> names = model.clips().stream().map(Clip::name).toList();
        if (choice.keepsMotion()) {
            return Inputs.clip(
                            file,
                            model,
                            asked.or(() -> Optional.of(sequence.name())
                                    .filter(name -> names.size() > 1 && names.contains(name))))
                    .name();
        }
        return asked.orElse(names.size() == 1 ? names.get(0) : sequence.name());
    }

    /** The bone type: that of the model, or a more general one. */
    public BoneType boneType(Optional<BoneType> asked) {
        BoneType own = model.boneType();
        // Types are ordered from the most general to the most special.
        if (asked.isPresent() && asked.get().compareTo(own) > 0) {
            throw new InvalidInputException(field("boneType") + " " + Text.lowerCase(asked.get()) + ": " + file
                    + " has " + Text.lowerCase(own) + " bones; only a more general type is possible");
        }
        return asked.orElse(own);
    }

    /** Matches the sequences to the vertices of the model. */
    public Problem problem(TakeChoice.Read read) {
        VertexMatch match = VertexMatch.of(model.rest(), read.takes().first().rest(), file.toString(), read.file());
        List<String> notes = new ArrayList<>(read.notes());
        if (match.unused() > 0) {
            notes.add(match.unused() + " of " + match.sequenceVertices() + " vertices of " + read.file()
                    + " have no counterpart in " + file + " and are left out");
        }
        Takes takes =
                new Takes(read.takes().sequences().stream().map(match::apply).toList());
        requireClips(takes);
        PartialProblem problem = new PartialProblem(
                model,
                takes,
                Set.copyOf(choice.lock()),
                Optional.ofNullable(choice.lockWeights()).map(which -> locks(which, match)));
        return new Problem(problem, notes);
    }

    /** A problem and the notes from reading. */
    public record Problem(PartialProblem problem, List<String> notes) {}

    /** If motion is kept, every sequence needs a clip of the same length. */
    private void requireClips(Takes takes) {
        for (MeshSequence take : takes.sequences()) {
            if (!choice.keepsMotion()) {
                return;
            }
            Clip clip = Inputs.clip(file, model, Optional.of(take.name()));
            int frames = clip.motion().frameCount();
            if (frames != take.frameCount()) {
                throw new InvalidInputException("clip '" + clip.name() + "' of " + file + " has " + frames
                        + " frames and its sequence has " + take.frameCount()
                        + "; to keep motion both need the same number (" + field("range") + " selects frames)");
            }
        }
    }

    private double[] locks(String which, VertexMatch match) {
        if (which.equals(RigChoice.COLOURS)) {
            return brightness();
        }
        double[] values = VertexValues.read(Path.of(which), 0, 1);
        if (values.length == model.vertexCount()) {
            return values;
        }
        if (values.length == match.sequenceVertices()) {
            return match.apply(values);
        }
        String either = match.sequenceVertices() == model.vertexCount()
                ? model.vertexCount() + " vertices"
                : model.vertexCount() + " vertices of the model or " + match.sequenceVertices() + " of the sequence";
        throw new InvalidInputException(which + " has " + values.length + " numbers for the " + either);
    }

    private double[] brightness() {
        float[] rgb = model.rest()
                .surface()
                .colours()
                .orElseThrow(() -> new InvalidInputException(
                        field("lockWeights") + " colours: " + file + " has no vertex colours"));
        double[] values = new double[model.vertexCount()];
        for (int i = 0; i < values.length; i++) {
            double mean = ((double) rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3;
            values[i] = Math.max(0, Math.min(1, mean));
        }
        return values;
    }
}
