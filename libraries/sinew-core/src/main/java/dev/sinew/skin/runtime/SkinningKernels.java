package dev.sinew.skin.runtime;

import dev.sinew.platform.Machine;

/**
 * The inner loops of the runtimes. Two providers: {@link PlainSkinningKernels}, and one on the Vector API where the JVM
 * was started with it ({@code --add-modules=jdk.incubator.vector}). Results agree to rounding.
 *
 * <p>A matrix is 16 floats: the four columns of [A | t], three numbers each and one of padding that may hold anything.
 * Offsets into a palette of matrices are 16 times the bone's number.
 */
interface SkinningKernels {
    /** Floats a matrix. */
    int MATRIX = 16;

    /**
     * out_i = Σ_k w_ik·M_k over {@code places} influences of the rows {@code from ≤ i < to}.
     *
     * @param offsets places a row, not modified
     * @param weights places a row, not modified
     * @param out a matrix a row, that of {@code from} at {@code at}, modified
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
     * Points under the matrices of a block.
     *
     * @param matrices that of vertex {@code from} at 0, not modified
     * @param rest 3N, not modified
     * @param out 3N, modified from 3·from to 3·to
     */
    void points(float[] matrices, int from, int to, float[] rest, float[] out);

    /** Unit normals under the cofactors of a block's matrices; arrays as for {@link #points}. */
    void normals(float[] matrices, int from, int to, float[] rest, float[] out);

    /** What runs: {@code plain} or {@code vector}. */
    String name();

    /** The fastest provider this JVM can run. */
    static SkinningKernels best() {
        return Best.KERNELS;
    }

    /** Chosen once, when it is first asked for. */
    final class Best {
        private static final SkinningKernels KERNELS = Machine.chooseKernels(
                SkinningKernels.class, "dev.sinew.skin.runtime.VectorSkinningKernels", PlainSkinningKernels::new);

        private Best() {}
    }
}
