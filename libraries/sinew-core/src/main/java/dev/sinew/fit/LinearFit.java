package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;

/** Linear blend skinning with affine bones for any mesh sequence, in one call. */
public final class LinearFit {
    private LinearFit() {}

    /**
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run
     */
    public static FitResult fit(MeshSequence sequence, FitOptions options, Progress progress) {
        return new LinearFitSolver(sequence, options, progress).solve();
    }

    /** The same without a listener. */
    public static FitResult fit(MeshSequence sequence, FitOptions options) {
        return fit(sequence, options, Progress.SILENT);
    }

    /** Several sequences of one mesh: one set of weights, one clip per sequence. */
    public static FitResult fit(Takes takes, FitOptions options, Progress progress) {
        FitResult joined = fit(takes.joined(), options, progress);
        SkinnedModel model = takes.split(joined.fitted().model());
        return new FitResult(joined.fitted().with(model), joined.curve(), joined.reducedDimensions());
    }

    /** The bones of a model as a tree, each hung from the one it shares most vertices with; none moves otherwise than before. */
    public static SkinnedModel parented(SkinnedModel model) {
        return BoneHierarchy.of(model);
    }
}
