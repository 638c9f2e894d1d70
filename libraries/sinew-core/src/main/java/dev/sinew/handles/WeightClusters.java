package dev.sinew.handles;

import java.util.Arrays;

/** Vertices with much the same weights, by k-means from seeds as far apart as can be. The same on every run. */
final class WeightClusters {
    private static final int ROUNDS = 20;

    private WeightClusters() {}

    /** The cluster of every vertex, numbered without gaps; fewer than wanted where there are fewer distinct rows. */
    static int[] of(HandleWeights weights, int wanted) {
        int n = weights.vertexCount();
        int h = weights.handleCount();
        double[] centres = seeds(weights, wanted);
        int count = centres.length / h;
        int[] cluster = new int[n];
        for (int round = 0; round < ROUNDS; round++) {
            boolean changed = false;
            for (int i = 0; i < n; i++) {
                int nearest = nearest(weights.w(), i * h, centres, h);
                changed |= nearest != cluster[i];
                cluster[i] = nearest;
            }
            if (!changed && round > 0) {
                break;
            }
            move(weights, cluster, centres, count);
        }
        return renumbered(cluster, count);
    }

    private static double[] seeds(HandleWeights weights, int wanted) {
        int n = weights.vertexCount();
        int h = weights.handleCount();
        double[] distance = new double[n];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        double[] centres = new double[wanted * h];
        int seed = 0;
        for (int s = 0; s < wanted; s++) {
            System.arraycopy(weights.w(), seed * h, centres, s * h, h);
            int farthest = 0;
            for (int i = 0; i < n; i++) {
                distance[i] = Math.min(distance[i], squared(weights.w(), i * h, centres, s * h, h));
                farthest = distance[i] > distance[farthest] ? i : farthest;
            }
            if (distance[farthest] < 1e-12) {
                return Arrays.copyOf(centres, (s + 1) * h);
            }
            seed = farthest;
        }
        return centres;
    }

    private static int nearest(double[] w, int at, double[] centres, int h) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int s = 0; s < centres.length / h; s++) {
            double d = squared(w, at, centres, s * h, h);
            if (d < least) {
                least = d;
                best = s;
            }
        }
        return best;
    }

    private static double squared(double[] a, int atA, double[] b, int atB, int h) {
        double sum = 0;
        for (int j = 0; j < h; j++) {
            double d = a[atA + j] - b[atB + j];
            sum += d * d;
        }
        return sum;
    }

    private static void move(HandleWeights weights, int[] cluster, double[] centres, int count) {
        int h = weights.handleCount();
        double[] sums = new double[count * h];
        int[] sizes = new int[count];
        for (int i = 0; i < cluster.length; i++) {
            sizes[cluster[i]]++;
            for (int j = 0; j < h; j++) {
                sums[cluster[i] * h + j] += weights.w()[i * h + j];
            }
        }
        for (int s = 0; s < count; s++) {
            for (int j = 0; j < h && sizes[s] > 0; j++) {
                centres[s * h + j] = sums[s * h + j] / sizes[s];
            }
        }
    }

    private static int[] renumbered(int[] cluster, int count) {
        int[] number = new int[count];
        Arrays.fill(number, -1);
        int next = 0;
        int[] out = new int[cluster.length];
        for (int i = 0; i < cluster.length; i++) {
            if (number[cluster[i]] < 0) {
                number[cluster[i]] = next++;
            }
            out[i] = number[cluster[i]];
        }
        return out;
    }
}
