package dev.sinew.cli.console;

import dev.sinew.job.text.Text;
import dev.sinew.run.Progress.Step;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;

/** Shows how far a command has come. */
public interface ProgressDisplay extends AutoCloseable {
    /** Shows nothing. */
    ProgressDisplay NONE = new ProgressDisplay() {
        @Override
        public void stage(String name, String what) {}

        @Override
        public void step(Step step) {}

        @Override
        public void clear() {}

        @Override
        public void close() {}
    };

    /**
     * A part of the command begins.
     *
     * @param name such as read, solve, write, measure
     * @param what in words
     */
    void stage(String name, String what);

    /** A solver has finished an iteration. */
    void step(Step step);

    /** Removes what is shown; called before anything else is printed. */
    void clear();

    @Override
    void close();

    /** A bar on a terminal, values for a program that started the run, plain lines in a file or a pipe. */
    static ProgressDisplay on(Environment environment) {
        if (environment.caller().isPresent()) {
            return new CallerProgress(environment.caller().get());
        }
        return environment.terminalColumns().isPresent()
                ? new ProgressBar(
                        environment.err(), environment.terminalColumns().getAsInt(), System::nanoTime)
                : new ProgressLines(environment.err(), System::nanoTime);
    }

    /**
     * The fraction of a command that is done, estimated from its stages. It never decreases. A solver does not know how many phases it
     * will go through, so every phase fills a part of the rest of its stage.
     */
    final class Advance {
        /** Where the stages of a command begin and end, as fractions of the whole. */
        private static final Map<String, double[]> STAGES = Map.of(
                "make", new double[] {0, 0.05},
                "read", new double[] {0, 0.05},
                "solve", new double[] {0.05, 0.85},
                "write", new double[] {0.85, 0.9},
                "measure", new double[] {0.9, 0.95},
                "show", new double[] {0.95, 1},
                "batch", new double[] {0, 1});

        /** The part of the rest of a stage that a phase fills: the first of its name, and repetitions of it. */
        private static final double FIRST_PHASE = 0.6;

        private static final double REPEATED_PHASE = 0.3;

        /** Estimates before this fraction or within these seconds mean nothing. */
        private static final double MIN_FRACTION = 0.06;

        private static final double MIN_SECONDS = 2;

        private final LongSupplier nanoTime;
        private final long start;
        private final Map<String, Integer> phases = new LinkedHashMap<>();
        private String stage = "";
        private double end = 1;
        private String phase = "";
        private int lastIteration;
        private double phaseStart;
        private double phaseSpan;
        private double fraction;

        Advance(LongSupplier nanoTime) {
            this.nanoTime = nanoTime;
            this.start = nanoTime.getAsLong();
        }

        void stage(String name) {
            stage = name;
            phase = "";
            double[] range = STAGES.getOrDefault(name, new double[] {fraction, fraction});
            fraction = Math.max(fraction, range[0]);
            end = Math.max(fraction, range[1]);
        }

        void step(Step step) {
            double share = step.iterations() > 0 ? (double) step.iteration() / step.iterations() : 0;
            if (stage.equals("batch")) {
                fraction = Math.max(fraction, share);
                return;
            }
            if (!step.stage().equals(phase) || step.iteration() < lastIteration) {
                phase = step.stage();
                boolean first = phases.merge(phase, 1, Integer::sum) == 1;
                phaseStart = fraction;
                phaseSpan = (end - fraction) * (first ? FIRST_PHASE : REPEATED_PHASE);
            }
            lastIteration = step.iteration();
            fraction = Math.max(fraction, phaseStart + phaseSpan * Math.max(0, Math.min(1, share)));
        }

        double fraction() {
            return fraction;
        }

        /** An estimate; empty while there is nothing to base it on. */
        OptionalDouble secondsLeft() {
            double seconds = (nanoTime.getAsLong() - start) * 1e-9;
            return fraction < MIN_FRACTION || seconds < MIN_SECONDS
                    ? OptionalDouble.empty()
                    : OptionalDouble.of(seconds * (1 - fraction) / fraction);
        }
    }

    /** "refine: 12 of 60, error 1.31" */
    static String describe(Step step) {
        StringBuilder text = new StringBuilder(step.stage());
        if (step.iterations() > 1) {
            text.append(": ").append(step.iteration()).append(" of ").append(step.iterations());
        }
        step.error().ifPresent(error -> text.append(", error ").append(Text.number(error)));
        return text.toString();
    }

