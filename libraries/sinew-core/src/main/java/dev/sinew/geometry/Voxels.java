package dev.sinew.geometry;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import java.util.Arrays;

/**
 * Which cells of a grid are inside a surface. Lines along the three axes count the faces they cross, signed by orientation, from both ends;
 * a cell is inside if most of the six counts agree. Supports open and self-intersecting meshes and several shells. Parts thinner than a
 * cell are marked along the surface, so that no part of the mesh is lost.
 */
public final class Voxels {
    private static final int MIN_VOTES = 4;
    /** Lines are offset from the cell centres by this fraction of a cell, so that they miss edges of regular meshes. */
    private static final double OFF_CENTRE = 0.0137;

    private final int[] size;
    private final double[] origin;
    private final double spacing;
    private final byte[] votes;
    private final boolean[] inside;

    private Voxels(double[] origin, int[] size, double spacing) {
        this.origin = origin;
        this.size = size;
        this.spacing = spacing;
        int cells = Math.multiplyExact(Math.multiplyExact(size[0], size[1]), size[2]);
        this.votes = new byte[cells];
        this.inside = new boolean[cells];
    }

    /**
     * @param origin the grid's lowest corner
     * @param size cells along x, y, z
     * @param spacing edge of a cell
     */
    public static Voxels of(Mesh mesh, double[] origin, int[] size, double spacing) {
        Voxels voxels = new Voxels(origin.clone(), size.clone(), spacing);
        int[] triangles = mesh.triangles();
        boolean oriented = isOriented(triangles);
        for (int axis = 0; axis < 3; axis++) {
            voxels.castLines(mesh.positions(), triangles, axis, oriented);
        }
        for (int k = 0; k < voxels.votes.length; k++) {
            voxels.inside[k] = voxels.votes[k] >= MIN_VOTES;
        }
        voxels.markThinParts(mesh.positions(), triangles);
        return voxels;
    }

    public int[] size() {
        return size;
    }

    public double spacing() {
        return spacing;
    }

    public double[] origin() {
        return origin;
    }

    public int index(int x, int y, int z) {
        return (z * size[1] + y) * size[0] + x;
    }

    public boolean isInside(int index) {
        return inside[index];
    }

    /** Adds the inside of another surface on the same grid. */
    public void include(Voxels other) {
        for (int k = 0; k < inside.length; k++) {
            inside[k] |= other.inside[k];
        }
    }

    /** The cell that contains a coordinate, clamped to the grid. */
    public int cellOf(double coordinate, int axis) {
        int cell = (int) Math.floor((coordinate - origin[axis]) / spacing);
        return Math.max(0, Math.min(size[axis] - 1, cell));
    }

    /** Whether neighbouring faces traverse their common edge in opposite directions, for all but 1 % of the edges. */
    private static boolean isOriented(int[] triangles) {
        long[] edges = new long[triangles.length];
        for (int k = 0; k < triangles.length; k++) {
            int next = k % 3 == 2 ? k - 2 : k + 1;
            edges[k] = (long) triangles[k] << 32 | triangles[next];
        }
        Arrays.sort(edges);
        int twice = 0;
        for (int k = 1; k < edges.length; k++) {
            twice += edges[k] == edges[k - 1] ? 1 : 0;
        }
        return 100L * twice <= edges.length;
    }

    private void castLines(float[] p, int[] triangles, int axis, boolean oriented) {
        int u = (axis + 1) % 3;
        int v = (axis + 2) % 3;
        Crossings crossings = new Crossings(size[u] * size[v]);
        for (int pass = 0; pass < 2; pass++) {
            for (int t = 0; t < triangles.length; t += 3) {
                cross(p, triangles, t, axis, crossings);
            }
            crossings.nextPass();
        }
        int[] at = new int[3];
        for (int line = 0; line < size[u] * size[v]; line++) {
            at[u] = line % size[u];
            at[v] = line / size[u];
            vote(crossings, line, axis, at, oriented);
        }
    }

    /** Counts, or in the second pass stores, the lines that a triangle crosses. */
    private void cross(float[] p, int[] triangles, int t, int axis, Crossings crossings) {
        int u = (axis + 1) % 3;
        int v = (axis + 2) % 3;
        int a = 3 * triangles[t];
        int b = 3 * triangles[t + 1];
        int c = 3 * triangles[t + 2];
        double au = p[a + u];
        double av = p[a + v];
        double bu = p[b + u] - au;
        double bv = p[b + v] - av;
        double cu = p[c + u] - au;
        double cv = p[c + v] - av;
        double twiceArea = bu * cv - bv * cu;
        if (twiceArea == 0) {
            return;
        }
        double minU = au + Math.min(0, Math.min(bu, cu));
        double maxU = au + Math.max(0, Math.max(bu, cu));
        double minV = av + Math.min(0, Math.min(bv, cv));
        double maxV = av + Math.max(0, Math.max(bv, cv));
        for (int k = cellOf(minV - spacing, v); k <= cellOf(maxV, v); k++) {
            double dv = origin[v] + (k + 0.5 + OFF_CENTRE / 2) * spacing - av;
            for (int q = cellOf(minU - spacing, u); q <= cellOf(maxU, u); q++) {
                double du = origin[u] + (q + 0.5 + OFF_CENTRE) * spacing - au;
                double wb = (du * cv - dv * cu) / twiceArea;
                double wc = (bu * dv - bv * du) / twiceArea;
                if (wb >= 0 && wc >= 0 && wb + wc <= 1) {
                    double along = p[a + axis] + wb * (p[b + axis] - p[a + axis]) + wc * (p[c + axis] - p[a + axis]);
                    crossings.add(k * size[u] + q, along, twiceArea > 0);
                }
            }
        }
    }

