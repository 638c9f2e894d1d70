package dev.sinew.skin.runtime;

import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.platform.Workers;
import dev.sinew.skin.runtime.SkinRuntime.Palette;
import java.util.Arrays;

/**
 * Two-layer skinning (LD13 §3.1): a pose blends the master bones into virtual ones, then every vertex blends two of those. The reference
 * implementation is {@link dev.sinew.skin.TwoLayerSkinning}.
 *
 * <p>Virtual bones are renumbered by the first vertex that uses them, so that neighbouring vertices access neighbouring memory; unused ones
 * are removed.
 */
public final class TwoLayerRuntime extends SkinRuntime {
    /** Virtual bones per chunk. */
    private static final int CHUNK = 2048;

    private final Palette masters;
    private final int places;
    private final int virtualCount;
    /** virtualCount·places */
    private final int[] atomOffsets;

    private final float[] atomWeights;
    /** The virtual bones' matrices. */
    private final float[] virtual;
    /** 2N */
    private final int[] offsets;
    /** The coefficient of a vertex's first virtual bone; the second has the remainder to one (LD13 eq. 6). */
    private final float[] shares;

    private final Workers.ChunkTask masterBlending = this::blendMasters;

    /** @param workers owned and closed by the caller */
    public TwoLayerRuntime(TwoLayerModel model, Workers workers) {
        this(model, SkinningKernels.best(), workers);
    }

    TwoLayerRuntime(TwoLayerModel model, SkinningKernels kernels, Workers workers) {
        super(model.fallback().rest(), kernels, workers);
        TwoLayerWeights layers = model.layers();
        int n = layers.vertexCount();
        masters = new Palette(model.boneCount());
        places = layers.atomInfluences();
        int[] order = new int[layers.virtualBoneCount()];
        offsets = new int[2 * n];
        virtualCount = renumber(layers.vertexVirtual(), order, offsets);
        atomOffsets = new int[virtualCount * places];
        atomWeights = new float[atomOffsets.length];
        for (int v = 0; v < virtualCount; v++) {
            for (int a = 0; a < places; a++) {
                int atom = order[v] * places + a;
                atomOffsets[v * places + a] = SkinningKernels.MATRIX * layers.atomBones()[atom];
                atomWeights[v * places + a] = (float) layers.atomWeights()[atom];
            }
        }
        virtual = new float[Math.multiplyExact(virtualCount, SkinningKernels.MATRIX)];
        shares = new float[n];
        for (int i = 0; i < n; i++) {
            shares[i] = (float) layers.vertexCoefficients()[2 * i];
        }
    }

    /**
     * Numbers virtual bones in order of first use and returns their number.
     *
     * @param order old index of each new one, modified
     * @param offsets new offsets of the bones of {@code virtual}, modified
     */
    private static int renumber(int[] virtual, int[] order, int[] offsets) {
        int[] now = new int[order.length];
        Arrays.fill(now, order.length);
        int met = 0;
        for (int at = 0; at < virtual.length; at++) {
            int old = virtual[at];
            if (now[old] == order.length) {
                order[met] = old;
                now[old] = met++;
            }
            offsets[at] = SkinningKernels.MATRIX * now[old];
        }
        return met;
    }

    @Override
    public void pose(double[] matrices, int from) {
        masters.load(matrices, from);
        workers().forChunks(virtualCount, CHUNK, masterBlending);
    }

    private void blendMasters(int chunk, int from, int to) {
        kernels()
                .blend(
                        masters.columns(),
                        places,
                        atomOffsets,
                        atomWeights,
                        from,
                        to,
                        virtual,
                        SkinningKernels.MATRIX * from);
    }

    @Override
    void blend(int from, int to, float[] matrices) {
        kernels().blendPair(virtual, offsets, shares, from, to, matrices, 0);
    }
}
