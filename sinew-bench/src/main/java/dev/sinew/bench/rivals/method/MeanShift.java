package dev.sinew.bench.rivals.method;

import dev.sinew.math.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/** Mean shift with a flat kernel: a point moves to the mean of its neighbourhood until it stands still; points that end together are a mode. */
final class MeanShift {
    private static final int SAMPLES = 2500;
    private static final int WALKERS = 700;
    private static final int STEPS = 40;
    private static final int BISECTIONS = 12;

    private final double[] x;
    private final int d;
    private final Workers workers;

    /** @param points one a row of d numbers; a sample of them stands for all */
    MeanShift(double[] points, int d, Workers workers) {
        this.d = d;
        this.workers = workers;
        int n = points.length / d;
        int[] picked =
                new Random(1).ints(0, n).distinct().limit(Math.min(n, SAMPLES)).toArray();
        x = new double[picked.length * d];
        for (int k = 0; k < picked.length; k++) {
            System.arraycopy(points, picked[k] * d, x, k * d, d);
        }
    }

    /** A place where points gather, and how many do. */
    private record Mode(double[] at, int walkers) {}

    /**
     * The bandwidth is halved into place until there are as many modes as wanted; the most visited are taken.
     *
     * @return at most count rows of d
     */
    double[][] modes(int count) {
        double low = 0;
        double high = 2 * Math.sqrt(farthestSquared());
        List<Mode> best = List.of();
        for (int k = 0; k < BISECTIONS; k++) {
            double h = (low + high) / 2;
            List<Mode> found = modes(h);
            boolean enough = found.size() >= count;
            if (best.isEmpty()
                    || enough && found.size() < Math.max(best.size(), count + 1)
                    || best.size() < count && found.size() > best.size()) {
                best = found;
            }
            if (found.size() == count) {
                best = found;
                break;
            }
            low = enough ? h : low;
            high = enough ? high : h;
        }
        return best.stream()
                .sorted(Comparator.comparingInt((Mode mode) -> -mode.walkers))
                .limit(count)
                .map(Mode::at)
                .toArray(double[][]::new);
    }

    private double farthestSquared() {
        double most = 0;
        for (int i = 0; i < x.length; i += d) {
            most = Math.max(most, Spread.squared(x, 0, x, i, d));
        }
        return most;
    }

    private List<Mode> modes(double h) {
        int walkers = Math.min(WALKERS, x.length / d);
        double[] at = Arrays.copyOf(x, walkers * d);
        workers.forChunks(walkers, 16, (chunk, from, to) -> {
            for (int w = from; w < to; w++) {
                walk(at, w * d, h * h);
            }
        });
        List<Mode> modes = new ArrayList<>();
        for (int w = 0; w < walkers; w++) {
            join(modes, Arrays.copyOfRange(at, w * d, (w + 1) * d), h / 2);
        }
        // A lone point is noise, not a part that moves as one.
        modes.removeIf(mode -> mode.walkers < 2);
        return modes;
    }

    private void walk(double[] at, int from, double squaredWidth) {
        double[] mean = new double[d];
        for (int step = 0; step < STEPS; step++) {
            Arrays.fill(mean, 0);
            int inside = 0;
            for (int i = 0; i < x.length; i += d) {
                if (Spread.squared(x, i, at, from, d) <= squaredWidth) {
                    inside++;
                    for (int k = 0; k < d; k++) {
                        mean[k] += x[i + k];
                    }
                }
            }
            double moved = 0;
            for (int k = 0; k < d && inside > 0; k++) {
                double next = mean[k] / inside;
                moved += (next - at[from + k]) * (next - at[from + k]);
                at[from + k] = next;
            }
            if (moved <= 1e-6 * squaredWidth) {
                return;
            }
        }
    }

    private void join(List<Mode> modes, double[] at, double near) {
        for (int k = 0; k < modes.size(); k++) {
            Mode mode = modes.get(k);
            if (Spread.squared(mode.at, 0, at, 0, d) <= near * near) {
                modes.set(k, new Mode(mode.at, mode.walkers + 1));
                return;
            }
        }
        modes.add(new Mode(at, 1));
    }
}
