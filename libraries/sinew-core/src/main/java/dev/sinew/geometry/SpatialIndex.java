package dev.sinew.geometry;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/**
 * A bounding-volume hierarchy of points or triangles. Results equal a linear search: among items at the same distance the first wins,
 * independent of the tree.
 */
public final class SpatialIndex {
    private static final int ITEMS_PER_LEAF = 8;

    /** Distances are rounded: a box is skipped only if it is farther by more than this fraction. */
    private static final double ROUNDING = 1e-9;

    /** Squared distance of an item to a point. */
    interface Distance {
        double squared(int item);
    }

    /** Controls a traversal of the tree. */
    interface Visitor {
        /** Whether to visit the node's children or items. */
        boolean enter(int node);

        void visit(int item);
    }

    /** Six numbers per item: minimum x, y, z and maximum x, y, z. */
    private final float[] boxes;

    /** The items, contiguous for each node. */
    private final int[] items;

    /** Per node: start and end of its items, and its second child, 0 for leaves; the first child is the next node. */
    private final int[] starts;

    private final int[] ends;
    private final int[] second;
    /** Six numbers per node. */
    private final float[] bounds;

    private int nodes;

    private SpatialIndex(float[] boxes) {
        this.boxes = boxes;
        this.items = new int[boxes.length / 6];
        for (int k = 0; k < items.length; k++) {
            items[k] = k;
        }
        int most = Math.max(1, 2 * items.length);
        this.starts = new int[most];
        this.ends = new int[most];
        this.second = new int[most];
        this.bounds = new float[6 * most];
        build(0, items.length);
    }

    /** @param positions 3 numbers per point */
    public static SpatialIndex ofPoints(float[] positions) {
        int[] all = new int[positions.length / 3];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        return of(positions, all, 1);
    }

    /**
     * Some of the points: item k is point {@code which[k]}.
     *
     * @param positions 3 numbers per point
     */
    static SpatialIndex ofPoints(float[] positions, int[] which) {
        return of(positions, which, 1);
    }

    /** @param triangles three points each; item k is the triangle whose corners begin at 3·k */
    static SpatialIndex ofTriangles(float[] positions, int[] triangles) {
        return of(positions, triangles, 3);
    }

    private static SpatialIndex of(float[] positions, int[] points, int pointsPerItem) {
        float[] boxes = new float[6 * (points.length / pointsPerItem)];
        for (int k = 0; k < boxes.length / 6; k++) {
            for (int x = 0; x < 3; x++) {
                float least = Float.POSITIVE_INFINITY;
                float most = Float.NEGATIVE_INFINITY;
                for (int c = k * pointsPerItem; c < (k + 1) * pointsPerItem; c++) {
                    least = Math.min(least, positions[3 * points[c] + x]);
                    most = Math.max(most, positions[3 * points[c] + x]);
                }
                boxes[6 * k + x] = least;
                boxes[6 * k + 3 + x] = most;
            }
        }
        return new SpatialIndex(boxes);
    }

    private int build(int from, int to) {
        int node = nodes++;
        starts[node] = from;
        ends[node] = to;
        for (int x = 0; x < 3; x++) {
            bounds[6 * node + x] = Float.POSITIVE_INFINITY;
            bounds[6 * node + 3 + x] = Float.NEGATIVE_INFINITY;
        }
        for (int k = from; k < to; k++) {
            for (int x = 0; x < 3; x++) {
                bounds[6 * node + x] = Math.min(bounds[6 * node + x], boxes[6 * items[k] + x]);
                bounds[6 * node + 3 + x] = Math.max(bounds[6 * node + 3 + x], boxes[6 * items[k] + 3 + x]);
            }
        }
        if (to - from > ITEMS_PER_LEAF) {
            int middle = (from + to) >>> 1;
            select(longestAxis(node), from, to - 1, middle);
            build(from, middle);
            second[node] = build(middle, to);
        }
        return node;
    }

    private int longestAxis(int node) {
        int longest = 0;
        for (int x = 1; x < 3; x++) {
            longest = side(node, x) > side(node, longest) ? x : longest;
        }
        return longest;
    }

    private double side(int node, int x) {
        return (double) bounds[6 * node + 3 + x] - bounds[6 * node + x];
    }

    private double centre(int item, int axis) {
        return (double) boxes[6 * item + axis] + boxes[6 * item + 3 + axis];
    }

    /** Hoare's selection: partitions the items at the middle along an axis. */
    private void select(int axis, int from, int to, int middle) {
        int low = from;
        int high = to;
        while (low < high) {
            double pivot = centre(items[(low + high) >>> 1], axis);
            int i = low;
            int j = high;
            while (i <= j) {
                while (centre(items[i], axis) < pivot) {
                    i++;
                }
                while (centre(items[j], axis) > pivot) {
                    j--;
                }
                if (i <= j) {
                    int swapped = items[i];
                    items[i++] = items[j];
                    items[j--] = swapped;
                }
            }
            if (middle <= j) {
                high = j;
            } else if (middle >= i) {
                low = i;
            } else {
                return;
            }
        }
    }

