package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;

/** Linear blend skinning for any mesh sequence, in one call. */
public final class LinearFit {
    private LinearFit() {}

    /**
     * Fits a skinned model to a sequence.
     *
     * @throws dev.sinew.run.CancelledException if {@code progress} cancels the run
     */
    public static FitResult fit(MeshSequence sequence, FitOptions options, Progress progress) {
        return new LinearFitSolver(sequence, options, progress).solve();
    }

    /** The same without progress reports. */
    public static FitResult fit(MeshSequence sequence, FitOptions options) {
        return fit(sequence, options, Progress.SILENT);
    }

    /** Several sequences of one mesh: one set of weights, one clip per sequence. */
    public static FitResult fit(Takes takes, FitOptions options, Progress progress) {
        FitResult joined = fit(takes.joined(), options, progress);
        SkinnedModel model = takes.split(joined.fitted().model());
        return new FitResult(joined.fitted().with(model), joined.curve(), joined.reducedDimensions());
    }

    /** Arranges the bones of a model as a tree. Each bone's parent is the one it shares most vertices with; the motion is unchanged. */
    public static SkinnedModel buildHierarchy(SkinnedModel model) {
        return BoneHierarchy.of(model);
    }
}
