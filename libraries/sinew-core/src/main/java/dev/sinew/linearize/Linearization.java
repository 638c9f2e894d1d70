package dev.sinew.linearize;

import dev.sinew.run.Progress;

/** Linear skinning with blend bones for a nonlinear operator, in one call. */
public final class Linearization {
    private Linearization() {}

    /**
     * @throws dev.sinew.run.RefusedException where bones stretch that the operator only turns and moves
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run
     */
    public static LinearizeResult of(LinearizeInput input, LinearizeOptions options, Progress progress) {
        return new LinearizationSolver(input, options, progress).solve();
    }
}
