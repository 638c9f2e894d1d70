package dev.sinew.rig;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.Progress;

/** A skeleton with weights and motion from example poses, in one call. */
public final class SkeletonRig {
    private SkeletonRig() {}

    /**
     * @throws dev.sinew.run.RefusedException where the poses cannot tell of a skeleton
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run
     */
    public static RigResult of(MeshSequence sequence, RigOptions options, Progress progress) {
        return new SkeletonRigSolver(sequence, options, progress).solve();
    }
}