    /** One bar for the whole command, on one line that is redrawn and removed at the end. */
    final class ProgressBar implements ProgressDisplay {
        private static final long INTERVAL_NANOS = 80_000_000L;
        private static final int BAR_WIDTH = 24;

        private final PrintStream stream;
        private final int columns;
        private final LongSupplier nanoTime;
        private final Advance advance;
        private String phase = "";
        private long lastDrawn;
        private int drawn;

        ProgressBar(PrintStream stream, int columns, LongSupplier nanoTime) {
            this.stream = stream;
            this.columns = columns;
            this.nanoTime = nanoTime;
            this.advance = new Advance(nanoTime);
        }

        @Override
        public void stage(String name, String what) {
            advance.stage(name);
            phase = what;
            draw(what);
        }

        @Override
        public void step(Step step) {
            advance.step(step);
            boolean newPhase = !step.stage().equals(phase);
            phase = step.stage();
            if (newPhase || nanoTime.getAsLong() - lastDrawn >= INTERVAL_NANOS) {
                draw(describe(step));
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

        /** Blanks erase the rest of the line, as every terminal supports them. */
        private void draw(String what) {
            int full = (int) Math.round(advance.fraction() * BAR_WIDTH);
            OptionalDouble left = advance.secondsLeft();
            String text = "█".repeat(full)
                    + "░".repeat(BAR_WIDTH - full)
                    + String.format(" %3d %%  ", Math.round(100 * advance.fraction()))
                    + SafeText.line(what)
                    + (left.isPresent() ? ", about " + Text.seconds(Math.ceil(left.getAsDouble())) + " left" : "");
            String line = text.length() < columns ? text : text.substring(0, columns - 1);
            stream.print("\r" + line + " ".repeat(Math.max(0, drawn - line.length())));
            stream.flush();
            drawn = line.length();
            lastDrawn = nanoTime.getAsLong();
        }
    }

    /** Plain lines for a log. A command that ends within the interval, or fails at once, prints none. */
    final class ProgressLines implements ProgressDisplay {
        private static final long INTERVAL_NANOS = 2_000_000_000L;

        private final PrintStream stream;
        private final LongSupplier nanoTime;
        private final Advance advance;
        private long lastLine;

        ProgressLines(PrintStream stream, LongSupplier nanoTime) {
            this.stream = stream;
            this.nanoTime = nanoTime;
            this.advance = new Advance(nanoTime);
            this.lastLine = nanoTime.getAsLong();
        }

        @Override
        public void stage(String name, String what) {
            advance.stage(name);
            print(what);
        }

        @Override
        public void step(Step step) {
            advance.step(step);
            print(describe(step));
        }

        private void print(String what) {
            if (nanoTime.getAsLong() - lastLine >= INTERVAL_NANOS) {
                stream.println(String.format("%3d %%  ", Math.round(100 * advance.fraction())) + SafeText.line(what));
                lastLine = nanoTime.getAsLong();
            }
        }

        @Override
        public void clear() {}

        @Override
        public void close() {}
    }

    /** Progress for a program: every stage, and its steps at most ten times per second. */
    final class CallerProgress implements ProgressDisplay {
        private static final long INTERVAL_NANOS = 100_000_000L;

        private final Environment.Caller caller;
        private final Advance advance = new Advance(System::nanoTime);
        private String phase = "";
        private long lastStep;

        CallerProgress(Environment.Caller caller) {
            this.caller = caller;
        }

        @Override
        public void stage(String name, String what) {
            advance.stage(name);
            phase = what;
            send(what, what, new LinkedHashMap<>());
        }

        @Override
        public void step(Step step) {
            advance.step(step);
            long now = System.nanoTime();
            if (step.stage().equals(phase) && now - lastStep < INTERVAL_NANOS) {
                return;
            }
            phase = step.stage();
            lastStep = now;
            Map<String, Object> counts = new LinkedHashMap<>();
            if (step.iterations() > 1) {
                counts.put("iteration", step.iteration());
                counts.put("iterations", step.iterations());
            }
            step.error().ifPresent(error -> counts.put("error", error));
            send(step.stage(), describe(step), counts);
        }

        private void send(String name, String text, Map<String, Object> counts) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("stage", name);
            values.put("text", text);
            values.putAll(counts);
            values.put("fraction", advance.fraction());
            advance.secondsLeft().ifPresent(seconds -> values.put("secondsLeft", seconds));
            caller.progress(values);
        }

        @Override
        public void clear() {}

        @Override
        public void close() {}
    }
}
