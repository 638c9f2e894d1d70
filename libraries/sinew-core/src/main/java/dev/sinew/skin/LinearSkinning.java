package dev.sinew.skin;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;

/**
 * Linear blend skinning, v_i = Σ_j w_ij·M_j·ũ_i, in double precision, without correctives (see {@link ClipFrames#shapedRest}). The
 * reference implementation for the faster ones. Thread-safe.
 */
public final class LinearSkinning {
    private final float[] rest;
    private final SkinWeights weights;

    public LinearSkinning(SkinnedModel model) {
        this.rest = model.rest().positions();
        this.weights = model.weights();
    }

    /**
     * Posed positions of frame f.
     *
     * @param xyz 3N, modified
     */
    public void positions(BoneMotion motion, int f, double[] xyz) {
        positions(motion.matrices(), motion.offset(f, 0), 0, weights.vertexCount(), xyz);
    }

    /**
     * Posed positions of the vertices {@code from ≤ i < to}.
     *
     * @param matrices 12 numbers per bone from {@code palette} on, not modified
     * @param xyz 3·(to − from), modified
     */
    public void positions(double[] matrices, int palette, int from, int to, double[] xyz) {
        positions(rest, matrices, palette, from, to, xyz);
    }

    /** The same for another rest pose, 3N, such as one with correctives. */
    public void positions(float[] shaped, double[] matrices, int palette, int from, int to, double[] xyz) {
        double[] m = new double[BoneMotion.STRIDE];
        for (int i = from; i < to; i++) {
            blend(matrices, palette, i, m);
            move(m, shaped, i, xyz, 3 * (i - from));
        }
    }

    /** m·ũ_i, written from {@code at} on. */
    static void move(double[] m, float[] rest, int i, double[] xyz, int at) {
        double x = rest[3 * i];
        double y = rest[3 * i + 1];
        double z = rest[3 * i + 2];
        xyz[at] = m[0] * x + m[1] * y + m[2] * z + m[3];
        xyz[at + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
        xyz[at + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
    }

    /**
     * Posed unit normals of frame f: rest normals transformed by the inverse transpose of the blended matrix.
     *
     * @param normals 3N rest normals, not modified
     * @param out 3N, modified
     */
    public void normals(BoneMotion motion, int f, float[] normals, double[] out) {
        double[] m = new double[BoneMotion.STRIDE];
        for (int i = 0; i < weights.vertexCount(); i++) {
            blend(motion.matrices(), motion.offset(f, 0), i, m);
            Affine3.turnNormal(m, 0, normals[3 * i], normals[3 * i + 1], normals[3 * i + 2], out, 3 * i);
        }
    }

    /**
     * m = Σ_j w_ij·M_j, the matrix of vertex i.
     *
     * @param matrices 12 numbers per bone from {@code palette} on, not modified
     * @param m 12 numbers, modified
     */
    public void blend(double[] matrices, int palette, int i, double[] m) {
        int k = weights.influences();
        int[] bones = weights.bones();
        double[] w = weights.weights();
        Arrays.fill(m, 0);
        for (int at = i * k; at < (i + 1) * k && w[at] > 0; at++) {
            int bone = palette + bones[at] * BoneMotion.STRIDE;
            for (int c = 0; c < BoneMotion.STRIDE; c++) {
                m[c] += w[at] * matrices[bone + c];
            }
        }
    }
}
