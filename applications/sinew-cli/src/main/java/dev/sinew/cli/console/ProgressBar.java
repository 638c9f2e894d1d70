package dev.sinew.cli.console;

import dev.sinew.run.Progress.Step;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Progress for a terminal: one line that is drawn over and over, and gone at the end. */
public final class ProgressBar implements ProgressDisplay {
    private static final long INTERVAL_NANOS = 80_000_000L;
    private static final int BAR_WIDTH = 24;

    private final PrintStream stream;
    private final int columns;
    private final LongSupplier nanoTime;
    private final TimeLeft timeLeft;
    private String stage = "";
    private long lastDrawn;
    private int drawn;

    ProgressBar(PrintStream stream, int columns, LongSupplier nanoTime) {
        this.stream = stream;
        this.columns = columns;
        this.nanoTime = nanoTime;
        this.timeLeft = new TimeLeft(nanoTime);
    }

    @Override
    public void stage(String what) {
        stage = what;
        draw(what + " …");
    }

    @Override
    public void step(Step step) {
        OptionalDouble left = timeLeft.after(step);
        boolean newStage = !step.stage().equals(stage);
        stage = step.stage();
        if (newStage || nanoTime.getAsLong() - lastDrawn >= INTERVAL_NANOS) {
            draw(bar(step) + " " + ProgressLines.describe(step, left));
        }
    }

    @Override
    public void clear() {
        if (drawn > 0) {
            stream.print("\r" + " ".repeat(drawn) + "\r");
            stream.flush();
            drawn = 0;
        }
    }

    @Override
    public void close() {
        clear();
    }

    private static String bar(Step step) {
        double share = step.iterations() > 0 ? (double) step.iteration() / step.iterations() : 0;
        int full = (int) Math.round(Math.max(0, Math.min(1, share)) * BAR_WIDTH);
        return "█".repeat(full) + "░".repeat(BAR_WIDTH - full);
    }

    /** Blanks instead of an escape code wipe the rest of the line: every terminal knows those. */
    private void draw(String said) {
        String text = Shown.line(said);
        String line = text.length() < columns ? text : text.substring(0, columns - 1);
        stream.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
        stream.flush();
        drawn = line.length();
        lastDrawn = nanoTime.getAsLong();
    }
}
