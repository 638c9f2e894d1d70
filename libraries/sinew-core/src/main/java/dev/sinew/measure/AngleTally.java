package dev.sinew.measure;

/** Counts angles by hundredths of a degree, so that percentiles need no sorting; for one thread. */
final class AngleTally {
    private static final int BINS_PER_DEGREE = 100;
    private static final int BINS = 180 * BINS_PER_DEGREE + 1;

    private final int[] counts = new int[BINS];
    private long over30;

    void add(double degrees) {
        counts[Math.min(BINS - 1, (int) (degrees * BINS_PER_DEGREE))]++;
        if (degrees > 30) {
            over30++;
        }
    }

    void addAll(AngleTally other) {
        for (int b = 0; b < BINS; b++) {
            counts[b] += other.counts[b];
        }
        over30 += other.over30;
    }

    /** @param sum of all angles: kept by the caller, whose order of adding does not depend on threads */
    NormalError.Angles angles(double sum, long count) {
        return new NormalError.Angles(sum / count, percentile(0.95, count), 100.0 * over30 / count);
    }

    /** Between the two values nearest to the rank, as numpy has it, where they are known to half a bin. */
    private double percentile(double share, long count) {
        double rank = share * (count - 1);
        long low = (long) rank;
        double a = valueAt(low);
        return a + (rank - low) * (valueAt(Math.min(count - 1, low + 1)) - a);
    }

    private double valueAt(long rank) {
        long seen = 0;
        for (int b = 0; b < BINS; b++) {
            seen += counts[b];
            if (seen > rank) {
                return b == 0 ? 0 : (b + 0.5) / BINS_PER_DEGREE;
            }
        }
        return 180;
    }
}
