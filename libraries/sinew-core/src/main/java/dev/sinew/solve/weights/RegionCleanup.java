package dev.sinew.solve.weights;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.solve.SkinState;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Keeps the regions of bones connected on the surface. The motion alone gives a vertex whatever bones fit, including distant ones; an
 * artist paints one region per bone. Small regions of a bone are removed, and their vertices choose among the surrounding bones.
 */
public final class RegionCleanup {
    /** Smaller weights do not count as part of a region, as in the metric {@code weightIslands}. */
    private static final double MIN_WEIGHT = 0.05;

    /** Regions with at least this fraction of the largest one's weight are kept: two ears, for example. */
    public static final double MIN_REGION_FRACTION = 0.1;

    /** Enough to take part in the following refit. */
    private static final double INITIAL_WEIGHT = 1e-3;

    private final VertexGraph graph;
    private final SkinState state;
    private final int bones;
    private final int k;
    /** Fixed vertices keep their weights. */
    private final Optional<WeightPrior> hold;
    /** Bones that no other vertex may take. */
    private final BitSet shut;

    private final double own;

    private RegionCleanup(
            VertexGraph graph, SkinState state, int bones, double own, Optional<WeightPrior> hold, BitSet shut) {
        this.graph = graph;
        this.state = state;
        this.bones = bones;
        this.k = state.influences();
        this.hold = hold;
        this.shut = shut;
        this.own = own;
    }

    /** Removes small regions from a state whose weights are refitted afterwards. Regions that cover a whole shell stay. */
    public static void clean(VertexGraph graph, SkinState state, int bones) {
        clean(graph, state, bones, MIN_REGION_FRACTION);
    }

    /** @param own regions with at least this fraction of the largest one's weight stay */
    public static void clean(VertexGraph graph, SkinState state, int bones, double own) {
        new RegionCleanup(graph, state, bones, own, Optional.empty(), new BitSet()).clean();
    }

    /**
     * The same with vertices and bones that do not change.
     *
     * @param hold vertices that it fixes keep their weights
     * @param shut bones that no vertex may take, not modified
     */
    public static void clean(VertexGraph graph, SkinState state, int bones, Optional<WeightPrior> hold, BitSet shut) {
        new RegionCleanup(graph, state, bones, MIN_REGION_FRACTION, hold, shut).clean();
    }

    private void clean() {
        int n = state.vertexCount();
        double[] kept = state.weights().clone();
        boolean[] lost = new boolean[n];
        for (int j = 0; j < bones; j++) {
            drop(j, kept, lost);
        }
        int[] newBones = state.bones().clone();
        for (int i = 0; i < n; i++) {
            if (lost[i]) {
                refill(i, kept, newBones);
            }
        }
        for (int i = 0; i < n; i++) {
            order(i, kept, newBones);
        }
        state.assign(SkinWeights.of(k, newBones, kept));
    }

    private boolean isFixed(int i) {
        return hold.isPresent() && hold.get().isFixed(i);
    }

    private double weight(int i, int j) {
        for (int at = i * k; at < (i + 1) * k; at++) {
            if (state.bones()[at] == j && state.weights()[at] > 0) {
                return state.weights()[at];
            }
        }
        return 0;
    }

    /**
     * Sets the weights of bone j to 0 in its small regions. NOTE: also removing very small weights raises the error by a fifth for few
     * regions less.
     */
    private void drop(int j, double[] kept, boolean[] lost) {
        int n = state.vertexCount();
        int[] patch = new int[n];
        Arrays.fill(patch, -1);
        int[] queue = new int[n];
        double[] mass = new double[n];
        boolean[] bordered = new boolean[n];
        int patches = 0;
        double most = 0;
        for (int i = 0; i < n; i++) {
            if (patch[i] < 0 && weight(i, j) > MIN_WEIGHT) {
                flood(i, j, patches, patch, queue, mass, bordered);
                most = Math.max(most, mass[patches++]);
            }
        }
        for (int at = 0; at < kept.length; at++) {
            int i = at / k;
            if (state.bones()[at] != j || !(state.weights()[at] > 0)) {
                continue;
            }
            int p = patch[i];
            boolean foreign = p >= 0 && bordered[p] && mass[p] < own * most && !isFixed(i);
            if (foreign) {
                kept[at] = 0;
                lost[i] = true;
            }
        }
    }

    private void flood(int from, int j, int number, int[] patch, int[] queue, double[] mass, boolean[] bordered) {
        int size = 0;
        queue[size++] = from;
        patch[from] = number;
        for (int q = 0; q < size; q++) {
            mass[number] += weight(queue[q], j);
            for (int e = graph.start(queue[q]); e < graph.start(queue[q] + 1); e++) {
                int other = graph.neighbours()[e];
                if (weight(other, j) <= MIN_WEIGHT) {
                    bordered[number] = true;
                } else if (patch[other] < 0) {
                    patch[other] = number;
                    queue[size++] = other;
                }
            }
        }
    }

    /** Fills the free influences of vertex i with the bones its neighbours keep, the strongest first. */
    private void refill(int i, double[] kept, int[] newBones) {
        double[] around = new double[bones];
        for (int e = graph.start(i); e < graph.start(i + 1); e++) {
            int other = graph.neighbours()[e];
            for (int at = other * k; at < (other + 1) * k; at++) {
                around[state.bones()[at]] += kept[at] > MIN_WEIGHT && !shut.get(state.bones()[at]) ? kept[at] : 0;
            }
        }
        double sum = 0;
        for (int at = i * k; at < (i + 1) * k; at++) {
            sum += kept[at];
            around[newBones[at]] = kept[at] > 0 ? 0 : around[newBones[at]];
        }
        for (int at = i * k; at < (i + 1) * k; at++) {
            int best = strongest(around);
            if (!(kept[at] > 0) && around[best] > 0) {
                newBones[at] = best;
                kept[at] = sum > 0 ? INITIAL_WEIGHT : around[best];
                around[best] = 0;
            }
        }
        boolean none = true;
        for (int at = i * k; at < (i + 1) * k; at++) {
            none &= !(kept[at] > 0);
        }
        if (none) {
            System.arraycopy(state.weights(), i * k, kept, i * k, k);
            System.arraycopy(state.bones(), i * k, newBones, i * k, k);
        }
    }

    private static int strongest(double[] around) {
        int best = 0;
        for (int j = 1; j < around.length; j++) {
            best = around[j] > around[best] ? j : best;
        }
        return best;
    }

    /** Moves the weights of vertex i to the front and normalises their sum to one. */
    private void order(int i, double[] kept, int[] newBones) {
        double sum = 0;
        int to = i * k;
        for (int at = i * k; at < (i + 1) * k; at++) {
            if (kept[at] > 0) {
                double w = kept[at];
                sum += w;
                int bone = newBones[at];
                kept[at] = 0;
                newBones[at] = 0;
                kept[to] = w;
                newBones[to++] = bone;
            }
        }
        for (int at = i * k; at < to; at++) {
            kept[at] /= sum;
        }
    }
}
