package dev.sinew.io.cache;

import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The rate behind the times of frames, which are floats and often sums of rounded steps.
 *
 * @param times in seconds, one per frame
 */
public record FrameTimes(Path file, float[] times) {
    /** Sums of rounded steps drift by about this much. */
    private static final double DRIFT = 1e-4;

    /** Times that were rounded once are truer than this. */
    private static final double ROUNDING = 3e-7;

    /** How far a step may be off the mean before we mention it. */
    private static final double UNEVEN = 0.02;

    /** Slower than this, the times are frame numbers more likely than seconds. */
    private static final double SLOW = 1.5;

    /** Rates beyond these are damage or another unit. */
    private static final double SLOWEST = 0.01;

    private static final double FASTEST = 10_000;

    /** Times of any precision, counted from the first. */
    public static FrameTimes of(Path file, double[] seconds) {
        float[] times = new float[seconds.length];
        for (int f = 0; f < times.length; f++) {
            times[f] = (float) (seconds[f] - seconds[0]);
        }
        return new FrameTimes(file, times);
    }

    /** Frames a second; nothing where there is one frame only, or where the times make no sense. */
    public OptionalDouble rate() {
        double rate = (times.length - 1) / span();
        return rate >= SLOWEST && rate <= FASTEST ? OptionalDouble.of(likely(rate)) : OptionalDouble.empty();
    }

    private double span() {
        return times.length < 2 ? 0 : times[times.length - 1] - (double) times[0];
    }

    /** A whole rate, one of two decimals, or one of television's (30000/1001), where that explains the times. */
    private static double likely(double rate) {
        double whole = Math.rint(rate);
        if (whole >= 1 && Math.abs(rate - whole) < DRIFT * whole) {
            return whole;
        }
        double hundredths = Math.rint(rate * 100) / 100;
        if (Math.abs(rate - hundredths) < ROUNDING * rate) {
            return hundredths;
        }
        double television = Math.rint(rate * 1.001);
        double exact = television * 1000 / 1001;
        return television >= 1 && Math.abs(rate - exact) < DRIFT / 10 * exact ? exact : rate;
    }

    /** What a person should know before trusting the rate. */
    public Optional<String> note() {
        if (times.length < 2) {
            return Optional.empty();
        }
        OptionalDouble rate = rate();
        if (rate.isEmpty()) {
            return Optional.of(file + ": its times run from " + times[0] + " to " + times[times.length - 1]
                    + " s, which says nothing about its rate");
        }
        if (rate.getAsDouble() < SLOW) {
            return Optional.of(file + ": its times amount to " + rate.getAsDouble()
                    + " frames per second; where they are frame numbers, give the rate yourself");
        }
        return even()
                ? Optional.empty()
                : Optional.of(file + ": its frames are unevenly spaced in time; they are taken " + "as even, at "
                        + rate.getAsDouble() + " frames per second");
    }

    private boolean even() {
        double step = span() / (times.length - 1);
        for (int f = 1; f < times.length; f++) {
            if (!(Math.abs(times[f] - (double) times[f - 1] - step) <= UNEVEN * step)) {
                return false;
            }
        }
        return true;
    }
}
