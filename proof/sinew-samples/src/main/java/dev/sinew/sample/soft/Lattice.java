package dev.sinew.sample.soft;

import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Blend.Bounds;
import dev.sinew.sample.surface.Vec;
import java.util.Arrays;

/**
 * A regular lattice of nodes in and near a shape. A point depends on the 27 nodes around it with quadratic B-spline weights:
 * smooth across cells, and exact for rigid motion.
 */
final class Lattice {
    static final int SUPPORT = 27;

    private final Vec origin;
    private final double spacing;
    private final int[] size;
    private final int[] nodeAt;
    private final double[] rest;

    Lattice(Blend shape, double spacing) {
        this.spacing = spacing;
        Bounds bounds = shape.bounds();
        double[] low = {bounds.min().x(), bounds.min().y(), bounds.min().z()};
        double[] high = {bounds.max().x(), bounds.max().y(), bounds.max().z()};
        this.size = new int[3];
        double[] from = new double[3];
        for (int c = 0; c < 3; c++) {
            int cells = (int) Math.ceil((high[c] - low[c]) / spacing) + 4;
            size[c] = cells + 1;
            from[c] = 0.5 * (low[c] + high[c]) - 0.5 * cells * spacing;
        }
        this.origin = new Vec(from[0], from[1], from[2]);
        this.nodeAt = new int[size[0] * size[1] * size[2]];
        Arrays.fill(nodeAt, -1);
        this.rest = number(shape);
    }

    private double[] number(Blend shape) {
        boolean[] used = new boolean[nodeAt.length];
        // A point is at most half a cell's diagonal from its nearest node.
        double near = 0.5 * Math.sqrt(3) * spacing * 1.15;
        for (int k = 0; k < used.length; k++) {
            if (isInner(k) && shape.value(place(k, 0), place(k, 1), place(k, 2)) < near) {
                markAround(k, used);
            }
        }
        int count = 0;
        double[] places = new double[3 * used.length];
        for (int k = 0; k < used.length; k++) {
            if (used[k]) {
                nodeAt[k] = count;
                for (int c = 0; c < 3; c++) {
                    places[3 * count + c] = place(k, c);
                }
                count++;
            }
        }
        return Arrays.copyOf(places, 3 * count);
    }

    private int index(int k, int axis) {
        return axis == 0 ? k % size[0] : axis == 1 ? k / size[0] % size[1] : k / size[0] / size[1];
    }

    private double place(int k, int axis) {
        double from = axis == 0 ? origin.x() : axis == 1 ? origin.y() : origin.z();
        return from + spacing * index(k, axis);
    }

    private boolean isInner(int k) {
        boolean inner = true;
        for (int c = 0; c < 3; c++) {
            inner &= index(k, c) > 0 && index(k, c) + 1 < size[c];
        }
        return inner;
    }

    private void markAround(int k, boolean[] used) {
        for (int o = 0; o < SUPPORT; o++) {
            used[k + o % 3 - 1 + (o / 3 % 3 - 1) * size[0] + (o / 9 - 1) * size[0] * size[1]] = true;
        }
    }

    /** Lattice indices and weights around a point. */
    private void support(double x, double y, double z, int[] places, double[] weights) {
        double px = (x - origin.x()) / spacing;
        double py = (y - origin.y()) / spacing;
        double pz = (z - origin.z()) / spacing;
        int ix = nearest(px, size[0]);
        int iy = nearest(py, size[1]);
        int iz = nearest(pz, size[2]);
        int at = 0;
        for (int c = -1; c <= 1; c++) {
            double wz = spline(pz - iz, c);
            for (int b = -1; b <= 1; b++) {
                double wy = wz * spline(py - iy, b);
                for (int a = -1; a <= 1; a++) {
                    places[at] = ((iz + c) * size[1] + iy + b) * size[0] + ix + a;
                    weights[at++] = wy * spline(px - ix, a);
                }
            }
        }
    }

    private static int nearest(double place, int count) {
        return Math.max(1, Math.min(count - 2, (int) Math.floor(place + 0.5)));
    }

    /** Quadratic B-spline of the node at −1, 0 or 1 for an offset between −½ and ½. */
    private static double spline(double offset, int node) {
        if (node == 0) {
            return 0.75 - offset * offset;
        }
        double t = 0.5 + node * offset;
        return 0.5 * t * t;
    }

    /** Nodes and weights of a point; all 27 nodes exist for points in and on the shape. */
    void interpolation(double x, double y, double z, int[] nodes, double[] weights) {
        support(x, y, z, nodes, weights);
        for (int k = 0; k < SUPPORT; k++) {
            nodes[k] = nodeAt[nodes[k]];
        }
    }

    int nodeCount() {
        return rest.length / 3;
    }

    /** 3 coordinates per node, not to be modified. */
    double[] rest() {
        return rest;
    }

    /** Corners of all cells whose eight nodes exist, each cut into five tetrahedra, mirrored between cells. */
    int[] tetrahedra() {
        int[] out = new int[20 * nodeAt.length];
        int count = 0;
        int[] corner = new int[8];
        for (int k = 0; k < nodeAt.length; k++) {
            int x = index(k, 0);
            int y = index(k, 1);
            int z = index(k, 2);
            if (x + 1 < size[0] && y + 1 < size[1] && z + 1 < size[2] && corners(k, corner)) {
                int[] pattern = (x + y + z) % 2 == 0 ? EVEN : ODD;
                for (int c : pattern) {
                    out[count++] = corner[c];
                }
            }
        }
        return Arrays.copyOf(out, count);
    }

    private boolean corners(int k, int[] corner) {
        boolean complete = true;
        for (int c = 0; c < 8; c++) {
            corner[c] = nodeAt[k + (c & 1) + (c >> 1 & 1) * size[0] + (c >> 2) * size[0] * size[1]];
            complete &= corner[c] >= 0;
        }
        return complete;
    }

    private static final int[] EVEN = {0, 1, 2, 4, 3, 2, 1, 7, 5, 1, 4, 7, 6, 4, 2, 7, 1, 2, 4, 7};
    private static final int[] ODD = {1, 0, 5, 3, 2, 0, 3, 6, 4, 0, 6, 5, 7, 3, 5, 6, 0, 3, 5, 6};
}
