package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.correct.CorrectiveFit;
import dev.sinew.correct.CorrectiveFit.Bones;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.run.JobRun;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Machine;
import java.nio.file.Path;
import java.util.Optional;

/** Corrective morph targets. */
public record CorrectiveChoice(
        @OptionInfo(
                label = "K",
                least = 1,
                most = CorrectiveFit.MAX_SHAPES,
                group = OptionGroup.QUALITY,
                help = "Add corrective morph targets for what skinning cannot reproduce.",
                details =
                        "The same clip animates them; positions and normals are solved together with the skin. For .glb and .gltf.")
        Integer correctives) {
    public boolean isAsked() {
        return correctives != null;
    }

    /** Rejects formats that do not support it. */
    public void check(Path output) {
        if (isAsked() && !Inputs.namesModel(output)) {
            throw new InvalidRequestException(
                    field("correctives") + " applies to .glb and .gltf only, but the output is " + output);
        }
    }

    /**
     * The model with correctives, if they are requested.
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
            JobRun run) {
        if (!isAsked()) {
            return model;
        }
        CorrectiveFit.Options options =
                new CorrectiveFit.Options(correctives, bones, shading, importance, seed, run.threads());
        return CorrectiveFit.fit(model, sequence, options, run.progress());
    }

    /** How correctives are solved, if they are requested; for all processors. */
    public Optional<CorrectiveFit.Options> options(Bones bones, double shading, long seed) {
        return isAsked()
                ? Optional.of(new CorrectiveFit.Options(
                        correctives, bones, shading, Optional.empty(), seed, Machine.processors()))
                : Optional.empty();
    }
}
