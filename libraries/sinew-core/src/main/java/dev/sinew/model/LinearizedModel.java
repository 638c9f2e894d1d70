package dev.sinew.model;

import java.util.Objects;

/**
 * A model for linear skinning with driven bones.
 *
 * @param model the master bones first, then the blend bones, which its clips also move
 * @param blendBones how the blend bones follow the master bones
 */
public record LinearizedModel(SkinnedModel model, BlendBones blendBones) {
    public LinearizedModel {
        Objects.requireNonNull(model);
        Objects.requireNonNull(blendBones);
    }

    /** B, number of original bones. */
    public int masterCount() {
        return model.boneCount() - blendBones.count();
    }
}
