package dev.sinew.job;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;

/**
 * What engines play of a model that they cannot play: a fit of its own to the same sequence, with as many bones and four weights a vertex, on the model's rest
 * pose. Four weights over the model's own bones would miss by five to ten times as much: those bones were solved for weights of all of them.
 */
final class StockSkin {
    /** What every engine plays. */
    private static final int INFLUENCES = 4;

    private StockSkin() {}

    /** @param options of the fit that the model is from, or what such a fit would have been asked */
    static SkinnedModel of(SkinnedModel model, MeshSequence sequence, FitOptions options, Progress progress) {
        FitOptions own = options.withGoal(new FitOptions.Bones(Math.min(FitOptions.MAX_BONES, model.boneCount())))
                .withBoneType(model.boneType())
                .withInfluences(INFLUENCES)
                .withRest(RestMode.KEEP);
        return LinearFit.of(sequence.withRest(model.rest()), own, progress)
                .fitted()
                .model();
    }
}
