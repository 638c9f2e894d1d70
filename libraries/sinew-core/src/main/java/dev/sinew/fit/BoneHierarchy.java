package dev.sinew.fit;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Arranges independent bones as a tree. Each bone's parent is the bone it shares most vertices with: the maximum spanning tree of Σ_i
 * w_ij·w_ik, by Prim's algorithm from the bone with most weight. Its pivot is the centroid of the shared vertices. The motion is unchanged;
 * parents only determine what keys in files are relative to. NOTE: this does not find a skeleton; {@code rig} does.
 */
final class BoneHierarchy {
    private static final int NONE = -1;

    private final SkinnedModel model;
    private final int bones;
    /** Σ_i w_ij·w_ik, B×B */
    private final double[] shared;
    /** Σ_i w_ij·w_ik·u_i, three by B×B */
    private final double[] weightedPositions;

    private BoneHierarchy(SkinnedModel model) {
        this.model = model;
        this.bones = model.boneCount();
        this.shared = new double[bones * bones];
        this.weightedPositions = new double[3 * shared.length];
        addShared();
    }

    /** The model with its bones in tree order, parents first. */
    static SkinnedModel of(SkinnedModel model) {
        return new BoneHierarchy(model).solve();
    }

    private void addShared() {
        SkinWeights weights = model.weights();
        float[] u = model.rest().positions();
        int weightedPositions = weights.influences();
        for (int i = 0; i < weights.vertexCount(); i++) {
            for (int a = i * weightedPositions; a < (i + 1) * weightedPositions; a++) {
                for (int b = i * weightedPositions; b < (i + 1) * weightedPositions; b++) {
                    double both = weights.weights()[a] * weights.weights()[b];
                    int pair = weights.bones()[a] * bones + weights.bones()[b];
                    shared[pair] += both;
                    for (int x = 0; x < 3; x++) {
                        this.weightedPositions[3 * pair + x] += both * u[3 * i + x];
                    }
                }
            }
        }
    }

    private SkinnedModel solve() {
        int[] parents = new int[bones];
        int[] order = new int[bones];
        Arrays.fill(parents, NONE);
        boolean[] inside = new boolean[bones];
        int last = heaviest();
        for (int count = 0; count < bones; count++) {
            order[count] = last;
            inside[last] = true;
            int next = NONE;
            for (int j = 0; j < bones; j++) {
                if (!inside[j]) {
                    if (parents[j] == NONE || isNearer(j, last, parents[j])) {
                        parents[j] = last;
                    }
                    next = next == NONE || isNearer(j, parents[j], next, parents[next]) ? j : next;
                }
            }
            last = next;
        }
        return reorder(parents, order);
    }

    private int heaviest() {
        double[] totals = model.weights().totals(bones);
        int most = 0;
        for (int j = 1; j < bones; j++) {
            most = totals[j] > totals[most] ? j : most;
        }
        return most;
    }

    private boolean isNearer(int j, int one, int other) {
        return isNearer(j, one, j, other);
    }

    /** Whether a and b share more than c and d; if neither pair shares anything, whether they are closer. */
    private boolean isNearer(int a, int b, int c, int d) {
        double first = shared[a * bones + b];
        double second = shared[c * bones + d];
        return first > 0 || second > 0 ? first > second : distance(a, b) < distance(c, d);
    }

    private double distance(int a, int b) {
        double[] p = model.skeleton().pivots();
        return Math.hypot(Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1]), p[3 * a + 2] - p[3 * b + 2]);
    }

    private SkinnedModel reorder(int[] parents, int[] order) {
        int[] placeOf = new int[bones];
        for (int k = 0; k < bones; k++) {
            placeOf[order[k]] = k;
        }
        Skeleton old = model.skeleton();
        List<String> names = new ArrayList<>();
        int[] above = new int[bones];
        double[] pivots = new double[3 * bones];
        double[] orientations = new double[4 * bones];
        for (int k = 0; k < bones; k++) {
            int j = order[k];
            names.add(old.names().get(j));
            above[k] = parents[j] == NONE ? Skeleton.NONE : placeOf[parents[j]];
            int pair = j * bones + Math.max(0, parents[j]);
            boolean joined = parents[j] != NONE && shared[pair] > 0;
            for (int x = 0; x < 3; x++) {
                pivots[3 * k + x] = joined ? weightedPositions[3 * pair + x] / shared[pair] : old.pivots()[3 * j + x];
            }
            System.arraycopy(old.orientations(), 4 * j, orientations, 4 * k, 4);
        }
        int[] boneOf =
                Arrays.stream(model.weights().bones()).map(j -> placeOf[j]).toArray();
        SkinWeights weights = SkinWeights.of(
                model.weights().influences(), boneOf, model.weights().weights());
        List<Clip> clips = model.clips().stream()
                .map(clip -> clip.withMotion(reorder(clip.motion(), order)))
                .toList();
        return new SkinnedModel(
                model.rest(),
                weights,
                new Skeleton(names, above, pivots, orientations),
                model.boneType(),
                clips,
                model.correctives());
    }

    private BoneMotion reorder(BoneMotion motion, int[] order) {
        double[] matrices = new double[motion.matrices().length];
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int k = 0; k < bones; k++) {
                System.arraycopy(
                        motion.matrices(),
                        motion.offset(f, order[k]),
                        matrices,
                        motion.offset(f, k),
                        BoneMotion.STRIDE);
            }
        }
        return new BoneMotion(bones, motion.frameCount(), matrices);
    }
}
