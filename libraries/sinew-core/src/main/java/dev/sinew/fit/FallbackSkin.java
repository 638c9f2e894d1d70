package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;

/**
 * Fits a fallback skin for models with dense or two-layer weights, which most engines cannot play. It is a separate fit to the same
 * sequence with four weights per vertex, on the model's rest pose. Keeping only four weights of the model's own bones would give 5–10 times
 * the error. The rest pose was solved for other bones, which costs 20–30 % of the error; 20 % more bones make up for it.
 */
public final class FallbackSkin {
    /** Supported by every engine. */
    private static final int INFLUENCES = 4;

    private static final double BONE_FACTOR = 1.2;

    private FallbackSkin() {}

    /** @param options options of the fit that produced the model, or that such a fit would use */
    public static SkinnedModel fit(SkinnedModel model, MeshSequence sequence, FitOptions options, Progress progress) {
        int bones = (int) Math.min(FitOptions.MAX_BONES, Math.ceil(BONE_FACTOR * model.boneCount()));
        FitOptions own = options.withGoal(new FitOptions.Bones(bones))
                .withBoneType(model.boneType())
                .withInfluences(INFLUENCES)
                .withRest(RestMode.KEEP);
        return LinearFit.fit(sequence.withRest(model.rest()), own, progress)
                .fitted()
                .model();
    }
}
