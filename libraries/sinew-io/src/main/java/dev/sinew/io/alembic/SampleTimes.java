package dev.sinew.io.alembic;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Set;

/** The times at which anything that moves a mesh has a sample: those are the frames. */
final class SampleTimes {
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
