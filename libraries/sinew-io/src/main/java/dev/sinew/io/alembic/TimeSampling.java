package dev.sinew.io.alembic;

import java.util.Arrays;

/**
 * When samples are taken: evenly (one stored time), in cycles of several times, or at times that are all stored.
 *
 * @param cycle seconds from one cycle to the next; infinite where there are no cycles
 * @param times stored ones, in seconds, rising
 */
record TimeSampling(double cycle, double[] times) {
    /** What the format writes as the length of the cycle where there is none: the largest double over 32. */
    static final double ACYCLIC = Double.MAX_VALUE / 32;

    /** One sample a second from 0 on: what an archive has where nothing is said. */
    static final TimeSampling USUAL = new TimeSampling(1, new double[] {0});

    static TimeSampling read(HeaderBytes bytes, String part) {
        double cycle = bytes.number(part);
        double[] times = bytes.numbers(bytes.count(2, part), part);
        boolean acyclic = cycle >= ACYCLIC / 2;
        if (!(acyclic || cycle > 0) || !acyclic && times.length == 0) {
            throw bytes.bad("have a cycle of " + cycle + " s with " + times.length + " times; both must be positive");
        }
        for (int k = 0; k < times.length; k++) {
            if (!Double.isFinite(times[k]) || k > 0 && times[k] < times[k - 1]) {
                throw bytes.bad("have the time " + times[k] + " s for sample " + k + ", times must rise");
            }
        }
        return new TimeSampling(acyclic ? Double.POSITIVE_INFINITY : cycle, times);
    }

    boolean isAcyclic() {
        return Double.isInfinite(cycle);
    }

    /** Seconds at which sample k is taken; after the last stored time, samples of an acyclic one stay there. */
    double time(int k) {
        if (isAcyclic()) {
            return times.length == 0 ? 0 : times[Math.min(k, times.length - 1)];
        }
        return times[k % times.length] + cycle * (k / times.length);
    }

    /**
     * Where a time lies among the first {@code samples} samples: 2.25 is a quarter of the way from sample 2 to sample 3;
     * before the first and after the last one it stays there. What is nearly on a sample is on it.
     */
    double place(double seconds, int samples) {
        int below = 0;
        int above = samples;
        while (above - below > 1) {
            int middle = (below + above) >>> 1;
            if (time(middle) <= seconds) {
                below = middle;
            } else {
                above = middle;
            }
        }
        if (below + 1 >= samples || seconds <= time(below)) {
            return below;
        }
        double part = (seconds - time(below)) / (time(below + 1) - time(below));
        return part < NEAR ? below : part > 1 - NEAR ? below + 1 : below + part;
    }

    private static final double NEAR = 1e-4;

    @Override
    public boolean equals(Object other) {
        return other instanceof TimeSampling that && cycle == that.cycle && Arrays.equals(times, that.times);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(times) ^ Double.hashCode(cycle);
    }
}
