package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.correct.CorrectiveFit;
import dev.sinew.correct.CorrectiveFit.Bones;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.Ask;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.Optional;

/** Shapes beside the bones. */
public record CorrectiveChoice(
        @Ask(
                label = "K",
                least = 1,
                most = CorrectiveFit.MAX_SHAPES,
                help = "Adds K morph targets that say what bones cannot, moved by the same clip: positions and normals,"
                        + " solved for together with the skin. For .glb and .gltf.")
        Integer correctives) {
    public boolean isAsked() {
        return correctives != null;
    }

    /** Refuses files that have no such thing. */
    public void check(Path output) {
        if (isAsked() && !Inputs.namesModel(output)) {
            throw new WrongRequestException(field("correctives") + " is for .glb and .gltf, the output is " + output);
        }
    }

    /**
     * The model with its shapes; as it is where none were asked for.
     *
     * @param model with one clip
     * @param sequence what it was made for
     */
    public SkinnedModel apply(
            SkinnedModel model,
            MeshSequence sequence,
            Bones bones,
            double shading,
            Optional<Importance> importance,
            long seed,
            Work work) {
        if (!isAsked()) {
            return model;
        }
        CorrectiveFit.Options options =
                new CorrectiveFit.Options(correctives, bones, shading, importance, seed, work.threads());
        return CorrectiveFit.fit(model, sequence, options, work.progress());
    }
}
