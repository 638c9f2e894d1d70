package dev.sinew.bench.rivals.method;

import dev.sinew.math.NearestRotation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Schaefer and Yuksel 2007: neighbouring clusters are merged, those first whose union moves most rigidly, until as few are left as
 * wanted. The error of the best rigid motion of a union comes from sums that simply add, so no point is visited twice.
 *
 * <p>NOTE: leaves are vertices where the paper has faces: the error of two vertices is how much their edge changes.
 */
final class RigidMerging {
    private final Animation animation;
    private final int frames;
    private final NearestRotation nearest = new NearestRotation();
    private final double[] c = new double[9];
    private final List<Cluster> clusters = new ArrayList<>();
    private final PriorityQueue<Merge> queue =
            new PriorityQueue<>((a, b) -> a.error != b.error ? Double.compare(a.error, b.error) : a.first - b.first);

    private RigidMerging(Animation animation) {
        this.animation = animation;
        this.frames = animation.frames();
    }

    /** Both stand as they are only while neither has been merged: a union gets a number of its own. */
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
            // Its sums are in the union's; a leaf's are large.
            clusters.set(old, forwarding(made));
        }
        offer(made, false);
    }

    private static Cluster forwarding(int made) {
        Cluster gone = new Cluster(0);
        gone.into = made;
        return gone;
    }

    /** Σ_f Σ‖R_f(u − ū) − (v − v̄)‖² at the best R_f: all squares about the means, less twice the trace that R_f can reach. */
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
