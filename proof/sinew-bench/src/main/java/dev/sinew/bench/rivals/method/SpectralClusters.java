package dev.sinew.bench.rivals.method;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/** Clusters of things of which only distances are known, after Ng, Jordan and Weiss 2001: k-means among the leading eigenvectors. */
final class SpectralClusters {
    private static final int ROUNDS = 60;

    private SpectralClusters() {}

    /**
     * @param distances squared, n×n, not modified
     * @return the cluster of each thing
     */
    static int[] of(double[] distances, int n, int count) {
        double width = Arrays.stream(distances).average().orElse(1) / 4;
        DMatrixRMaj affinity = new DMatrixRMaj(n, n);
        double[] degree = new double[n];
        for (int k = 0; k < n * n; k++) {
            affinity.data[k] = k % n == k / n ? 0 : Math.exp(-distances[k] / Math.max(width, 1e-12));
            degree[k / n] += affinity.data[k];
        }
        for (int k = 0; k < n * n; k++) {
            affinity.data[k] /= Math.sqrt(Math.max(1e-12, degree[k / n] * degree[k % n]));
        }
        EigenDecomposition_F64<DMatrixRMaj> eigen = DecompositionFactory_DDRM.eig(n, true, true);
        eigen.decompose(affinity);
        int[] leading = IntStream.range(0, n)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> -eigen.getEigenvalue(k).getReal()))
                .limit(count)
                .mapToInt(k -> k)
                .toArray();
        double[] rows = new double[n * count];
        for (int i = 0; i < n; i++) {
            double length = 0;
            for (int k = 0; k < count; k++) {
                rows[i * count + k] = eigen.getEigenVector(leading[k]).get(i);
                length += rows[i * count + k] * rows[i * count + k];
            }
            for (int k = 0; k < count; k++) {
                rows[i * count + k] /= Math.sqrt(Math.max(length, 1e-30));
            }
        }
        return means(rows, count, Spread.clusters(rows, count, count));
    }

    /** k-means from a first guess; a cluster that loses all of its points stays empty. */
    private static int[] means(double[] rows, int d, int[] cluster) {
        for (int round = 0; round < ROUNDS; round++) {
            double[] sums = new double[d * d];
            int[] sizes = new int[d];
            for (int i = 0; i < cluster.length; i++) {
                sizes[cluster[i]]++;
                for (int k = 0; k < d; k++) {
                    sums[cluster[i] * d + k] += rows[i * d + k];
                }
            }
            for (int k = 0; k < d * d; k++) {
                sums[k] /= Math.max(1, sizes[k / d]);
            }
            boolean moved = false;
            for (int i = 0; i < cluster.length; i++) {
                int best = cluster[i];
                for (int j = 0; j < d; j++) {
                    boolean nearer = Spread.squared(rows, i * d, sums, j * d, d)
                            < Spread.squared(rows, i * d, sums, best * d, d);
                    best = sizes[j] > 0 && nearer ? j : best;
                }
                moved |= best != cluster[i];
                cluster[i] = best;
            }
            if (!moved) {
                break;
            }
        }
        return cluster;
    }
}
