package dev.sinew.fit;

import dev.sinew.fit.FitResult.CurvePoint;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds the smallest number of bones whose error is small enough. Brackets by doubling, then interpolates: the logarithm of the error is
 * nearly linear in the logarithm of the number of bones.
 */
final class BoneCountSearch {
    private static final int FIRST_COUNT = 8;
    private static final int MAX_COUNT = 256;

    private final double target;
    private final int most;
    private final TreeMap<Integer, Double> errors = new TreeMap<>();
    private int requested;
    private int lastRequested;

    BoneCountSearch(double target, int vertexCount) {
        this.target = target;
        this.most = Math.max(1, Math.min(MAX_COUNT, vertexCount));
    }

    /** The largest number of bones ever tried. */
    int most() {
        return most;
    }

    boolean hasNext() {
        return proposal() > 0;
    }

    int next() {
        lastRequested = proposal();
        requested++;
        return lastRequested;
    }

    /** @param erms error with the number of bones that {@link #next} returned */
    void report(double erms) {
        errors.put(lastRequested, erms);
    }

    /** Whether the last result is the best so far: the fewest bones that suffice, else the smallest error. */
    boolean isBest() {
        int fewest = fewestSufficient();
        if (fewest > 0) {
            return lastRequested == fewest;
        }
        double last = errors.get(lastRequested);
        return errors.values().stream().allMatch(e -> last <= e);
    }

    boolean reached() {
        return fewestSufficient() > 0;
    }

    List<CurvePoint> curve() {
        return errors.entrySet().stream()
                .map(e -> new CurvePoint(e.getKey(), e.getValue()))
                .toList();
    }

    /** The number of bones to try next, or 0 if the search is over. */
    private int proposal() {
        if (errors.isEmpty()) {
            return Math.min(FIRST_COUNT, most);
        }
        int enough = fewestSufficient();
        if (enough == 0) {
            int largest = errors.lastKey();
            return largest >= most ? 0 : Math.min(most, 2 * largest);
        }
        Map.Entry<Integer, Double> below = errors.lowerEntry(enough);
        int low = below == null ? 0 : below.getKey();
        if (enough - low <= 1) {
            return 0;
        }
        int guess = below == null ? enough / 2 : interpolate(low, below.getValue(), enough, errors.get(enough));
        // Interpolation from one side only may converge slowly, so every third step bisects.
        guess = requested % 3 == 2 ? (low + enough) / 2 : guess;
        return Math.max(low + 1, Math.min(enough - 1, guess));
    }

    private int interpolate(int low, double errorLow, int high, double errorHigh) {
        double span = Math.log(errorHigh) - Math.log(errorLow);
        double part = span < 0 ? (Math.log(target) - Math.log(errorLow)) / span : 0.5;
        return (int) Math.ceil(low * Math.pow((double) high / low, Math.min(1, Math.max(0, part))));
    }

    private int fewestSufficient() {
        return errors.entrySet().stream()
                .filter(e -> e.getValue() <= target)
                .mapToInt(Map.Entry::getKey)
                .min()
                .orElse(0);
    }
}
