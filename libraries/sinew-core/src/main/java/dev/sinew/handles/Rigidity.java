package dev.sinew.handles;

import dev.sinew.linalg.SparseMatrix;
import dev.sinew.math.Svd3;
import java.util.Arrays;

/**
 * The as-rigid-as-possible term, YLWXG19 eq. 7: Σ_g Σ_(i,k)∈g c_ik·‖(p′_i − p′_k) − R_g·(u_i − u_k)‖², each edge once. Stores the edges,
 * their cotangent weights and their groups; the caller stores the rotations.
 */
final class Rigidity {
    private final double[] rest;
    /** Positive semidefinite, L_ik = −c_ik. */
    private final SparseMatrix laplacian;

    private final int[] from;
    private final int[] to;
    private final double[] c;
    private int[] group;
    private int groups = 1;

    /** @param laplacian cotangent stiffness of the rest pose */
    Rigidity(double[] rest, SparseMatrix laplacian) {
        this.rest = rest;
        this.laplacian = laplacian;
        int edges = 0;
        for (int i = 0; i < laplacian.rows(); i++) {
            for (int e = laplacian.starts()[i]; e < laplacian.starts()[i + 1]; e++) {
                edges += laplacian.indices()[e] > i ? 1 : 0;
            }
        }
        from = new int[edges];
        to = new int[edges];
        c = new double[edges];
        group = new int[edges];
        int at = 0;
        for (int i = 0; i < laplacian.rows(); i++) {
            for (int e = laplacian.starts()[i]; e < laplacian.starts()[i + 1]; e++) {
                if (laplacian.indices()[e] > i) {
                    from[at] = i;
                    to[at] = laplacian.indices()[e];
                    c[at++] = -laplacian.values()[e];
                }
            }
        }
    }

    SparseMatrix laplacian() {
        return laplacian;
    }

    int edgeCount() {
        return c.length;
    }

    int from(int e) {
        return from[e];
    }

    int to(int e) {
        return to[e];
    }

    double weight(int e) {
        return c[e];
    }

    int groupCount() {
        return groups;
    }

    int groupOf(int e) {
        return group[e];
    }

    /** Groups edges whose ends have similar weights: k-means on the rows of W (§3.2). */
    void regroup(HandleWeights weights, int wanted) {
        int[] ofVertex = WeightClusters.of(weights, wanted);
        group = new int[c.length];
        int highest = 0;
        for (int e = 0; e < c.length; e++) {
            group[e] = ofVertex[from[e]];
            highest = Math.max(highest, group[e]);
        }
        groups = highest + 1;
    }

    /** eq. 21–23: the rotation of every group that fits a pose best, 9 numbers each. */
    double[] rotations(double[] pose) {
        double[] s = new double[9 * groups];
        for (int e = 0; e < c.length; e++) {
            int at = 9 * group[e];
            for (int r = 0; r < 3; r++) {
                double moved = c[e] * (pose[3 * from[e] + r] - pose[3 * to[e] + r]);
                for (int q = 0; q < 3; q++) {
                    // NOTE: e′·eᵀ, the transpose of eq. 22; its nearest rotation is R itself.
                    s[at + 3 * r + q] += moved * (rest[3 * from[e] + q] - rest[3 * to[e] + q]);
                }
            }
        }
        double[] rotations = new double[s.length];
        Svd3 svd = new Svd3();
        for (int g = 0; g < groups; g++) {
            svd.decompose(s, 9 * g, 3);
            svd.rotation(rotations, 9 * g, 3);
        }
        return rotations;
    }

    /** b of eq. 17: b_i = Σ_k c_ik·R_g·(u_i − u_k), 3N. */
    double[] targets(double[] rotations) {
        double[] b = new double[rest.length];
        double[] turned = new double[3];
        for (int e = 0; e < c.length; e++) {
            rotateEdge(rotations, e, turned);
            for (int d = 0; d < 3; d++) {
                b[3 * from[e] + d] += c[e] * turned[d];
                b[3 * to[e] + d] -= c[e] * turned[d];
            }
        }
        return b;
    }

    private void rotateEdge(double[] rotations, int e, double[] turned) {
        double x = rest[3 * from[e]] - rest[3 * to[e]];
        double y = rest[3 * from[e] + 1] - rest[3 * to[e] + 1];
        double z = rest[3 * from[e] + 2] - rest[3 * to[e] + 2];
        int at = 9 * group[e];
        for (int d = 0; d < 3; d++) {
            turned[d] = rotations[at + 3 * d] * x + rotations[at + 3 * d + 1] * y + rotations[at + 3 * d + 2] * z;
        }
    }

    /** eq. 7 for one pose. */
    double energy(double[] pose, double[] rotations) {
        double sum = 0;
        double[] turned = new double[3];
        for (int e = 0; e < c.length; e++) {
            rotateEdge(rotations, e, turned);
            for (int d = 0; d < 3; d++) {
                double off = pose[3 * from[e] + d] - pose[3 * to[e] + d] - turned[d];
                sum += c[e] * off * off;
            }
        }
        return sum;
    }

    /** Clusters vertices with similar weights by k-means, with seeds as far apart as possible. Deterministic. */
    private static final class WeightClusters {
        private static final int ROUNDS = 20;

        private WeightClusters() {}

        /** The cluster of every vertex, numbered without gaps; fewer than wanted if there are fewer distinct rows. */
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
}
