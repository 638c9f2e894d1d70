package dev.sinew.solve.pass;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.TransformStep;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * Groups vertices by rigid motion: LD14 §4. One cluster is split into two, four, eight …; after each split, vertices are reassigned to the
 * cluster that moves them best and clusters are refitted, a few times. Then each connected region of a cluster becomes a separate cluster:
 * body parts that happen to move alike are not one bone.
 */
public final class RigidClusters {
    private static final int EM_STEPS = 4;
    /** LD14 §4: clusters with a smaller fraction of all vertices are dropped. */
    private static final double MIN_CLUSTER_FRACTION = 0.001;

    private final AlternatingPass pass;
    private final SkinState state;
    private final TransformStep step;

    /** @param state modified: afterwards every vertex is attached to one cluster */
    public RigidClusters(Trajectories y, SkinState state, TransformStep step, Workers workers) {
        this.state = state;
        this.step = step;
        pass = new AlternatingPass(y, state, state.rest(), Double.POSITIVE_INFINITY, workers);
    }

    /** Splits until there are {@code wanted} clusters or no more can be split; returns their number. */
    public int split(int wanted) {
        int n = state.vertexCount();
        for (int i = 0; i < n; i++) {
            state.attach(i, 0);
        }
        int count = refine(1);
        while (count < wanted) {
            int before = count;
            count = refine(splitAll(count, wanted));
            if (count <= before) {
                break;
            }
        }
        return count;
    }

    /** Alternates expectation and maximisation; returns the number of remaining clusters. */
    private int refine(int count) {
        Alternation alternation = new Alternation(pass, step, count);
        for (int s = 0; s < EM_STEPS; s++) {
            alternation.step(AlternatingPass.Mode.SELECT, 1);
        }
        return dropInsignificant(count);
    }

    /** Splits the worst clusters first if splitting all would give too many. */
    private int splitAll(int count, int wanted) {
        double[] errors = new double[count];
        for (int i = 0; i < state.vertexCount(); i++) {
            errors[label(i)] += state.importance(i) * state.squaredErrors()[i];
        }
        int[] chosen = IntStream.range(0, count)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(j -> -errors[j]).thenComparing(j -> j))
                .limit(wanted - count)
                .mapToInt(Integer::intValue)
                .toArray();
        int next = count;
        for (int j : chosen) {
            next += split(j, next);
        }
        return next;
    }

    /** LD14 eq. 1a, with e(i) for e(s): the half of cluster j nearest to its seed gets a new index. */
    private int split(int j, int fresh) {
        int[] members = IntStream.range(0, state.vertexCount())
                .filter(i -> label(i) == j)
                .toArray();
        if (members.length < 2) {
            return 0;
        }
        double[] u = state.rest();
        double[] centre = new double[3];
        for (int i : members) {
            for (int x = 0; x < 3; x++) {
                centre[x] += u[3 * i + x] / members.length;
            }
        }
        int seed = members[0];
        double most = -1;
        for (int i : members) {
            double product =
                    Vec3.distance(u, 3 * i, centre, 0) * Math.sqrt(state.importance(i) * state.squaredErrors()[i]);
            if (product > most) {
                most = product;
                seed = i;
            }
        }
        int from = seed;
        int[] nearest = Arrays.stream(members)
                .boxed()
                .sorted(Comparator.<Integer>comparingDouble(i -> Vec3.distance(u, 3 * i, u, 3 * from))
                        .thenComparing(i -> i))
                .limit(members.length / 2)
                .mapToInt(Integer::intValue)
                .toArray();
        for (int i : nearest) {
            state.attach(i, fresh);
        }
        return 1;
    }

    private int label(int i) {
        return state.bones()[i * state.influences()];
    }

    /** Renumbers the clusters without the small ones; the next assignment moves their vertices to other clusters. */
    private int dropInsignificant(int count) {
        int[] sizes = new int[count];
        for (int i = 0; i < state.vertexCount(); i++) {
            sizes[label(i)]++;
        }
        double least = MIN_CLUSTER_FRACTION * state.vertexCount();
        int[] number = new int[count];
        int left = 0;
        for (int j = 0; j < count; j++) {
            number[j] = sizes[j] > 0 && sizes[j] >= least ? left++ : -1;
        }
        for (int i = 0; i < state.vertexCount(); i++) {
            state.attach(i, Math.max(0, number[label(i)]));
        }
        return left;
    }

    /**
     * Makes every connected region of a cluster a cluster. Regions of fewer than {@code least} vertices stay with the largest one of their
     * cluster. Returns the number of clusters.
     */
    public int separatePatches(VertexGraph graph, int count, int least) {
        int n = state.vertexCount();
        int[] patch = new int[n];
        Arrays.fill(patch, -1);
        int[] sizes = new int[n];
        int[] cluster = new int[n];
        int patches = 0;
        int[] queue = new int[n];
        for (int i = 0; i < n; i++) {
            if (patch[i] < 0) {
                cluster[patches] = label(i);
                sizes[patches] = flood(graph, i, patches, patch, queue);
                patches++;
            }
        }
        int[] largest = new int[count];
        Arrays.fill(largest, -1);
        for (int p = 0; p < patches; p++) {
            int best = largest[cluster[p]];
            largest[cluster[p]] = best < 0 || sizes[p] > sizes[best] ? p : best;
        }
        int[] number = new int[patches];
        int next = 0;
        for (int p = 0; p < patches; p++) {
            number[p] = p == largest[cluster[p]] || sizes[p] >= least ? next++ : -1;
        }
        for (int i = 0; i < n; i++) {
            int p = patch[i];
            state.attach(i, number[p] >= 0 ? number[p] : number[largest[cluster[p]]]);
        }
        return next;
    }

    private int flood(VertexGraph graph, int from, int number, int[] patch, int[] queue) {
        int label = label(from);
        int size = 0;
        queue[size++] = from;
        patch[from] = number;
        for (int k = 0; k < size; k++) {
            for (int e = graph.starts()[queue[k]]; e < graph.starts()[queue[k] + 1]; e++) {
                int other = graph.neighbours()[e];
                if (patch[other] < 0 && label(other) == label) {
                    patch[other] = number;
                    queue[size++] = other;
                }
            }
        }
        return size;
    }
}
