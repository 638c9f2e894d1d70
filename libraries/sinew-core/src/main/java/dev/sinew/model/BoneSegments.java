package dev.sinew.model;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Line segments that show a skeleton: from a bone's joint to each child joint or, without children, to the farthest vertex it moves. */
public final class BoneSegments {
    /** Joints closer than this fraction of the size coincide and show no segment. */
    private static final double SAME_POSITION_FRACTION = 1e-6;

    /** Length of a bone without an end, as a fraction of the size. */
    private static final double STUB_FRACTION = 0.03;

    /** Vertices with more than this weight determine how far a bone reaches. */
    private static final double MIN_OWN_WEIGHT = 0.5;

    private final SkinnedModel model;
    private final double size;
    /** 3B: weighted centroid of each bone's vertices; the pivot if it moves none. */
    private final double[] centroids;

    /** Sum of each bone's weights. */
    private final double[] holds;

    private BoneSegments(SkinnedModel model) {
        this.model = model;
        this.size = model.vertexCount() == 0
                ? 1
                : Math.max(1e-300, Box.around(model.rest().positions()).diagonal());
        this.holds = model.weights().totals(model.boneCount());
        this.centroids = model.weights()
                .centroids(model.rest().positions(), model.skeleton().pivots());
    }

    /**
     * A segment of a bone in the rest pose, which moves with the bone.
     *
     * @param bone index of the bone
     * @param from the bone's pivot
     * @param to end of the segment
     * @param ends what is at its end
     */
    public record Segment(int bone, double[] from, double[] to, End ends) {}

    /** What is at the end of a segment. */
    public enum End {
        /** The joint of another bone. */
        JOINT,
        /** The end of a chain. */
        TIP
    }

    /** All visible segments, ordered by bone. */
    public static List<Segment> of(SkinnedModel model) {
        return new BoneSegments(model).all();
    }

    /** Rest position of the end of a bone without children. */
    public static double[] tip(SkinnedModel model, int bone) {
        return new BoneSegments(model).tip(bone);
    }

    /** Bones that carry all others: those without a parent and, below them, those before the first bone that moves vertices. */
    public static List<Integer> roots(SkinnedModel model) {
        BoneSegments bones = new BoneSegments(model);
        List<Integer> roots = new ArrayList<>();
        int[] parents = model.skeleton().parents();
        for (int j = 0; j < parents.length; j++) {
            boolean below = bones.holds[j] == 0 && roots.contains(parents[j]) && bones.holds[parents[j]] == 0;
            if (parents[j] == Skeleton.NONE || below) {
                roots.add(j);
            }
        }
        return roots;
    }

    private List<Segment> all() {
        List<Segment> segments = new ArrayList<>();
        int[] parents = model.skeleton().parents();
        int[] children = new int[parents.length];
        Arrays.stream(parents).filter(p -> p != Skeleton.NONE).forEach(p -> children[p]++);
        for (int j = 0; j < parents.length; j++) {
            // A node that only carries the translation of another is not drawn.
            boolean carrier = parents[j] == Skeleton.NONE && holds[j] == 0 && children[j] == 1;
            for (int child = j + 1; child < parents.length && !carrier; child++) {
                double[] joint = pivot(child);
                if (parents[child] == j && Vec3.distance(pivot(j), joint) > SAME_POSITION_FRACTION * size) {
                    segments.add(new Segment(j, pivot(j), joint, ends(child, children) ? End.TIP : End.JOINT));
                }
            }
            if (children[j] == 0 && !ends(j, children)) {
                segments.add(new Segment(j, pivot(j), tip(j), End.TIP));
            }
        }
        return segments;
    }

    /** Whether a joint only marks the end of its parent. */
    private boolean ends(int j, int[] children) {
        int parent = model.skeleton().parents()[j];
        return children[j] == 0 && holds[j] == 0 && parent != Skeleton.NONE && holds[parent] > 0;
    }

    private double[] pivot(int j) {
        return model.skeleton().pivot(j);
    }

    private double[] tip(int j) {
        double[] from = pivot(j);
        double[] along = direction(from, Arrays.copyOfRange(centroids, 3 * j, 3 * j + 3));
        int parent = model.skeleton().parents()[j];
        if (along.length == 0 && parent != Skeleton.NONE) {
            along = direction(pivot(parent), from);
        }
        if (along.length == 0) {
            along = new double[] {0, 1, 0};
        }
        double reach = Math.max(STUB_FRACTION * size, reach(j, from, along));
        return new double[] {from[0] + reach * along[0], from[1] + reach * along[1], from[2] + reach * along[2]};
    }

    /** How far the bone's own vertices reach along a direction. */
    private double reach(int j, double[] from, double[] along) {
        SkinWeights weights = model.weights();
        float[] u = model.rest().positions();
        double reach = 0;
        for (int at = 0; at < weights.bones().length; at++) {
            if (weights.bones()[at] == j && weights.weights()[at] >= MIN_OWN_WEIGHT) {
                int i = 3 * (at / weights.influences());
                double x = (u[i] - from[0]) * along[0];
                double y = (u[i + 1] - from[1]) * along[1];
                double z = (u[i + 2] - from[2]) * along[2];
                reach = Math.max(reach, x + y + z);
            }
        }
        return reach;
    }

    /** Unit direction between two points; empty if they coincide. */
    private double[] direction(double[] from, double[] to) {
        double length = Vec3.distance(from, to);
        if (!(length > SAME_POSITION_FRACTION * size)) {
            return new double[0];
        }
        return new double[] {(to[0] - from[0]) / length, (to[1] - from[1]) / length, (to[2] - from[2]) / length};
    }
}
