package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.run.RestMode;

/**
 * A skin that every engine plays, for a model with dense or layered weights that most cannot: a fit of its own to the same sequence, with four weights per
 * vertex, on the model's rest pose. Keeping four weights of the model's own bones would miss by five to ten times as much, because those bones were solved for
 * all of their weights. The rest pose was solved for other bones, which costs a fifth to a third of the error; a fifth more bones make up for it.
 */
public final class FallbackSkin {
    /** What every engine plays. */
    private static final int INFLUENCES = 4;

    private static final double BONE_FACTOR = 1.2;

    private FallbackSkin() {}

    /** @param options those of the fit that made the model, or that such a fit would have used */
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
