package dev.sinew.fit;

import dev.sinew.run.Progress;

/** Improves a rig that exists already: its weights, its motion, both, or with helper bones beside its own. */
public final class PartialFit {
    private PartialFit() {}

    /**
     * @throws dev.sinew.run.RefusedException where the clips of the model do not go with the sequences
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run
     */
    public static FitResult of(PartialProblem problem, PartialOptions options, Progress progress) {
        return new PartialFitSolver(problem, options, progress).solve();
    }
}
