package dev.sinew.model;

import java.util.Objects;

/**
 * Bones that follow others: blend bone k moves by Φ(u_k; C_1 … C_B) of the master bones' transforms (KCO09 §3).
 *
 * @param operator Φ
 * @param weights the u-weights, one row a blend bone over the master bones
 */
public record BlendBones(SkinningOperator operator, SkinWeights weights) {
    public BlendBones {
        Objects.requireNonNull(operator);
        Objects.requireNonNull(weights);
    }

    /** β, how many there are. */
    public int count() {
        return weights.vertexCount();
    }
}
