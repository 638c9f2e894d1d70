package dev.sinew.fit;

import dev.sinew.run.Progress;

/** Improves an existing rig: its weights, its motion or both, optionally with additional helper bones. */
public final class PartialFit {
    private PartialFit() {}

    /**
     * Solves what {@code options} allow to change.
     *
     * @throws dev.sinew.run.InvalidInputException if the clips of the model do not match the sequences
     * @throws dev.sinew.run.CancelledException if {@code progress} cancels the run
     */
    public static FitResult fit(PartialProblem problem, PartialOptions options, Progress progress) {
        return new PartialFitSolver(problem, options, progress).solve();
    }
}
