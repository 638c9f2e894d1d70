package dev.sinew.linearize;

import dev.sinew.solve.Progress;

/** Linear skinning with blend bones for a nonlinear operator, in one call. */
public final class Linearization {
    private Linearization() {}

    /**
     * @throws dev.sinew.solve.CancelledException when {@code progress} stops the run before there is a model
     */
    public static LinearizeResult of(LinearizeInput input, LinearizeOptions options, Progress progress) {
        return new LinearizationSolver(input, options, progress).solve();
    }
}
