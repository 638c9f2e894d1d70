package dev.sinew.cli.console;

import dev.sinew.cli.console.ProgressDisplay.ProgressLines;
import dev.sinew.cli.console.ProgressDisplay.TimeLeft;
import dev.sinew.job.text.Text;
import dev.sinew.run.Progress.Step;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Shows a person how far a run has come. */
public interface ProgressDisplay extends AutoCloseable {
    /** Shows nothing. */
    ProgressDisplay NONE = new ProgressDisplay() {
        @Override
        public void stage(String what) {}

        @Override
        public void step(Step step) {}

        @Override
        public void clear() {}

        @Override
        public void close() {}
    };

    /** Something without countable steps begins, such as reading a file. */
    void stage(String what);

    /** A solver has come a step further. */
    void step(Step step);

    /** Whatever is shown for the moment only goes away; called before anything else is printed. */
    void clear();

    /** Nothing is shown any more. */
    @Override
    void close();

    /** A bar on a terminal, lines in a file or a pipe, values for a program. */
    static ProgressDisplay on(Environment environment) {
        if (environment.caller().isPresent()) {
            return new CallerProgress(environment.caller().get());
        }
        return environment.terminalColumns().isPresent()
                ? new ProgressBar(
                        environment.err(), environment.terminalColumns().getAsInt(), System::nanoTime)
                : ProgressLines.on(environment.err());
    }

    /** Guesses from the steps of a stage that are done how long the others will take. */
    static final class TimeLeft {
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
            return done > 0 && left > 0
                    ? OptionalDouble.of((now - start) * 1e-9 / done * left)
                    : OptionalDouble.empty();
        }
    }

    /** Progress for a terminal: one line that is drawn over and over, and gone at the end. */
    static final class ProgressBar implements ProgressDisplay {
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

    /**
     * Progress for logs: at most a line a second, and none for a stage that is over before anybody wonders. So a run that is
     * refused at once leaves its one sentence and nothing else.
     */
    static final class ProgressLines implements ProgressDisplay {
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
}
