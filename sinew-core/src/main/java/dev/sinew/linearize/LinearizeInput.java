package dev.sinew.linearize;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import java.util.Objects;

/**
 * What is linearised.
 *
 * @param model weights, rest pose and bones
 * @param training poses of all its bones that show where linear skinning fails
 */
public record LinearizeInput(SkinnedModel model, BoneMotion training) {
    public LinearizeInput {
        Objects.requireNonNull(model);
        Objects.requireNonNull(training);
        if (training.boneCount() != model.boneCount() || training.frameCount() < 1) {
            throw new IllegalArgumentException(training.frameCount() + " training poses of " + training.boneCount()
                    + " bones for a model of " + model.boneCount());
        }
    }
}
