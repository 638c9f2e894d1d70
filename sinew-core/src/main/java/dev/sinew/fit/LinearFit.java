package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.Progress;

/** Linear blend skinning with affine bones for any mesh sequence, in one call. */
public final class LinearFit {
    private LinearFit() {}

    /**
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run before there is a model
     */
    public static FitResult of(MeshSequence sequence, FitOptions options, Progress progress) {
        return new LinearFitSolver(sequence, options, progress).solve();
    }
}
