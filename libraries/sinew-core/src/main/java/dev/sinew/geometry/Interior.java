package dev.sinew.geometry;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.LongStream;

/**
 * Tests whether points are inside a surface by its winding number (Jacobson et al. 2013). The surface may have holes, self-intersections
 * and several shells.
 */
public final class Interior {
    private static final double INSIDE_WINDING = 0.5;

    private final float[] positions;
    private final int[] triangles;
    private final SpatialIndex faces;
    /** Vertices of faces in order of first use: among several at the same distance the first is the nearest. */
    private final int[] vertices;

    private final SpatialIndex points;

    /**
     * Per node of the tree, a fan of triangles over the open edges of the node's faces. Outside the node's box both have the same winding
     * number, because together they are closed (Jacobson et al. 2013 §3.2).
     */
    private final int[][] fans;

    public Interior(Mesh mesh) {
        this.positions = mesh.positions();
        this.triangles = mesh.triangles();
        this.faces = SpatialIndex.ofTriangles(positions, triangles);
        this.vertices = Arrays.stream(triangles).distinct().toArray();
        this.points = SpatialIndex.ofPoints(positions, vertices);
        this.fans = new int[faces.nodeCount()][];
        close(0);
    }

    /** Computes the fans of a node and its descendants; returns its open edges, each as (lower end, higher end, direction). */
    private long[] close(int node) {
        long[] edges = faces.isLeaf(node)
                ? edges(faces.itemsOf(node))
                : LongStream.concat(Arrays.stream(close(node + 1)), Arrays.stream(close(faces.secondChild(node))))
                        .toArray();
        Arrays.sort(edges);
        int open = 0;
        for (int from = 0, to = 0; from < edges.length; from = to) {
            int forwards = 0;
            for (; to < edges.length && edges[to] >> 1 == edges[from] >> 1; to++) {
                forwards += (edges[to] & 1) == 0 ? 1 : -1;
            }
            long edge = edges[from] & ~1L | (forwards < 0 ? 1 : 0);
            for (int k = 0; k < Math.abs(forwards); k++) {
                edges[open++] = edge;
            }
        }
        long[] left = Arrays.copyOf(edges, open);
        fans[node] = fan(left);
        return left;
    }

    private long[] edges(int[] some) {
        long[] edges = new long[3 * some.length];
        for (int k = 0; k < edges.length; k++) {
            long a = triangles[3 * some[k / 3] + k % 3];
            long b = triangles[3 * some[k / 3] + (k + 1) % 3];
            edges[k] = Math.min(a, b) << 33 | Math.max(a, b) << 1 | (a < b ? 0 : 1);
        }
        return edges;
    }

    private static int[] fan(long[] edges) {
        int[] fan = new int[3 * edges.length];
        for (int k = 0; k < edges.length; k++) {
            int low = (int) (edges[k] >> 33);
            int high = (int) (edges[k] >> 1);
            boolean forwards = (edges[k] & 1) == 0;
            fan[3 * k] = (int) (edges[0] >> 33);
            fan[3 * k + 1] = forwards ? low : high;
            fan[3 * k + 2] = forwards ? high : low;
        }
        return fan;
    }

    public boolean contains(double[] point) {
        return Math.abs(winding(point)) > INSIDE_WINDING;
    }

    /** Winding number of the surface around a point, with counter-clockwise faces outwards; an integer for closed surfaces. */
    double winding(double[] point) {
        double[] sum = new double[1];
        faces.visit(new SpatialIndex.Visitor() {
            @Override
            public boolean enter(int node) {
                int[] fan = fans[node];
                boolean within = fan.length / 3 >= faces.count(node) || faces.contains(node, point);
                for (int t = 0; !within && t < fan.length; t += 3) {
                    sum[0] += Triangles.solidAngle(positions, fan, t, point);
                }
                return within;
            }

            @Override
            public void visit(int t) {
                sum[0] += Triangles.solidAngle(positions, triangles, 3 * t, point);
            }
        });
        return sum[0] / (4 * Math.PI);
    }

    /** Unsigned distance of a point from the surface. */
    public double distance(double[] point) {
        return Math.sqrt(faces.leastSquared(point, t -> Triangles.squaredDistance(positions, triangles, 3 * t, point)));
    }

    /** The vertex of the surface nearest to a point; empty without faces. */
    public OptionalInt nearestVertex(double[] point) {
        OptionalInt nearest = points.nearest(point[0], point[1], point[2]);
        return nearest.isPresent() ? OptionalInt.of(vertices[nearest.getAsInt()]) : nearest;
    }

    /**
     * Where a ray from inside leaves the surface: the least s > 0 at which p + s·d crosses a face, infinite if none exists.
     *
     * @param p not modified
     * @param d not modified
     */
    public double exit(double[] p, double[] d) {
        double[] first = {Double.POSITIVE_INFINITY};
        faces.visit(new SpatialIndex.Visitor() {
            @Override
            public boolean enter(int node) {
                return faces.meets(node, p, d, first[0]);
            }

            @Override
            public void visit(int t) {
                first[0] = Math.min(first[0], Triangles.hit(positions, triangles, 3 * t, p, d));
            }
        });
        return first[0];
    }
}
