package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicArchive.HeaderBytes;
import dev.sinew.io.alembic.AlembicObject.CompoundProperty.PropertyHeader;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * When samples are taken: evenly (one stored time), in cycles of several times, or at stored times.
 *
 * @param cycle seconds per cycle; infinite if there are no cycles
 * @param times stored times in seconds, increasing
 */
record TimeSampling(double cycle, double[] times) {
    /** The cycle length that the format stores for acyclic samplings: the largest double over 32. */
    static final double ACYCLIC = Double.MAX_VALUE / 32;

    /** One sample per second from 0 on: the default of an archive. */
    static final TimeSampling DEFAULT = new TimeSampling(1, new double[] {0});

    static TimeSampling read(HeaderBytes bytes, String part) {
        double cycle = bytes.number(part);
        double[] times = bytes.numbers(bytes.count(2, part), part);
        boolean acyclic = cycle >= ACYCLIC / 2;
        if (!(acyclic || cycle > 0) || !acyclic && times.length == 0) {
            throw bytes.bad("have a cycle of " + cycle + " s with " + times.length + " times; both must be positive");
        }
        for (int k = 0; k < times.length; k++) {
            if (!Double.isFinite(times[k]) || k > 0 && times[k] < times[k - 1]) {
                throw bytes.bad("have the time " + times[k] + " s for sample " + k + "; times must increase");
            }
        }
        return new TimeSampling(acyclic ? Double.POSITIVE_INFINITY : cycle, times);
    }

    boolean isAcyclic() {
        return Double.isInfinite(cycle);
    }

    /** Seconds at which sample k is taken. After the last stored time of an acyclic sampling, the time stays the same. */
    double time(int k) {
        if (isAcyclic()) {
            return times.length == 0 ? 0 : times[Math.min(k, times.length - 1)];
        }
        return times[k % times.length] + cycle * (k / times.length);
    }

    /**
     * The position of a time among the first {@code samples} samples: 2.25 is a quarter of the way from sample 2 to sample 3.
     * Times outside are clamped; positions close to a sample are snapped to it.
     */
    double samplePosition(double seconds, int samples) {
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

    /** The times at which a mesh or its transforms have a sample: these are the frames. */
    static final class SampleTimes {
        /** Times closer than this fraction of the shortest cycle are equal: they were computed in different ways. */
        private static final double NEAR = 1e-3;

        /** A sampling with its number of samples. */
        private record Use(TimeSampling sampling, int samples) {}

        private final OgawaFile file;
        private final Set<Use> uses = new LinkedHashSet<>();

        SampleTimes(OgawaFile file) {
            this.file = file;
        }

        /** A single sample applies to all times and makes no frames. */
        void add(SampledProperty property) {
            if (property.samples() > 1) {
                uses.add(new Use(property.sampling(), property.samples()));
            }
        }

        /** Seconds, increasing, at least one. */
        double[] seconds() {
            long count = uses.stream().mapToLong(Use::samples).sum();
            if (count > PropertyHeader.MAX_SAMPLES) {
                throw file.bad("the archive has " + count + " sample times; at most " + PropertyHeader.MAX_SAMPLES
                        + " are supported");
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
