package dev.sinew.fit;

import dev.sinew.solve.Progress;

/** Passes steps on and remembers that the caller wants to stop. */
final class ProgressReporter {
    private final Progress progress;
    private boolean cancelled;

    ProgressReporter(Progress progress) {
        this.progress = progress;
    }

    void say(String stage, int iteration, int iterations, double error) {
        if (progress.report(new Progress.Step(stage, iteration, iterations, error)) == Progress.Answer.CANCEL) {
            cancelled = true;
        }
    }

    boolean cancelled() {
        return cancelled;
    }
}
