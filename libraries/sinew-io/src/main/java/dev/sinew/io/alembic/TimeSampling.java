package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicArchive.HeaderBytes;
import dev.sinew.io.alembic.AlembicObject.CompoundProperty.PropertyHeader;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

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

    /** The times at which anything that moves a mesh has a sample: those are the frames. */
    static final class SampleTimes {
        /** Times nearer than this part of the shortest cycle are one: they were computed in different ways. */
        private static final double NEAR = 1e-3;

        /** A sampling with the number of samples that are taken by it. */
        private record Use(TimeSampling sampling, int samples) {}

        private final OgawaFile file;
        private final Set<Use> uses = new LinkedHashSet<>();

        SampleTimes(OgawaFile file) {
            this.file = file;
        }

        /** A single sample stands for all times, so it makes no frames. */
        void add(SampledProperty property) {
            if (property.samples() > 1) {
                uses.add(new Use(property.sampling(), property.samples()));
            }
        }

        /** Seconds, rising, at least one. */
        double[] seconds() {
            long count = uses.stream().mapToLong(Use::samples).sum();
            if (count > PropertyHeader.MOST_SAMPLES) {
                throw file.bad("has " + count + " sample times, at most " + PropertyHeader.MOST_SAMPLES + " are read");
            }
            double[] all = new double[(int) count];
            int filled = 0;
            double shortest = Double.POSITIVE_INFINITY;
            for (Use use : uses) {
                for (int k = 0; k < use.samples; k++) {
                    all[filled++] = use.sampling.time(k);
                }
                double span = all[filled - 1] - use.sampling.time(0);
                shortest = span > 0 ? Math.min(shortest, span / (use.samples - 1)) : shortest;
            }
            Arrays.sort(all);
            return distinct(all, Double.isInfinite(shortest) ? 0 : NEAR * shortest);
        }

        private static double[] distinct(double[] sorted, double near) {
            int kept = 0;
            for (double time : sorted) {
                if (kept == 0 || time - sorted[kept - 1] > near) {
                    sorted[kept++] = time;
                }
            }
            return kept == 0 ? new double[1] : Arrays.copyOf(sorted, kept);
        }
    }
}
