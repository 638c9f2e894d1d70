package dev.sinew.skin.runtime;

import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.skin.runtime.SkinRuntime.Influences;
import dev.sinew.skin.runtime.SkinRuntime.Palette;

/**
 * Linear blend skinning with any number of influences; up to four have a separate kernel. The reference implementation is {@link
 * dev.sinew.skin.LinearSkinning}.
 */
public final class LinearRuntime extends SkinRuntime {
    private static final int FOUR_INFLUENCES = 4;

    private final Palette palette;
    private final Influences influences;

    /** @param workers owned and closed by the caller */
    public LinearRuntime(SkinnedModel model, Workers workers) {
        this(model, SkinningKernels.best(), workers);
    }

    LinearRuntime(SkinnedModel model, SkinningKernels kernels, Workers workers) {
        super(model.rest(), kernels, workers);
        SkinWeights weights = model.weights();
        this.palette = new Palette(model.boneCount());
        this.influences =
                Influences.of(weights, Math.max(FOUR_INFLUENCES, weights.maxInfluences()), SkinningKernels.MATRIX);
    }

    @Override
    public void pose(double[] matrices, int from) {
        palette.load(matrices, from);
    }

    @Override
    void blend(int from, int to, float[] matrices) {
        if (influences.places() == FOUR_INFLUENCES) {
            kernels().blendFour(palette.columns(), influences.offsets(), influences.weights(), from, to, matrices, 0);
        } else {
            kernels()
                    .blend(
                            palette.columns(),
                            influences.places(),
                            influences.offsets(),
                            influences.weights(),
                            from,
                            to,
                            matrices,
                            0);
        }
    }
}
