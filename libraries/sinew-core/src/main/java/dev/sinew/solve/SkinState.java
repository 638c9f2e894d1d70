package dev.sinew.solve;

import dev.sinew.model.SkinWeights;
import java.io.Serializable;
import java.util.Arrays;

/**
 * What an alternating solver changes: for every vertex up to K bones with weights, its rest position, and its squared
 * error. Influences of a vertex stand in front; the rest of its places hold weight 0. The solvers' working memory, not
 * a result.
 */
public final class SkinState implements Serializable {
    private final int vertexCount;
    private final int influences;
    private final int[] bones;
    private final double[] weights;
    private final double[] rest;
    private final double[] squaredErrors;
    /** 3N, the normals stored with the rest pose; as long as {@link #rest} where normals take part, else empty. */
    private double[] normals = new double[0];
    /** How much each vertex counts, N; empty where all count alike. */
    private double[] importance = new double[0];

    /** @param rest 3N rest positions to start from, kept and modified */
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

    /** That of vertices {@code from ≤ i < to} alone, copied. */
    public SkinState stretch(int from, int to) {
        SkinState part = new SkinState(influences, Arrays.copyOfRange(rest, 3 * from, 3 * to));
        System.arraycopy(bones, from * influences, part.bones, 0, part.bones.length);
        System.arraycopy(weights, from * influences, part.weights, 0, part.weights.length);
        System.arraycopy(squaredErrors, from, part.squaredErrors, 0, to - from);
        part.normals = normals.length == 0 ? normals : Arrays.copyOfRange(normals, 3 * from, 3 * to);
        part.importance = importance.length == 0 ? importance : Arrays.copyOfRange(importance, from, to);
        return part;
    }

    /** Takes a stretch back. */
    public void put(int from, SkinState part) {
        System.arraycopy(part.bones, 0, bones, from * influences, part.bones.length);
        System.arraycopy(part.weights, 0, weights, from * influences, part.weights.length);
        System.arraycopy(part.squaredErrors, 0, squaredErrors, from, part.vertexCount);
        System.arraycopy(part.rest, 0, rest, 3 * from, part.rest.length);
        System.arraycopy(part.normals, 0, normals, normals.length == 0 ? 0 : 3 * from, part.normals.length);
    }

    /** Everything as it was when a copy was made. */
    public void restore(SkinState copy) {
        System.arraycopy(copy.bones, 0, bones, 0, bones.length);
        System.arraycopy(copy.weights, 0, weights, 0, weights.length);
        System.arraycopy(copy.rest, 0, rest, 0, rest.length);
        System.arraycopy(copy.normals, 0, normals, 0, normals.length);
        System.arraycopy(copy.squaredErrors, 0, squaredErrors, 0, vertexCount);
    }

    /** The state of given weights. */
    public static SkinState of(SkinWeights given, double[] rest) {
        SkinState state = new SkinState(given.influences(), rest);
        System.arraycopy(given.bones(), 0, state.bones, 0, state.bones.length);
        System.arraycopy(given.weights(), 0, state.weights, 0, state.weights.length);
        return state;
    }

    /** @param values how much each vertex counts where it meets others, N, kept and not modified */
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

    /** N·K bone indices; the solver's own, modified by it. */
    public int[] bones() {
        return bones;
    }

    /** N·K weights; the solver's own, modified by it. */
    public double[] weights() {
        return weights;
    }

    /** 3N rest positions; the solver's own, modified by it. */
    public double[] rest() {
        return rest;
    }

    /** @param start 3N normals of the rest pose, kept and modified */
    public void setNormals(double[] start) {
        normals = start;
    }

    /** 3N normals stored with the rest pose, of any length; empty where none take part; not to be modified. */
    public double[] normals() {
        return normals;
    }

    /** ‖y_i − ŷ_i‖², with λ² times that of the normal where normals take part, as the last pass left it; the solver's own, modified by it. */
    public double[] squaredErrors() {
        return squaredErrors;
    }

    /** Ties vertex i to one bone. */
    public void attach(int i, int bone) {
        for (int k = 0; k < influences; k++) {
            bones[i * influences + k] = 0;
            weights[i * influences + k] = 0;
        }
        bones[i * influences] = bone;
        weights[i * influences] = 1;
    }

    /** Takes over the weights of a model with as many vertices and at most as many influences; those of 0 are left out. */
    public void assign(SkinWeights given) {
        for (int i = 0; i < vertexCount; i++) {
            for (int k = 0; k < influences; k++) {
                boolean used = k < given.influencesOf(i);
                bones[i * influences + k] = used ? given.bones()[i * given.influences() + k] : 0;
                weights[i * influences + k] = used ? given.weights()[i * given.influences() + k] : 0;
            }
        }
    }

    /** Tells of a vertex whether a bone may move it. */
    public interface Allowance {
        boolean allows(int i, int bone);
    }

    /** Vertex i loses the bones it may not have; the weights of the others, {@code left} in all, become one together. */
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
     * Renumbers the bones and takes out those that are gone; what they carried goes to the others of the vertex.
     *
     * @param newIndex one per bone, −1 for those that go
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
