package dev.sinew.cli.console;

import dev.sinew.run.Progress.Step;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/** Progress for a program: every stage, and its steps at most ten times per second. */
final class CallerProgress implements ProgressDisplay {
    private static final long INTERVAL_NANOS = 100_000_000L;

    private final Environment.Caller caller;
    private final TimeLeft timeLeft = new TimeLeft(System::nanoTime);
    private String stage = "";
    private long lastStep;

    CallerProgress(Environment.Caller caller) {
        this.caller = caller;
    }

    @Override
    public void stage(String what) {
        stage = what;
        caller.progress(Map.of("stage", what, "text", what));
    }

    @Override
    public void step(Step step) {
        OptionalDouble left = timeLeft.after(step);
        long now = System.nanoTime();
        if (step.stage().equals(stage) && now - lastStep < INTERVAL_NANOS) {
            return;
        }
        stage = step.stage();
        lastStep = now;
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("stage", step.stage());
        told.put("text", ProgressLines.describe(step, left));
        if (step.iterations() > 1) {
            told.put("iteration", step.iteration());
            told.put("iterations", step.iterations());
        }
        step.error().ifPresent(error -> told.put("error", error));
        caller.progress(told);
    }

    @Override
    public void clear() {}

    @Override
    public void close() {}
}
