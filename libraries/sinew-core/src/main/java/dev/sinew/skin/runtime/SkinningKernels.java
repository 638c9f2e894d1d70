package dev.sinew.skin.runtime;

import dev.sinew.platform.Machine;

/**
 * The inner loops of the runtimes. Two implementations: {@link PlainSkinningKernels}, and one on the Vector API if the JVM was started with
 * it ({@code --add-modules=jdk.incubator.vector}). Results agree up to rounding.
 *
 * <p>A matrix is 16 floats: the four columns of [A | t], three numbers each plus one of arbitrary padding. Offsets into a palette of
 * matrices are 16 times the bone index.
 */
interface SkinningKernels {
    /** Floats per matrix. */
    int MATRIX = 16;

    /**
     * out_i = Σ_k w_ik·M_k over {@code places} influences of the rows {@code from ≤ i < to}.
     *
     * @param offsets {@code places} per row, not modified
     * @param weights {@code places} per row, not modified
     * @param out a matrix per row, that of {@code from} at {@code at}, modified
     */
    void blend(float[] palette, int places, int[] offsets, float[] weights, int from, int to, float[] out, int at);

    /** {@link #blend} for four influences, which most models have. */
    void blendFour(float[] palette, int[] offsets, float[] weights, int from, int to, float[] out, int at);

    /**
     * out_i = a_i·M + (1 − a_i)·M′ over two matrices per row.
     *
     * @param offsets two per row, not modified
     * @param shares a_i, one per row, not modified
     */
    void blendPair(float[] palette, int[] offsets, float[] shares, int from, int to, float[] out, int at);

    /**
     * Transforms points by the matrices of a block.
     *
     * @param matrices that of vertex {@code from} at 0, not modified
     * @param rest 3N, not modified
     * @param out 3N, modified from 3·from to 3·to
     */
    void points(float[] matrices, int from, int to, float[] rest, float[] out);

    /** Unit normals transformed by the cofactors of a block's matrices; arrays as for {@link #points}. */
    void normals(float[] matrices, int from, int to, float[] rest, float[] out);

    /** The implementation: {@code plain} or {@code vector}. */
    String name();

    /** The fastest implementation on this JVM. */
    static SkinningKernels best() {
        return Best.KERNELS;
    }

    /** Chosen on first use. */
    final class Best {
        private static final SkinningKernels KERNELS = Machine.chooseKernels(
                SkinningKernels.class, "dev.sinew.skin.runtime.VectorSkinningKernels", PlainSkinningKernels::new);

        private Best() {}
    }
}
