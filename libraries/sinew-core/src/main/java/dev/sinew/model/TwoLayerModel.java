package dev.sinew.model;

import java.util.Objects;

/**
 * A model whose weights come in two layers, beside the standard one that plays where only linear skinning is known.
 *
 * @param fallback surface, skeleton, clips, and the few influences a vertex that any engine takes
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
