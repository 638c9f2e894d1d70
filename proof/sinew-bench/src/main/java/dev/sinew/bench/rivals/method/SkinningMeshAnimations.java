package dev.sinew.bench.rivals.method;

import dev.sinew.platform.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * SMA: James and Twigg 2005, "Skinning Mesh Animations", with affine bones as in KSO10 §5: mean shift on the triangles' rotations
 * finds parts that rotate together (§3), least squares give each part's transforms (§4), and the four bones that predict a vertex
 * best get convex weights (§4).
 *
 * <p>NOTE: the 9F numbers per triangle are first projected on their leading directions, and modes are found on a sample, because
 * full mean shift takes minutes. The bandwidth is chosen to give P modes; JT05 chooses it by hand.
 */
public final class SkinningMeshAnimations implements Rival {
    @Override
    public String title() {
        return "SMA";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int[] cluster = clusters(animation, bones, workers);
            // If mean shift finds fewer modes, there are fewer bones.
            int found = 1 + Arrays.stream(cluster).max().orElse(0);
            return ArbitraryDeformations.errors(animation, cluster, found, workers);
        }
    }

    /** A bone per vertex: that of the adjacent triangle whose rotations are nearest to a mode. */
    private static int[] clusters(Animation animation, int bones, Workers workers) {
        int[] triangles = animation.triangles();
        int count = triangles.length / 3;
        TriangleRotations.Points rotations = TriangleRotations.project(animation, workers);
        double[] points = rotations.x();
        int d = rotations.d();
        double[][] modes = new MeanShift(points, d, workers).modes(bones);
        int[] cluster = new int[animation.vertices()];
        double[] nearest = new double[animation.vertices()];
        Arrays.fill(cluster, -1);
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        for (int t = 0; t < count; t++) {
            for (int j = 0; j < modes.length; j++) {
                double far = Spread.squared(points, t * d, modes[j], 0, d);
                for (int k = 3 * t; k < 3 * t + 3; k++) {
                    if (far < nearest[triangles[k]]) {
                        nearest[triangles[k]] = far;
                        cluster[triangles[k]] = j;
                    }
                }
            }
        }
        return cluster;
    }

    /**
     * Adaptive mean shift (Georgescu, Shimshoni and Meer 2003, as in JT05). The bandwidth of a sample is the distance to its k-th
     * neighbour, so that small parts form modes as well as large ones. A point moves to the weighted mean of the samples in reach
     * until it converges; points that end together are a mode.
     */
    static final class MeanShift {
        private static final int SAMPLES = 2500;
        private static final int WALKERS = 800;
        private static final int STEPS = 40;

        private final double[] x;
        private final int d;
        private final int n;
        private final Workers workers;
        /** For each sample, sorted squared distances to all samples, n per row. */
        private final float[] sorted;

        /** @param points one per row of d numbers; a sample of them is used */
        MeanShift(double[] points, int d, Workers workers) {
            this.d = d;
            this.workers = workers;
            int all = points.length / d;
            n = Math.min(all, SAMPLES);
            int[] picked = new Random(1).ints(0, all).distinct().limit(n).toArray();
            x = new double[n * d];
            for (int k = 0; k < n; k++) {
                System.arraycopy(points, picked[k] * d, x, k * d, d);
            }
            sorted = new float[n * n];
            workers.forChunks(n, 16, (chunk, from, to) -> {
                for (int i = from; i < to; i++) {
                    for (int j = 0; j < n; j++) {
                        sorted[i * n + j] = (float) Spread.squared(x, i * d, x, j * d, d);
                    }
                    Arrays.sort(sorted, i * n, (i + 1) * n);
                }
            });
        }

        /** A mode: its position, number of points, and width. */
        private record Mode(double[] at, int walkers, double squaredWidth) {}

        /**
         * Bisects k until the wanted number of modes is found; returns the largest modes.
         *
         * @return at most count rows of d
         */
        double[][] modes(int count) {
            int low = 2;
            int high = n - 1;
            List<Mode> best = List.of();
            while (low <= high) {
                int k = (low + high) / 2;
                List<Mode> found = modesOf(k);
                if (nearer(found.size(), best.size(), count)) {
                    best = found;
                }
                if (found.size() >= count) {
                    low = k + 1;
                } else {
                    high = k - 1;
                }
            }
            return best.stream()
                    .sorted(Comparator.comparingInt((Mode mode) -> -mode.walkers))
                    .limit(count)
                    .map(Mode::at)
                    .toArray(double[][]::new);
        }

        /** Prefers too many modes to too few, then the nearest number. */
        private static boolean nearer(int found, int best, int count) {
            boolean enough = found >= count;
            return enough != best >= count ? enough : Math.abs(found - count) < Math.abs(best - count);
        }

        private List<Mode> modesOf(int k) {
            double[] squaredWidths = new double[n];
            for (int i = 0; i < n; i++) {
                squaredWidths[i] = sorted[i * n + k] + 1e-12;
            }
            int walkers = Math.min(WALKERS, n);
            double[] at = Arrays.copyOf(x, walkers * d);
            double[] widths = new double[walkers];
            workers.forChunks(walkers, 8, (chunk, from, to) -> {
                for (int w = from; w < to; w++) {
                    widths[w] = walk(at, w * d, squaredWidths);
                }
            });
            List<Mode> modes = new ArrayList<>();
            for (int w = 0; w < walkers; w++) {
                join(modes, Arrays.copyOfRange(at, w * d, (w + 1) * d), widths[w]);
            }
            // A single point is noise.
            modes.removeIf(mode -> mode.walkers < 2);
            return modes;
        }

        /** GSM03 eq. 6 with a flat profile; returns the squared width of the narrowest sample in reach of the end. */
        private double walk(double[] at, int from, double[] squaredWidths) {
            double[] mean = new double[d];
            double narrowest = Double.POSITIVE_INFINITY;
            for (int step = 0; step < STEPS; step++) {
                boolean[] reaches = new boolean[n];
                narrowest = Double.POSITIVE_INFINITY;
                for (int i = 0; i < n; i++) {
                    reaches[i] = Spread.squared(x, i * d, at, from, d) <= squaredWidths[i];
                    narrowest = reaches[i] ? Math.min(narrowest, squaredWidths[i]) : narrowest;
                }
                Arrays.fill(mean, 0);
                double sum = 0;
                for (int i = 0; i < n; i++) {
                    // h^−(d+2), relative to the largest to avoid overflow.
                    double weight = reaches[i] ? Math.pow(narrowest / squaredWidths[i], 0.5 * (d + 2)) : 0;
                    sum += weight;
                    for (int k = 0; k < d && weight > 0; k++) {
                        mean[k] += weight * x[i * d + k];
                    }
                }
                double moved = 0;
                for (int k = 0; k < d && sum > 0; k++) {
                    double next = mean[k] / sum;
                    moved += (next - at[from + k]) * (next - at[from + k]);
                    at[from + k] = next;
                }
                if (moved <= 1e-6 * narrowest) {
                    break;
                }
            }
            return narrowest;
        }

        private void join(List<Mode> modes, double[] at, double squaredWidth) {
            for (int k = 0; k < modes.size(); k++) {
                Mode mode = modes.get(k);
                if (Spread.squared(mode.at, 0, at, 0, d) <= Math.min(mode.squaredWidth, squaredWidth) / 4) {
                    modes.set(k, new Mode(mode.at, mode.walkers + 1, mode.squaredWidth));
                    return;
                }
            }
            modes.add(new Mode(at, 1, squaredWidth));
        }
    }
}
