package dev.sinew.cli.console;

import dev.sinew.run.Progress.Step;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Guesses from the steps of a stage that are done how long the others will take. */
public final class TimeLeft {
    private final LongSupplier nanoTime;
    private String stage = "";
    private int firstIteration;
    private long start;

    TimeLeft(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Seconds until the stage ends at the latest; empty where nothing can be said. */
    public OptionalDouble after(Step step) {
        long now = nanoTime.getAsLong();
        if (!step.stage().equals(stage) || step.iteration() < firstIteration) {
            stage = step.stage();
            firstIteration = step.iteration();
            start = now;
        }
        int done = step.iteration() - firstIteration;
        int left = step.iterations() - step.iteration();
        return done > 0 && left > 0 ? OptionalDouble.of((now - start) * 1e-9 / done * left) : OptionalDouble.empty();
    }
}
