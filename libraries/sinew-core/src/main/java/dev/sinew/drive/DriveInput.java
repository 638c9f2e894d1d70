package dev.sinew.drive;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A model whose helper bones follow some clips, and the sequences they follow.
 *
 * @param model its clips move every bone
 * @param helpers indices of the helper bones, at least one, not all bones
 * @param examples the sequences; the clip of the same name and length has the solved motion of the helpers
 * @param plain the same rig solved without helper bones, for comparison; bones by index, without the helpers
 */
public record DriveInput(SkinnedModel model, int[] helpers, List<MeshSequence> examples, Optional<SkinnedModel> plain) {
    public DriveInput {
        examples = List.copyOf(examples);
        if (helpers.length == 0 || helpers.length >= model.boneCount()) {
            throw new InvalidInputException("the model has " + model.boneCount() + " bones and " + helpers.length
                    + " helper bones; drivers need at least one helper bone and one other bone");
        }
        if (examples.isEmpty()) {
            throw new InvalidInputException("drivers need at least one sequence to learn from");
        }
        for (MeshSequence example : examples) {
            Clip clip = clipOf(model, example);
            if (clip.motion().frameCount() != example.frameCount()) {
                throw new InvalidInputException("clip '" + clip.name() + "' has "
                        + clip.motion().frameCount() + " frames and its sequence " + example.frameCount()
                        + "; both must be equal");
            }
            if (example.vertexCount() != model.vertexCount()) {
                throw new InvalidInputException("sequence '" + example.name() + "' has " + example.vertexCount()
                        + " vertices and the model " + model.vertexCount() + "; both must be equal");
            }
        }
    }

    /** The clip of a model that a sequence belongs to. */
    static Clip clipOf(SkinnedModel model, MeshSequence example) {
        return model.clips().stream()
                .filter(clip -> clip.name().equals(example.name()))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("the model has no clip '" + example.name() + "'; clips: "
                        + String.join(
                                ", ", model.clips().stream().map(Clip::name).toList())));
    }

    boolean isHelper(int bone) {
        return Arrays.stream(helpers).anyMatch(h -> h == bone);
    }
}
