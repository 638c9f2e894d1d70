package dev.sinew.rig;

import dev.sinew.geometry.SpatialIndex;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Shells;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The mesh's edges, and bridges between its shells, so that a body of many pieces is one surface: eyes and teeth belong to the
 * head around them. NOTE: without them the bone of a leg is as good as any other for a tooth, and every such vertex pretends that leg
 * and head touch.
 */
final class ShellBridges {
    private final float[] positions;
    private final Shells shells;
    /** Shells that are joined have the same representative, found by following the numbers. */
    private final int[] group;

    private int[] links = new int[16];
    private int count;

    private ShellBridges(Mesh mesh) {
        positions = mesh.positions();
        shells = Shells.of(mesh);
        group = IntStream.range(0, shells.count()).toArray();
    }

    static VertexGraph graph(Mesh mesh) {
        ShellBridges bridges = new ShellBridges(mesh);
        if (bridges.group.length > 1) {
            bridges.build();
        }
        return VertexGraph.of(mesh, Arrays.copyOf(bridges.links, bridges.count));
    }

    /** Links shells that are as near as neighbouring vertices, then the nearest ones until all shells are connected. */
    private void build() {
        double size = Box.around(positions).diagonal();
        double side = size / Math.sqrt(positions.length / 3.0);
        SpatialIndex vertices = SpatialIndex.ofPoints(positions);
        for (int i = 0; i < positions.length / 3; i++) {
            int vertex = i;
            nearestElsewhere(vertices, i, side).ifPresent(other -> link(vertex, other));
        }
        for (int k = 0; k < count; k += 2) {
            join(links[k], links[k + 1]);
        }
        for (double wide = side; wide < 2 * size; wide *= 2) {
            while (joinNearest(vertices, wide)) {
                // Every part to the one that is nearest to it: Borůvka's algorithm.
            }
        }
    }

    /** Joins every part but the largest to the nearest other one within a distance; whether there was any. */
    private boolean joinNearest(SpatialIndex vertices, double within) {
        int largest = largest();
        int[] from = new int[group.length];
        int[] to = new int[group.length];
        double[] least = new double[group.length];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        for (int i = 0; i < positions.length / 3; i++) {
            int own = part(i);
            OptionalInt nearest = own == largest ? OptionalInt.empty() : nearestElsewhere(vertices, i, within);
            if (nearest.isPresent()) {
                int other = nearest.getAsInt();
                double squared = Vec3.squaredDistance(positions, 3 * i, positions, 3 * other);
                if (squared < least[own]) {
                    least[own] = squared;
                    from[own] = i;
                    to[own] = other;
                }
            }
        }
        boolean any = false;
        for (int p = 0; p < least.length; p++) {
            if (least[p] < Double.POSITIVE_INFINITY && join(from[p], to[p])) {
                link(from[p], to[p]);
                any = true;
            }
        }
        return any;
    }

    /** The nearest vertex of another part within a distance. */
    private OptionalInt nearestElsewhere(SpatialIndex vertices, int i, double within) {
        int own = part(i);
        return own < 0
                ? OptionalInt.empty()
                : vertices.nearest(
                        positions[3 * i],
                        positions[3 * i + 1],
                        positions[3 * i + 2],
                        within,
                        other -> part(other) >= 0 && part(other) != own);
    }

    /** The part that vertex i belongs to by now; −1 where no face uses it. */
    private int part(int i) {
        int at = shells.of(i);
        while (at >= 0 && group[at] != at) {
            group[at] = group[group[at]];
            at = group[at];
        }
        return at;
    }

    private int largest() {
        int[] sizes = new int[group.length];
        for (int i = 0; i < positions.length / 3; i++) {
            if (part(i) >= 0) {
                sizes[part(i)]++;
            }
        }
        return IntStream.range(0, sizes.length).reduce(0, (best, p) -> sizes[p] > sizes[best] ? p : best);
    }

    /** Whether two vertices belonged to parts that were apart. */
    private boolean join(int a, int b) {
        boolean apart = part(a) != part(b);
        group[part(a)] = part(b);
        return apart;
    }

    private void link(int a, int b) {
        if (count == links.length) {
            links = Arrays.copyOf(links, 2 * count);
        }
        links[count++] = a;
        links[count++] = b;
    }
}
