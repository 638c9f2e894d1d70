package dev.sinew.solve;

import dev.sinew.run.Progress;

/** Passes steps on and remembers that the caller wants to stop. */
public final class ProgressReporter {
    private final Progress progress;
    private boolean cancelled;

    public ProgressReporter(Progress progress) {
        this.progress = progress;
    }

    public void say(String stage, int iteration, int iterations, double error) {
        if (progress.report(new Progress.Step(stage, iteration, iterations, error)) == Progress.Answer.CANCEL) {
            cancelled = true;
        }
    }

    public boolean cancelled() {
        return cancelled;
    }
}
