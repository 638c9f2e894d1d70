package dev.sinew.model;

import java.util.Objects;

/**
 * A model with two-layer weights and a fallback for standard linear skinning.
 *
 * @param fallback surface, skeleton, clips, and a few influences per vertex that every engine supports
 * @param layers over the same vertices and the same (master) bones as {@code fallback}
 */
public record TwoLayerModel(SkinnedModel fallback, TwoLayerWeights layers) {
    public TwoLayerModel {
        Objects.requireNonNull(fallback);
        Objects.requireNonNull(layers);
        if (layers.vertexCount() != fallback.vertexCount() || layers.masterBoneCount() != fallback.boneCount()) {
            throw new IllegalArgumentException("two layers of " + layers.vertexCount() + " vertices and "
                    + layers.masterBoneCount() + " bones for a model of " + fallback.vertexCount() + " and "
                    + fallback.boneCount());
        }
    }

    public int vertexCount() {
        return fallback.vertexCount();
    }

    /** Master bones. */
    public int boneCount() {
        return fallback.boneCount();
    }
}
