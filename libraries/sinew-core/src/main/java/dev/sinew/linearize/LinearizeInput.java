package dev.sinew.linearize;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Limits;
import java.util.Objects;

/**
 * Input of a linearisation.
 *
 * @param model weights, rest pose and bones
 * @param training poses of all its bones that show where linear skinning fails
 */
public record LinearizeInput(SkinnedModel model, BoneMotion training) {
    /** More training poses add time but no information. */
    public static final int MAX_POSES = 1000;

    public static final int DEFAULT_POSES = 12;

    public LinearizeInput {
        Objects.requireNonNull(model);
        Objects.requireNonNull(training);
        Limits.requireWithin("training poses", training.frameCount(), 1, MAX_POSES);
        if (training.boneCount() != model.boneCount()) {
            throw new IllegalArgumentException(
                    "training poses of " + training.boneCount() + " bones for a model of " + model.boneCount());
        }
    }
}
