package dev.sinew.bench.rivals.method;

import dev.sinew.math.NearestRotation;
import dev.sinew.platform.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.IntStream;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.EigenDecomposition_F64;

/**
 * The methods that LD14 §7 compares with: rigidly moving parts, a rigid motion and joints for each, bones that satisfy the
 * joints, and weights. The three differ in how they find the parts; the rest is common according to LD14 §1, and joints are
 * strictly enforced as in its Table 1.
 *
 * <p>NOTE: the papers were not available. Which bones are joined, where, and how vertices get weights is the same for all three,
 * after LD14's description.
 */
public enum SkeletonExtraction implements Rival {
    /** Schaefer and Yuksel 2007, "Example-Based Skeleton Extraction": clusters merged by their rigid error. */
    SCHAEFER_YUKSEL("Schaefer, Yuksel 2007") {
        @Override
        int[] parts(Animation animation, int bones, Workers workers) {
            return RigidMerging.clusters(animation, bones);
        }
    },
    /** De Aguiar et al. 2008: spectral clusters of vertices whose distances change little. */
    DE_AGUIAR("de Aguiar 2008") {
        @Override
        int[] parts(Animation animation, int bones, Workers workers) {
            return PartsBySpectrum.ofDistances(animation, bones, workers);
        }
    },
    /** Hasler et al. 2010: spectral clusters of triangles that rotate alike. */
    HASLER("Hasler 2010") {
        @Override
        int[] parts(Animation animation, int bones, Workers workers) {
            return PartsBySpectrum.ofRotations(animation, bones, workers);
        }
    };

    private final String title;

    SkeletonExtraction(String title) {
        this.title = title;
    }

    /** The part of each vertex. */
    abstract int[] parts(Animation animation, int bones, Workers workers);

