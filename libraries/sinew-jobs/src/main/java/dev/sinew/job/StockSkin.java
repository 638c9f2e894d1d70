package dev.sinew.job;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;

/**
 * What engines play of a model that they cannot play: a fit of its own to the same sequence, with four weights a vertex, on the model's rest pose. Four weights over
 * the model's own bones would miss by five to ten times as much: those bones were solved for weights of all of them. A rest pose that was solved for others
 * costs a fifth to a third of the error, which a fifth more bones bring back.
 */
final class StockSkin {
    /** What every engine plays. */
    private static final int INFLUENCES = 4;

    private static final double MORE_BONES = 1.2;

    private StockSkin() {}

    /** @param options of the fit that the model is from, or what such a fit would have been asked */
    static SkinnedModel of(SkinnedModel model, MeshSequence sequence, FitOptions options, Progress progress) {
        int bones = (int) Math.min(FitOptions.MAX_BONES, Math.ceil(MORE_BONES * model.boneCount()));
        FitOptions own = options.withGoal(new FitOptions.Bones(bones))
                .withBoneType(model.boneType())
                .withInfluences(INFLUENCES)
                .withRest(RestMode.KEEP);
        return LinearFit.fit(sequence.withRest(model.rest()), own, progress)
                .fitted()
                .model();
    }
}
