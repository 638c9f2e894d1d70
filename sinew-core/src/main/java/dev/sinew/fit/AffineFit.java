package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.solve.Progress;

/** Linear blend skinning with affine bones for any mesh sequence, in one call. */
public final class AffineFit {
    private AffineFit() {}

    public static FitResult of(MeshSequence sequence, FitOptions options, Progress progress) {
        throw new UnsupportedOperationException("being written");
    }
}
