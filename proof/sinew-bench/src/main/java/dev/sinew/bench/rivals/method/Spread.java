package dev.sinew.bench.rivals.method;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;

/** Farthest-point sampling: Gonzalez' 2-approximation of the p-centre problem (KMD07, KSO10 §4.1). */
public final class Spread {
    private Spread() {}

    /**
     * @param x points, dimension numbers each
     * @return cluster of each point: that of its nearest seed
     */
    static int[] clusters(double[] x, int dimension, int count) {
        int[] cluster = new int[x.length / dimension];
        seeds(x, dimension, count, cluster);
        return cluster;
    }

    /** Distributed vertices, used as handles. */
    public static int[] vertices(Mesh mesh, int count) {
        double[] xyz = new double[mesh.positions().length];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = mesh.positions()[k];
        }
        return seeds(xyz, 3, count);
    }

    /** The seeds. */
    static int[] seeds(double[] x, int dimension, int count) {
        return seeds(x, dimension, count, new int[x.length / dimension]);
    }

    private static int[] seeds(double[] x, int dimension, int count, int[] cluster) {
        double[] distance = new double[cluster.length];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        int[] seeds = new int[count];
        for (int j = 0; j < count; j++) {
            seeds[j] = j == 0 ? 0 : farthest(distance);
            for (int i = 0; i < cluster.length; i++) {
                double d = squared(x, i * dimension, x, seeds[j] * dimension, dimension);
                if (d < distance[i]) {
                    distance[i] = d;
                    cluster[i] = j;
                }
            }
        }
        return seeds;
    }

    private static int farthest(double[] distance) {
        int best = 0;
        for (int i = 1; i < distance.length; i++) {
            best = distance[i] > distance[best] ? i : best;
        }
        return best;
    }

    static double squared(double[] x, int from, double[] y, int at, int count) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            double miss = x[from + k] - y[at + k];
            sum += miss * miss;
        }
        return sum;
    }
}