    public int size() {
        return items.length;
    }

    /** The nearest item; empty if none exists. */
    public OptionalInt nearest(double x, double y, double z) {
        return nearest(x, y, z, Double.POSITIVE_INFINITY, k -> true);
    }

    /** The nearest item within a distance; empty if none exists. */
    public OptionalInt nearest(double x, double y, double z, double within) {
        return nearest(x, y, z, within, k -> true);
    }

    /** The nearest of some items within a distance; empty if none exists. */
    public OptionalInt nearest(double x, double y, double z, double within, IntPredicate some) {
        Nearest search = new Nearest(x, y, z, within * within);
        search.run(k -> some.test(k) ? toBox(boxes, 6 * k, x, y, z) : Double.POSITIVE_INFINITY);
        return search.best < 0 ? OptionalInt.empty() : OptionalInt.of(search.best);
    }

    /** The least squared distance of an item; infinite if none exist. */
    double leastSquared(double[] point, Distance distance) {
        Nearest search = new Nearest(point[0], point[1], point[2], Double.POSITIVE_INFINITY);
        search.run(distance);
        return search.least;
    }

    private final class Nearest {
        private final double x;
        private final double y;
        private final double z;
        private double least;
        private int best = -1;

        Nearest(double x, double y, double z, double least) {
            this.x = x;
            this.y = y;
            this.z = z;
            this.least = least;
        }

        void run(Distance distance) {
            if (items.length > 0) {
                search(0, distance);
            }
        }

        private double to(int node) {
            return toBox(bounds, 6 * node, x, y, z) * (1 - ROUNDING);
        }

        private void search(int node, Distance distance) {
            if (isLeaf(node)) {
                for (int k = starts[node]; k < ends[node]; k++) {
                    double squared = distance.squared(items[k]);
                    if (squared < least || squared == least && items[k] < best) {
                        least = squared;
                        best = items[k];
                    }
                }
                return;
            }
            double first = to(node + 1);
            double other = to(second[node]);
            boolean ordered = first <= other;
            if (Math.min(first, other) <= least) {
                search(ordered ? node + 1 : second[node], distance);
            }
            if (Math.max(first, other) <= least) {
                search(ordered ? second[node] : node + 1, distance);
            }
        }
    }

    /** Squared distance, 0 inside; also for boxes that are points. */
    private static double toBox(float[] box, int at, double x, double y, double z) {
        double dx = Math.max(0, Math.max(box[at] - x, x - box[at + 3]));
        double dy = Math.max(0, Math.max(box[at + 1] - y, y - box[at + 4]));
        double dz = Math.max(0, Math.max(box[at + 2] - z, z - box[at + 5]));
        return dx * dx + dy * dy + dz * dz;
    }

    /** Traverses the tree from the root. */
    void visit(Visitor visitor) {
        if (items.length > 0) {
            visit(0, visitor);
        }
    }

    private void visit(int node, Visitor visitor) {
        if (!visitor.enter(node)) {
            return;
        }
        if (isLeaf(node)) {
            for (int k = starts[node]; k < ends[node]; k++) {
                visitor.visit(items[k]);
            }
        } else {
            visit(node + 1, visitor);
            visit(second[node], visitor);
        }
    }

    int nodeCount() {
        return nodes;
    }

    boolean isLeaf(int node) {
        return second[node] == 0;
    }

    /** The second child of an inner node; the first is the next node. */
    int secondChild(int node) {
        return second[node];
    }

    /** The items of a node and its descendants. */
    int[] itemsOf(int node) {
        return Arrays.copyOfRange(items, starts[node], ends[node]);
    }

    int count(int node) {
        return ends[node] - starts[node];
    }

    /** Whether a point is in a node's box. */
    boolean contains(int node, double[] p) {
        return toBox(bounds, 6 * node, p[0], p[1], p[2]) == 0;
    }

    /** Whether a ray p + s·d meets a node's box, slightly enlarged, for 0 ≤ s ≤ bound. */
    boolean meets(int node, double[] p, double[] d, double bound) {
        double from = 0;
        double to = bound;
        for (int x = 0; x < 3; x++) {
            double slack = ROUNDING * (Math.abs(bounds[6 * node + x]) + Math.abs(bounds[6 * node + 3 + x]));
            double a = (bounds[6 * node + x] - slack - p[x]) / d[x];
            double b = (bounds[6 * node + 3 + x] + slack - p[x]) / d[x];
            // A ray along a face of the box divides 0 by 0, which is no bound.
            from = Math.max(from, Double.isNaN(a + b) ? from : Math.min(a, b));
            to = Math.min(to, Double.isNaN(a + b) ? to : Math.max(a, b));
        }
        return from <= to * (1 + ROUNDING);
    }
}