    private void vote(Crossings crossings, int line, int axis, int[] at, boolean oriented) {
        crossings.sort(line);
        int from = crossings.starts[line];
        int to = crossings.starts[line + 1];
        int total = 0;
        for (int k = from; k < to; k++) {
            total += oriented ? crossings.sign(k) : 1;
        }
        int winding = 0;
        int next = from;
        for (int cell = 0; cell < size[axis] && from < to; cell++) {
            double middle = origin[axis] + (cell + 0.5) * spacing;
            while (next < to && crossings.along[next] < middle) {
                winding += oriented ? crossings.sign(next) : 1;
                next++;
            }
            boolean below = oriented ? winding != 0 : winding % 2 != 0;
            boolean above = oriented ? winding != total : (total - winding) % 2 != 0;
            at[axis] = cell;
            votes[index(at[0], at[1], at[2])] += (byte) ((below ? 1 : 0) + (above ? 1 : 0));
        }
    }

    /** Marks cells that the surface passes through without inside cells around them. */
    private void markThinParts(float[] p, int[] triangles) {
        boolean[] thick = inside.clone();
        double[] point = new double[3];
        for (int t = 0; t < triangles.length; t += 3) {
            int a = 3 * triangles[t];
            int b = 3 * triangles[t + 1];
            int c = 3 * triangles[t + 2];
            double longest =
                    Math.max(Vec3.distance(p, a, p, b), Math.max(Vec3.distance(p, b, p, c), Vec3.distance(p, c, p, a)));
            int steps = Math.max(1, (int) Math.min(1e6, Math.ceil(2 * longest / spacing)));
            for (int i = 0; i <= steps; i++) {
                for (int k = 0; k <= steps - i; k++) {
                    for (int d = 0; d < 3; d++) {
                        point[d] = p[a + d]
                                + (double) i / steps * (p[b + d] - p[a + d])
                                + (double) k / steps * (p[c + d] - p[a + d]);
                    }
                    markIfThin(point, thick);
                }
            }
        }
    }

    private void markIfThin(double[] point, boolean[] thick) {
        int x = cellOf(point[0], 0);
        int y = cellOf(point[1], 1);
        int z = cellOf(point[2], 2);
        if (inside[index(x, y, z)]) {
            return;
        }
        for (int dz = Math.max(0, z - 1); dz <= Math.min(size[2] - 1, z + 1); dz++) {
            for (int dy = Math.max(0, y - 1); dy <= Math.min(size[1] - 1, y + 1); dy++) {
                for (int dx = Math.max(0, x - 1); dx <= Math.min(size[0] - 1, x + 1); dx++) {
                    if (thick[index(dx, dy, dz)]) {
                        return;
                    }
                }
            }
        }
        inside[index(x, y, z)] = true;
    }

    /** Intersections of lines and faces: counted in a first pass, stored in a second, then sorted along each line. */
    private static final class Crossings {
        private final int[] counts;
        private int[] starts;
        private double[] along;
        private boolean[] upwards;

        Crossings(int lines) {
            this.counts = new int[lines];
        }

        void add(int line, double where, boolean positive) {
            if (along == null) {
                counts[line]++;
                return;
            }
            int to = starts[line] + --counts[line];
            along[to] = where;
            upwards[to] = positive;
        }

        void nextPass() {
            if (along != null) {
                return;
            }
            starts = new int[counts.length + 1];
            for (int k = 0; k < counts.length; k++) {
                starts[k + 1] = starts[k] + counts[k];
            }
            along = new double[starts[counts.length]];
            upwards = new boolean[along.length];
        }

        int sign(int k) {
            return upwards[k] ? 1 : -1;
        }

        /** Insertion sort: a line crosses few faces. */
        void sort(int line) {
            for (int k = starts[line] + 1; k < starts[line + 1]; k++) {
                double where = along[k];
                boolean up = upwards[k];
                int at = k;
                for (; at > starts[line] && along[at - 1] > where; at--) {
                    along[at] = along[at - 1];
                    upwards[at] = upwards[at - 1];
                }
                along[at] = where;
                upwards[at] = up;
            }
        }
    }
}
