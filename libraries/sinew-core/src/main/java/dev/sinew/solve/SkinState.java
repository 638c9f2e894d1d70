package dev.sinew.solve;

import dev.sinew.model.SkinWeights;
import java.io.Serializable;
import java.util.Arrays;

/**
 * The variables of an alternating solver: up to K bones with weights per vertex, its rest position and its squared error. The influences of
 * a vertex come first; unused entries have weight 0. Working memory of the solvers, not a result.
 */
public final class SkinState implements Serializable {
    private final int vertexCount;
    private final int influences;
    private final int[] bones;
    private final double[] weights;
    private final double[] rest;
    private final double[] squaredErrors;
    /** 3N normals stored with the rest pose; as long as {@link #rest} if normals are fitted, else empty. */
    private double[] normals = new double[0];
    /** Weight of each vertex in the error, N; empty if all are equal. */
    private double[] importance = new double[0];

    /** @param rest 3N initial rest positions, kept and modified */
    public SkinState(int influences, double[] rest) {
        this.vertexCount = rest.length / 3;
        this.influences = influences;
        this.rest = rest;
        bones = new int[vertexCount * influences];
        weights = new double[vertexCount * influences];
        squaredErrors = new double[vertexCount];
    }

    public SkinState copy() {
        SkinState copy = new SkinState(influences, rest.clone());
        System.arraycopy(bones, 0, copy.bones, 0, bones.length);
        System.arraycopy(weights, 0, copy.weights, 0, weights.length);
        System.arraycopy(squaredErrors, 0, copy.squaredErrors, 0, vertexCount);
        copy.normals = normals.clone();
        copy.importance = importance;
        return copy;
    }

    /** A copy for vertices {@code from ≤ i < to} only. */
    public SkinState stretch(int from, int to) {
        SkinState part = new SkinState(influences, Arrays.copyOfRange(rest, 3 * from, 3 * to));
        System.arraycopy(bones, from * influences, part.bones, 0, part.bones.length);
        System.arraycopy(weights, from * influences, part.weights, 0, part.weights.length);
        System.arraycopy(squaredErrors, from, part.squaredErrors, 0, to - from);
        part.normals = normals.length == 0 ? normals : Arrays.copyOfRange(normals, 3 * from, 3 * to);
        part.importance = importance.length == 0 ? importance : Arrays.copyOfRange(importance, from, to);
        return part;
    }

    /** Copies the state of some vertices back. */
    public void put(int from, SkinState part) {
        System.arraycopy(part.bones, 0, bones, from * influences, part.bones.length);
        System.arraycopy(part.weights, 0, weights, from * influences, part.weights.length);
        System.arraycopy(part.squaredErrors, 0, squaredErrors, from, part.vertexCount);
        System.arraycopy(part.rest, 0, rest, 3 * from, part.rest.length);
        System.arraycopy(part.normals, 0, normals, normals.length == 0 ? 0 : 3 * from, part.normals.length);
    }

    /** Restores the state from a copy. */
    public void restore(SkinState copy) {
        System.arraycopy(copy.bones, 0, bones, 0, bones.length);
        System.arraycopy(copy.weights, 0, weights, 0, weights.length);
        System.arraycopy(copy.rest, 0, rest, 0, rest.length);
        System.arraycopy(copy.normals, 0, normals, 0, normals.length);
        System.arraycopy(copy.squaredErrors, 0, squaredErrors, 0, vertexCount);
    }

    /** A state with the given weights. */
    public static SkinState of(SkinWeights given, double[] rest) {
        SkinState state = new SkinState(given.influences(), rest);
        System.arraycopy(given.bones(), 0, state.bones, 0, state.bones.length);
        System.arraycopy(given.weights(), 0, state.weights, 0, state.weights.length);
        return state;
    }

    /** @param values weight of each vertex where it is summed with others, N, kept and not modified */
    public void setImportance(double[] values) {
        importance = values;
    }

    public double importance(int i) {
        return importance.length == 0 ? 1 : importance[i];
    }

    public int vertexCount() {
        return vertexCount;
    }

    public int influences() {
        return influences;
    }

    /** N·K bone indices, not a copy; the solver modifies them. */
    public int[] bones() {
        return bones;
    }

    /** N·K weights, not a copy; the solver modifies them. */
    public double[] weights() {
        return weights;
    }

    /** 3N rest positions, not a copy; the solver modifies them. */
    public double[] rest() {
        return rest;
    }

    /** @param start 3N normals of the rest pose, kept and modified */
    public void setNormals(double[] start) {
        normals = start;
    }

    /** 3N normals stored with the rest pose, not of unit length; empty if normals are not fitted. Do not modify. */
    public double[] normals() {
        return normals;
    }

    /** ‖y_i − ŷ_i‖² after the last pass, plus λ² times the normal's if normals are fitted. Not a copy; the solver modifies it. */
    public double[] squaredErrors() {
        return squaredErrors;
    }

    /** Attaches vertex i to one bone. */
    public void attach(int i, int bone) {
        for (int k = 0; k < influences; k++) {
            bones[i * influences + k] = 0;
            weights[i * influences + k] = 0;
        }
        bones[i * influences] = bone;
        weights[i * influences] = 1;
    }

    /** Copies the weights of a model with the same vertex count and at most K influences; skips zeros. */
    public void assign(SkinWeights given) {
        for (int i = 0; i < vertexCount; i++) {
            for (int k = 0; k < influences; k++) {
                boolean used = k < given.influencesOf(i);
                bones[i * influences + k] = used ? given.bones()[i * given.influences() + k] : 0;
                weights[i * influences + k] = used ? given.weights()[i * given.influences() + k] : 0;
            }
        }
    }

    /** Whether a bone may move a vertex. */
    public interface Allowance {
        boolean allows(int i, int bone);
    }

    /** Removes the bones of vertex i that are not allowed, and normalises the other weights, whose sum is {@code left}. */
    public void keepOnly(int i, Allowance allowance, double left) {
        int at = i * influences;
        for (int k = at; k < (i + 1) * influences; k++) {
            if (weights[k] > 0 && allowance.allows(i, bones[k])) {
                bones[at] = bones[k];
                weights[at++] = weights[k] / left;
            }
        }
        for (; at < (i + 1) * influences; at++) {
            bones[at] = 0;
            weights[at] = 0;
        }
    }

    /**
     * Renumbers the bones and removes some; their weights go to the other bones of each vertex.
     *
     * @param newIndex one per bone, −1 for removed bones
     */
    public void renumber(int[] newIndex) {
        for (int i = 0; i < vertexCount; i++) {
            int from = i * influences;
            int at = from;
            double sum = 0;
            for (int k = from; k < from + influences; k++) {
                if (weights[k] > 0 && newIndex[bones[k]] >= 0) {
                    bones[at] = newIndex[bones[k]];
                    weights[at] = weights[k];
                    sum += weights[k];
                    at++;
                }
            }
            for (int k = at; k < from + influences; k++) {
                bones[k] = 0;
                weights[k] = 0;
            }
            for (int k = from; k < at; k++) {
                weights[k] /= sum;
            }
        }
    }
}
