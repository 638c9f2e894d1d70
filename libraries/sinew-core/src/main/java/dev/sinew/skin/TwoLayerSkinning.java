package dev.sinew.skin;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.Arrays;

/**
 * Two-layer skinning (LD13 §3.1) in double precision: V_j = Σ_a d_ja·M_a for the virtual bones, then v_i = Σ_j α_ij·V_j·ũ_i with two
 * virtual bones per vertex. The reference implementation for {@link dev.sinew.skin.runtime.TwoLayerRuntime}. Thread-safe.
 */
public final class TwoLayerSkinning {
    private final float[] rest;
    private final TwoLayerWeights layers;

    public TwoLayerSkinning(TwoLayerModel model) {
        this.rest = model.fallback().rest().positions();
        this.layers = model.layers();
    }

    /**
     * The first layer: matrices of the virtual bones.
     *
     * @param matrices 12 numbers per master bone from {@code palette} on, not modified
     * @return 12 numbers per virtual bone, new
     */
    public double[] virtualBones(double[] matrices, int palette) {
        int c = layers.atomInfluences();
        double[] virtual = new double[layers.virtualBoneCount() * BoneMotion.STRIDE];
        for (int j = 0; j < layers.virtualBoneCount(); j++) {
            for (int a = j * c; a < (j + 1) * c; a++) {
                int bone = palette + layers.atomBones()[a] * BoneMotion.STRIDE;
                add(layers.atomWeights()[a], matrices, bone, virtual, j * BoneMotion.STRIDE);
            }
        }
        return virtual;
    }

    /**
     * The second layer: posed positions of the vertices {@code from ≤ i < to}.
     *
     * @param virtual result of {@link #virtualBones}, not modified
     * @param xyz 3·(to − from), modified
     */
    public void positions(double[] virtual, int from, int to, double[] xyz) {
        double[] m = new double[BoneMotion.STRIDE];
        for (int i = from; i < to; i++) {
            blend(virtual, i, m);
            LinearSkinning.move(m, rest, i, xyz, 3 * (i - from));
        }
    }

    /**
     * Posed unit normals: rest normals transformed by the inverse transpose of the blended matrix.
     *
     * @param normals 3N rest normals, not modified
     * @param out 3N, modified
     */
    public void normals(double[] virtual, float[] normals, double[] out) {
        double[] m = new double[BoneMotion.STRIDE];
        for (int i = 0; i < layers.vertexCount(); i++) {
            blend(virtual, i, m);
            Affine3.turnNormal(m, 0, normals[3 * i], normals[3 * i + 1], normals[3 * i + 2], out, 3 * i);
        }
    }

    /**
     * The blended matrix of vertex i.
     *
     * @param virtual result of {@link #virtualBones}, not modified
     * @param m 12 numbers, modified
     */
    public void blend(double[] virtual, int i, double[] m) {
        Arrays.fill(m, 0);
        for (int v = 2 * i; v < 2 * i + 2; v++) {
            add(layers.vertexCoefficients()[v], virtual, layers.vertexVirtual()[v] * BoneMotion.STRIDE, m, 0);
        }
    }

    private static void add(double weight, double[] matrices, int at, double[] sum, int to) {
        for (int k = 0; k < BoneMotion.STRIDE; k++) {
            sum[to + k] += weight * matrices[at + k];
        }
    }
}
