package dev.sinew.cli;

import dev.sinew.solve.Progress.Step;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Progress for logs: a line when a stage begins, and one a second while it lasts. */
final class ProgressLines implements ProgressDisplay {
    private static final long INTERVAL_NANOS = 1_000_000_000L;

    private final PrintStream stream;
    private final LongSupplier nanoTime;
    private final TimeLeft timeLeft;
    private String stage = "";
    private long lastLine;

    ProgressLines(PrintStream stream, LongSupplier nanoTime) {
        this.stream = stream;
        this.nanoTime = nanoTime;
        this.timeLeft = new TimeLeft(nanoTime);
    }

    @Override
    public void stage(String what) {
        stage = what;
        line(what);
    }

    @Override
    public void step(Step step) {
        OptionalDouble left = timeLeft.after(step);
        if (!step.stage().equals(stage)) {
            stage(step.stage());
        } else if (nanoTime.getAsLong() - lastLine >= INTERVAL_NANOS) {
            line(describe(step, left));
        }
    }

    @Override
    public void clear() {}

    private void line(String text) {
        stream.println(text);
        lastLine = nanoTime.getAsLong();
    }

    /** "fit: 12 of 60, error 1.31, at most 3.2 s left" */
    static String describe(Step step, OptionalDouble left) {
        StringBuilder text = new StringBuilder(step.stage());
        if (step.iterations() > 0) {
            text.append(": ").append(step.iteration()).append(" of ").append(step.iterations());
        }
        if (Double.isFinite(step.error())) {
            text.append(", error ").append(Text.number(step.error()));
        }
        left.ifPresent(seconds ->
                text.append(", at most ").append(Text.seconds(seconds)).append(" left"));
        return text.toString();
    }
}