    @Override
    public String title() {
        return title;
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int[] parts = parts(animation, bones, workers);
            RigidSkin skin =
                    new RigidSkin(animation, 1 + Arrays.stream(parts).max().orElse(0));
            skin.assign(parts);
            skin.solveTransforms(workers);
            skin.solveWeights(RigidSkin.INFLUENCES, workers);
            new JointTree(animation, skin, parts).enforce(workers);
            skin.solveWeights(RigidSkin.INFLUENCES, workers);
            return SmoothDecomposition.errors(animation, skin.squaredError(workers));
        }
    }

    /** Segments a mesh by spectral clustering of distributed samples; other elements join the most similar sample. */
    private static final class PartsBySpectrum {
        private static final int SAMPLES = 300;

        private PartsBySpectrum() {}

        /**
         * De Aguiar et al. 2008: two vertices belong together if their distance stays constant.
         *
         * <p>NOTE: their affinity also uses the angle between directions of motion, which LD14 and KSO10 do not mention.
         */
        static int[] ofDistances(Animation animation, int bones, Workers workers) {
            int n = animation.vertices();
            int[] seeds = Spread.seeds(animation.rest(), 3, Math.min(SAMPLES, n));
            int l = seeds.length;
            // Variance over time of the distance between every vertex and every seed.
            float[] varying = new float[n * l];
            workers.forChunks(n, 32, (chunk, from, to) -> {
                for (int k = from * l; k < to * l; k++) {
                    varying[k] = (float) variance(animation, k / l, seeds[k % l]);
                }
            });
            double[] between = new double[l * l];
            for (int k = 0; k < l * l; k++) {
                between[k] = Math.sqrt(varying[seeds[k / l] * l + k % l]);
            }
            int[] ofSeed = SpectralClusters.of(between, l, bones);
            int[] parts = new int[n];
            for (int i = 0; i < n; i++) {
                int best = 0;
                for (int s = 1; s < l; s++) {
                    best = varying[i * l + s] < varying[i * l + best] ? s : best;
                }
                parts[i] = ofSeed[best];
            }
            return renumber(parts);
        }

        private static double variance(Animation animation, int i, int j) {
            int m = animation.dimensions();
            double sum = 0;
            double squares = 0;
            for (int f = 0; f < m; f += 3) {
                double squared = Spread.squared(animation.a(), i * m + f, animation.a(), j * m + f, 3);
                sum += Math.sqrt(squared);
                squares += squared;
            }
            double mean = sum / animation.frames();
            return Math.max(0, squares / animation.frames() - mean * mean);
        }

        /**
         * Hasler et al. 2010: two triangles belong together if they rotate alike and are near each other; a vertex joins the
         * majority of its triangles.
         */
        static int[] ofRotations(Animation animation, int bones, Workers workers) {
            int[] triangles = animation.triangles();
            int count = triangles.length / 3;
            TriangleRotations.Points orientations = TriangleRotations.project(animation, workers);
            int d = orientations.d();
            double[] centroids = new double[3 * count];
            for (int k = 0; k < 9 * count; k++) {
                centroids[k / 9 * 3 + k % 3] += animation.rest()[3 * triangles[k / 3] + k % 3] / 3;
            }
            int[] seeds = Spread.seeds(centroids, 3, Math.min(SAMPLES, count));
            int l = seeds.length;
            float[] apart = new float[count * l];
            workers.forChunks(count, 16, (chunk, from, to) -> {
                for (int k = from * l; k < to * l; k++) {
                    double turned = Spread.squared(orientations.x(), k / l * d, orientations.x(), seeds[k % l] * d, d)
                            / (9 * animation.frames());
                    apart[k] = (float) (turned + Spread.squared(centroids, k / l * 3, centroids, 3 * seeds[k % l], 3));
                }
            });
            double[] between = new double[l * l];
            for (int k = 0; k < l * l; k++) {
                between[k] = apart[seeds[k / l] * l + k % l];
            }
            int[] ofSeed = SpectralClusters.of(between, l, bones);
            int[] votes = new int[animation.vertices() * bones];
            for (int t = 0; t < count; t++) {
                int best = 0;
                for (int s = 1; s < l; s++) {
                    best = apart[t * l + s] < apart[t * l + best] ? s : best;
                }
                for (int k = 3 * t; k < 3 * t + 3; k++) {
                    votes[triangles[k] * bones + ofSeed[best]]++;
                }
            }
            int[] parts = new int[animation.vertices()];
            for (int k = 0; k < votes.length; k++) {
                int i = k / bones;
                parts[i] = votes[k] > votes[i * bones + parts[i]] ? k % bones : parts[i];
            }
            return renumber(parts);
        }

        /** Renumbers the parts without gaps. */
        private static int[] renumber(int[] parts) {
            int[] used = Arrays.stream(parts).distinct().sorted().toArray();
            return Arrays.stream(parts).map(p -> Arrays.binarySearch(used, p)).toArray();
        }

        /** Clusters from distances only, after Ng, Jordan and Weiss 2001: k-means on the leading eigenvectors. */
        private static final class SpectralClusters {
            private static final int ROUNDS = 60;

            private SpectralClusters() {}

            /**
             * @param distances squared, n×n, not modified
             * @return the cluster of each element
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
                        .sorted(Comparator.comparingDouble(
                                k -> -eigen.getEigenvalue(k).getReal()))
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

            /** k-means from an initial clustering; a cluster that loses all points stays empty. */
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
    }

    /**
     * Schaefer and Yuksel 2007: merges neighbouring clusters, those first whose union moves most rigidly, until the wanted number
     * is left. The error of the best rigid motion of a union comes from additive sums, so no point is visited twice.
     *
     * <p>NOTE: leaves are vertices instead of the paper's faces: the error of two vertices is the change of their edge.
     */
    private static final class RigidMerging {
        private final Animation animation;
        private final int frames;
        private final NearestRotation nearest = new NearestRotation();
        private final double[] c = new double[9];
        private final List<Cluster> clusters = new ArrayList<>();
        private final PriorityQueue<Merge> queue = new PriorityQueue<>(
                (a, b) -> a.error != b.error ? Double.compare(a.error, b.error) : a.first - b.first);

        private RigidMerging(Animation animation) {
            this.animation = animation;
            this.frames = animation.frames();
        }

        /** Valid only while neither has been merged: a union gets a new number. */
        private record Merge(double error, int first, int second) {}

        /** Sums over a cluster: Σ1, Σu, Σ|u|², Σ_f Σ|v|², and for each frame Σv and Σvuᵀ. */
        private static final class Cluster {
            double mass;
            final double[] u = new double[3];
            double squares;
            final double[] v;
            final double[] vu;
            final Set<Integer> neighbours = new HashSet<>();
            int into = -1;

            Cluster(int frames) {
                v = new double[3 * frames];
                vu = new double[9 * frames];
            }

            void add(Cluster other) {
                mass += other.mass;
                squares += other.squares;
                addTo(u, other.u);
                addTo(v, other.v);
                addTo(vu, other.vu);
            }

            private static void addTo(double[] sum, double[] more) {
                for (int k = 0; k < sum.length; k++) {
                    sum[k] += more[k];
                }
            }
        }

        /** @return the cluster of each vertex */
        static int[] clusters(Animation animation, int wanted) {
            return new RigidMerging(animation).run(wanted);
        }

        private int[] run(int wanted) {
            for (int i = 0; i < animation.vertices(); i++) {
                clusters.add(leaf(i));
            }
            int[] triangles = animation.triangles();
            for (int k = 0; k < triangles.length; k++) {
                int other = triangles[k % 3 == 2 ? k - 2 : k + 1];
                link(triangles[k], other);
            }
            for (int i = 0; i < animation.vertices(); i++) {
                offer(i, true);
            }
            int left = animation.vertices();
            while (left > wanted && !queue.isEmpty()) {
                Merge merge = queue.poll();
                if (clusters.get(merge.first).into < 0 && clusters.get(merge.second).into < 0) {
                    merge(merge.first, merge.second);
                    left--;
                }
            }
            return labels();
        }

        private Cluster leaf(int i) {
            Cluster leaf = new Cluster(frames);
            leaf.mass = 1;
            for (int k = 0; k < 3; k++) {
                leaf.u[k] = animation.rest()[3 * i + k];
                leaf.squares += frames * leaf.u[k] * leaf.u[k];
            }
            for (int k = 0; k < 3 * frames; k++) {
                leaf.v[k] = animation.a()[i * 3 * frames + k];
                leaf.squares += leaf.v[k] * leaf.v[k];
                for (int s = 0; s < 3; s++) {
                    leaf.vu[3 * k + s] = leaf.v[k] * leaf.u[s];
                }
            }
            return leaf;
        }

        private void link(int a, int b) {
            if (a != b) {
                clusters.get(a).neighbours.add(b);
                clusters.get(b).neighbours.add(a);
            }
        }

        private void offer(int i, boolean laterOnly) {
            for (int k : clusters.get(i).neighbours) {
                if (!laterOnly || k > i) {
                    queue.add(new Merge(error(clusters.get(i), clusters.get(k)), Math.min(i, k), Math.max(i, k)));
                }
            }
        }

        private void merge(int a, int b) {
            int made = clusters.size();
            Cluster union = new Cluster(frames);
            clusters.add(union);
            for (int old : new int[] {a, b}) {
                Cluster part = clusters.get(old);
                union.add(part);
                part.into = made;
                for (int k : part.neighbours) {
                    clusters.get(k).neighbours.remove(old);
                    if (k != a && k != b) {
                        link(made, k);
                    }
                }
                // Frees the sums of the merged cluster, which the union includes.
                clusters.set(old, forwarding(made));
            }
            offer(made, false);
        }

        private static Cluster forwarding(int made) {
            Cluster gone = new Cluster(0);
            gone.into = made;
            return gone;
        }

        /** Σ_f Σ‖R_f(u − ū) − (v − v̄)‖² at the best R_f: all squares about the means minus twice the maximum trace. */
        private double error(Cluster a, Cluster b) {
            double mass = a.mass + b.mass;
            double sum = a.squares + b.squares;
            double[] u = {a.u[0] + b.u[0], a.u[1] + b.u[1], a.u[2] + b.u[2]};
            sum -= frames * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) / mass;
            for (int f = 0; f < frames; f++) {
                for (int r = 0; r < 3; r++) {
                    double v = a.v[3 * f + r] + b.v[3 * f + r];
                    sum -= v * v / mass;
                    for (int s = 0; s < 3; s++) {
                        int k = 9 * f + 3 * r + s;
                        c[3 * r + s] = a.vu[k] + b.vu[k] - v * u[s] / mass;
                    }
                }
                sum -= 2 * nearest.of(c, 0, 3, c, 0, 3);
            }
            return Math.max(0, sum);
        }

        private int[] labels() {
            List<Integer> seen = new ArrayList<>();
            int[] cluster = new int[animation.vertices()];
            for (int i = 0; i < cluster.length; i++) {
                int root = i;
                while (clusters.get(root).into >= 0) {
                    root = clusters.get(root).into;
                }
                if (!seen.contains(root)) {
                    seen.add(root);
                }
                cluster[i] = seen.indexOf(root);
            }
            return cluster;
        }
    }
}
