package dev.sinew.io.handles;

import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The skeleton of a rigged model as handles: a bone from each joint to the centroid of its children, and from a leaf joint to
 * the centroid of the vertices it moves. A joint at the same position as all of its children, such as a root, gives no
 * handle; the children get its parent.
 */
public final class SkeletonHandles {
    /** Bones shorter than this fraction of the largest distance from the first joint have no direction. */
    private static final double SHORT = 1e-5;

    private final SkinnedModel model;
    private final Skeleton skeleton;
    private final double[][] ends;
    private final double shortest;

    private SkeletonHandles(SkinnedModel model) {
        this.model = model;
        this.skeleton = model.skeleton();
        this.ends = new double[skeleton.boneCount()][];
        double reach = 0;
        for (int j = 0; j < ends.length; j++) {
            reach = Math.max(reach, distance(skeleton.pivot(0), skeleton.pivot(j)));
        }
        this.shortest = SHORT * reach;
        double[] moved = centroids();
        for (int j = 0; j < ends.length; j++) {
            ends[j] = end(j, moved);
        }
    }

    public static HandleSet of(SkinnedModel model) {
        return HandleSet.of(new SkeletonHandles(model).handles());
    }

    private List<Handle> handles() {
        List<Handle> handles = new ArrayList<>();
        for (int j = 0; j < ends.length; j++) {
            if (hasLength(j)) {
                handles.add(new Handle.Bone(skeleton.names().get(j), skeleton.pivot(j), ends[j], parent(j)));
            }
        }
        if (handles.isEmpty()) {
            // A single joint, or all at the same position.
            handles.add(new Handle.Point(skeleton.names().get(0), skeleton.pivot(0)));
        }
        return handles;
    }

    private boolean hasLength(int j) {
        return distance(skeleton.pivot(j), ends[j]) > shortest;
    }

    /** The nearest ancestor joint that gives a handle. */
    private Optional<String> parent(int j) {
        int above = skeleton.parents()[j];
        while (above != Skeleton.NONE && !hasLength(above)) {
            above = skeleton.parents()[above];
        }
        return above == Skeleton.NONE
                ? Optional.empty()
                : Optional.of(skeleton.names().get(above));
    }

    private double[] end(int j, double[] moved) {
        double[] sum = new double[3];
        int children = 0;
        for (int k = 0; k < skeleton.boneCount(); k++) {
            if (skeleton.parents()[k] == j) {
                children++;
                for (int d = 0; d < 3; d++) {
                    sum[d] += skeleton.pivots()[3 * k + d];
                }
            }
        }
        if (children == 0) {
            return Arrays.copyOfRange(moved, 3 * j, 3 * j + 3);
        }
        for (int d = 0; d < 3; d++) {
            sum[d] /= children;
        }
        return sum;
    }

    /** The weighted centroid of each joint's vertices; the joint's position if it moves none. */
    private double[] centroids() {
        SkinWeights weights = model.weights();
        float[] p = model.rest().positions();
        double[] sums = new double[3 * skeleton.boneCount()];
        double[] totals = new double[skeleton.boneCount()];
        for (int at = 0; at < weights.weights().length; at++) {
            int j = weights.bones()[at];
            int i = at / weights.influences();
            double square = weights.weights()[at] * weights.weights()[at];
            totals[j] += square;
            for (int d = 0; d < 3; d++) {
                sums[3 * j + d] += square * p[3 * i + d];
            }
        }
        for (int k = 0; k < sums.length; k++) {
            sums[k] = totals[k / 3] > 0 ? sums[k] / totals[k / 3] : skeleton.pivots()[k];
        }
        return sums;
    }

    private static double distance(double[] a, double[] b) {
        return Math.sqrt(Math.pow(a[0] - b[0], 2) + Math.pow(a[1] - b[1], 2) + Math.pow(a[2] - b[2], 2));
    }
}
