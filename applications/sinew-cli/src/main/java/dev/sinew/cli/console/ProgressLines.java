package dev.sinew.cli.console;

import dev.sinew.job.text.Text;
import dev.sinew.run.Progress.Step;
import java.io.PrintStream;
import java.util.OptionalDouble;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Progress for logs: at most a line a second, and none for a stage that is over before anybody wonders. So a run that is
 * refused at once leaves its one sentence and nothing else.
 */
public final class ProgressLines implements ProgressDisplay {
    private static final long INTERVAL_NANOS = 1_000_000_000L;

    private final PrintStream stream;
    private final LongSupplier nanoTime;
    private final TimeLeft timeLeft;
    private final ScheduledExecutorService timer;
    private String pending = "";
    private String said = "";
    private long lastLine;

    private ProgressLines(PrintStream stream, LongSupplier nanoTime, ScheduledExecutorService timer) {
        this.stream = stream;
        this.nanoTime = nanoTime;
        this.timeLeft = new TimeLeft(nanoTime);
        this.timer = timer;
        this.lastLine = nanoTime.getAsLong();
    }

    /** Lines that come by themselves when a stage lasts. */
    public static ProgressLines on(PrintStream stream) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "sinew-progress");
            thread.setDaemon(true);
            return thread;
        });
        ProgressLines lines = new ProgressLines(stream, System::nanoTime, timer);
        timer.scheduleWithFixedDelay(lines::tick, 1, 1, TimeUnit.SECONDS);
        return lines;
    }

    /** Lines that come when the caller ticks. */
    public static ProgressLines withClock(PrintStream stream, LongSupplier nanoTime) {
        return new ProgressLines(stream, nanoTime, new ScheduledThreadPoolExecutor(0));
    }

    @Override
    public synchronized void stage(String what) {
        pending = what;
    }

    @Override
    public synchronized void step(Step step) {
        pending = describe(step, timeLeft.after(step));
        tick();
    }

    /** Says what is going on if that is news and the last line is long enough ago. */
    synchronized void tick() {
        if (!pending.isEmpty() && !pending.equals(said) && nanoTime.getAsLong() - lastLine >= INTERVAL_NANOS) {
            stream.println(Shown.line(pending));
            said = pending;
            pending = "";
            lastLine = nanoTime.getAsLong();
        }
    }

    @Override
    public synchronized void clear() {
        pending = "";
    }

    @Override
    public synchronized void close() {
        clear();
        timer.shutdownNow();
    }

    /** "fit: 12 of 60, error 1.31, at most 3.2 s left" */
    public static String describe(Step step, OptionalDouble left) {
        StringBuilder text = new StringBuilder(step.stage());
        if (step.iterations() > 1) {
            text.append(": ").append(step.iteration()).append(" of ").append(step.iterations());
        }
        step.error().ifPresent(error -> text.append(", error ").append(Text.number(error)));
        left.ifPresent(seconds ->
                text.append(", at most ").append(Text.seconds(seconds)).append(" left"));
        return text.toString();
    }
}
