package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.gltf.GltfPlayer;
import dev.sinew.job.text.Text;
import dev.sinew.linearize.RangeOfMotion;
import dev.sinew.linearize.TrainingFrames;
import dev.sinew.linearize.TrainingFrames.Picked;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which poses a linearisation learns from.
 *
 * @param clips names of the clips; none means all
 * @param poses how many
 * @param range of generated poses
 */
public record TrainingChoice(Kind kind, List<String> clips, int poses, RangeOfMotion range) {
    /** Where poses come from. */
    public enum Kind {
        CLIPS,
        GENERATED,
        /** Clips where the file has any, else generated. */
        WHAT_THERE_IS
    }

    /**
     * The poses.
     *
     * @param clips the clips they were taken from; none where they were generated
     */
    public record Poses(BoneMotion motion, List<Clip> clips) {
        boolean generated() {
            return clips.isEmpty();
        }
    }

    public Poses of(Path file, GltfPlayer player) {
        SkinnedModel model = player.model();
        if (kind == Kind.GENERATED
                || kind == Kind.WHAT_THERE_IS && model.clips().isEmpty()) {
            if (model.boneCount() < 2) {
                throw new RefusedException(
                        file + " has " + Text.count(model.boneCount(), "joint") + " and no other to move it against");
            }
            return new Poses(range.poses(player.restPose(), poses), List.of());
        }
        if (model.clips().isEmpty()) {
            throw new RefusedException(file + " has no animation to learn from; use " + field("train") + " generated");
        }
        List<Clip> from = clips.isEmpty()
                ? model.clips()
                : clips.stream()
                        .distinct()
                        .map(name -> Inputs.clip(file, model, Optional.of(name)))
                        .toList();
        List<Picked> picked = TrainingFrames.pick(model, from, poses);
        return new Poses(TrainingFrames.motion(from, picked), from);
    }
}
