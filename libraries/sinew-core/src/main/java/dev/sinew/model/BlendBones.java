package dev.sinew.model;

import java.util.Objects;

/**
 * Bones that follow others: blend bone k moves by Φ(u_k; C_1 … C_B) of the master bones' transforms (KCO09 §3).
 *
 * @param operator Φ
 * @param weights the u-weights, one row per blend bone over the master bones
 * @param centres of rotation in the rest pose, three numbers per blend bone; empty except for {@link SkinningOperator#CENTRES_OF_ROTATION}
 */
public record BlendBones(SkinningOperator operator, SkinWeights weights, double[] centres) {
    public BlendBones {
        Objects.requireNonNull(operator);
        Objects.requireNonNull(weights);
        int wanted = operator == SkinningOperator.CENTRES_OF_ROTATION ? 3 * weights.vertexCount() : 0;
        if (centres.length != wanted) {
            throw new IllegalArgumentException(centres.length + " numbers of centres for " + weights.vertexCount()
                    + " blend bones by " + operator.word());
        }
    }

    /** For operators without centres. */
    public BlendBones(SkinningOperator operator, SkinWeights weights) {
        this(operator, weights, new double[0]);
    }

    /** β, number of blend bones. */
    public int count() {
        return weights.vertexCount();
    }
}
