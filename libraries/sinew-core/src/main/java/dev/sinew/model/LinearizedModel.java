package dev.sinew.model;

import java.util.Objects;

/**
 * A model that linear skinning plays, and what drives some of its bones.
 *
 * @param model the master bones first, then the blend bones, which its clips move too
 * @param blendBones how the blend bones follow the masters
 */
public record LinearizedModel(SkinnedModel model, BlendBones blendBones) {
    public LinearizedModel {
        Objects.requireNonNull(model);
        Objects.requireNonNull(blendBones);
    }

    /** B, the bones that were there before. */
    public int masterCount() {
        return model.boneCount() - blendBones.count();
    }
}
