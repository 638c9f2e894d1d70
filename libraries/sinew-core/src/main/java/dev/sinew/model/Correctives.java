package dev.sinew.model;

import java.util.List;
import java.util.Objects;

/**
 * Corrective shapes added to the rest pose before the bones move it, for what linear skinning cannot reproduce: a vertex goes to M·(u + Σ_k
 * c_k·d_k), its normal to L·(n + Σ_k c_k·e_k). They are glTF's morph targets. Clips store the weights c.
 *
 * @param names one per shape
 * @param positions d, one array of 3N per shape
 * @param normals e, one array per shape, three numbers per row of the rest mesh's normals; empty if shapes do not change normals
 */
public record Correctives(List<String> names, float[][] positions, float[][] normals) {
    /** No correctives. */
    public static final Correctives NONE = new Correctives(List.of(), new float[0][], new float[0][]);

    public Correctives {
        names = List.copyOf(names);
        Objects.requireNonNull(positions);
        Objects.requireNonNull(normals);
        if (positions.length != names.size() || normals.length != 0 && normals.length != names.size()) {
            throw new IllegalArgumentException(names.size() + " names, " + positions.length + " shapes and "
                    + normals.length + " shapes of normals");
        }
    }

    /** K */
    public int count() {
        return names.size();
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /**
     * Positions with the weighted shapes added; the given array itself if there is nothing to add.
     *
     * @param rest 3N, not modified
     * @param weights of all frames, those of frame f from {@code f·K} on; empty means zero
     */
    public float[] addToPositions(float[] rest, double[] weights, int f) {
        return added(rest, positions, weights, f);
    }

    /** The same for normals, three per row, not normalised. */
    public float[] addToNormals(float[] rows, double[] weights, int f) {
        return added(rows, normals, weights, f);
    }

    private static float[] added(float[] base, float[][] shapes, double[] weights, int f) {
        if (shapes.length == 0 || weights.length == 0) {
            return base;
        }
        double[] sum = new double[base.length];
        for (int k = 0; k < shapes.length; k++) {
            double c = weights[f * shapes.length + k];
            float[] shape = shapes[k];
            for (int x = 0; c != 0 && x < sum.length; x++) {
                sum[x] += c * shape[x];
            }
        }
        float[] out = new float[base.length];
        for (int x = 0; x < out.length; x++) {
            out[x] = (float) (base[x] + sum[x]);
        }
        return out;
    }
}
