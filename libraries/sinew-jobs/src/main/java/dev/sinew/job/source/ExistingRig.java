package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.PartialProblem;
import dev.sinew.fit.Takes;
import dev.sinew.fit.VertexMatch;
import dev.sinew.io.VertexValues;
import dev.sinew.job.desk.Work;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The model of {@code --from}, and how sequences and locks become a problem for it. */
public record ExistingRig(Path file, SkinnedModel model, RigChoice choice) {
    public static ExistingRig read(RigChoice choice, Work work) {
        Path file = choice.from();
        SkinnedModel model = Inputs.model(file, work).withoutCorrectives();
        List<String> names = model.skeleton().names();
        for (String locked : choice.lock()) {
            if (!names.contains(locked)) {
                throw new RefusedException(field("lock") + " " + locked + ": " + file + " has no such bone, it has: "
                        + String.join(", ", names));
            }
        }
        return new ExistingRig(file, model, choice);
    }

    /** The name of SEQ's clip: as asked for, the model's only one, or its own where no motion is kept. */
    public String clipName(Optional<String> asked, MeshSequence sequence) {
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

    /** The type that bones may have: the model's own, or a wider one. */
    public BoneType boneType(Optional<BoneType> asked) {
        BoneType own = model.boneType();
        // Types stand from the widest to the narrowest.
        if (asked.isPresent() && asked.get().compareTo(own) > 0) {
            throw new RefusedException(field("boneType") + " " + Text.lowerCase(asked.get()) + ": " + file + " has "
                    + Text.lowerCase(own) + " bones, which may only be widened");
        }
        return asked.orElse(own);
    }

    /** Brings the sequences to the model's vertices. */
    public Problem problem(TakeChoice.Read read) {
        VertexMatch match = VertexMatch.of(model.rest(), read.takes().first().rest(), file.toString(), read.file());
        List<String> notes = new ArrayList<>(read.notes());
        if (match.unused() > 0) {
            notes.add(match.unused() + " of " + match.sequenceVertices() + " vertices of " + read.file()
                    + " stand where " + file + " has none, and are left out");
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

    /** A problem and what there is to say about the reading. */
    public record Problem(PartialProblem problem, List<String> notes) {}

    /** Where motion is kept, every sequence needs a clip of its length; the sentence knows the file. */
    private void requireClips(Takes takes) {
        for (MeshSequence take : takes.sequences()) {
            if (!choice.keepsMotion()) {
                return;
            }
            Clip clip = Inputs.clip(file, model, Optional.of(take.name()));
            int frames = clip.motion().frameCount();
            if (frames != take.frameCount()) {
                throw new RefusedException("clip '" + clip.name() + "' of " + file + " has " + frames
                        + " frames and its sequence has " + take.frameCount()
                        + ", they must be equally many for motion to be kept (" + field("range") + " picks frames)");
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
        throw new RefusedException(which + " has " + values.length + " numbers for the " + either);
    }

    private double[] brightness() {
        float[] rgb = model.rest()
                .surface()
                .colours()
                .orElseThrow(() -> new RefusedException(
                        field("lockWeights") + " colours: " + file + " has no vertex colours to take them from"));
        double[] values = new double[model.vertexCount()];
        for (int i = 0; i < values.length; i++) {
            double mean = ((double) rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3;
            values[i] = Math.max(0, Math.min(1, mean));
        }
        return values;
    }
}
