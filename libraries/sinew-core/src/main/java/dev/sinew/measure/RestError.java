package dev.sinew.measure;

import dev.sinew.geometry.Triangles;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;

/**
 * How far the bind pose of a model differs from the given mesh. The names are those of the JSON; DESIGN.md defines them.
 *
 * @param drift RMS displacement in percent of the given mesh's diagonal
 * @param normals mean degrees between corresponding triangles; 0 if none exist
 * @param edges ratio of edge lengths
 * @param flipped percent of the triangles that rotated by more than 90°
 * @param worst the vertex that moved furthest
 */
public record RestError(double drift, double normals, Edges edges, double flipped, Located worst) {
    /** 5th and 95th percentile of the ratio of lengths, new to old; 1 without edges. */
    public record Edges(double low, double high) {}

    /** @param value percent of the given mesh's diagonal */
    public record Located(double value, int vertex) {}

    /**
     * @param rest bind pose of the file
     * @param given the original mesh with the same vertices
     */
    public static RestError of(Mesh rest, Mesh given) {
        if (rest.vertexCount() != given.vertexCount()) {
            throw new IllegalArgumentException(
                    "a bind pose of " + rest.vertexCount() + " vertices for a mesh of " + given.vertexCount());
        }
        double diagonal = Box.around(given.positions()).diagonal();
        double percent = 100 / (diagonal > 0 ? diagonal : 1);
        double sum = 0;
        double furthest = -1;
        int vertex = 0;
        int n = given.vertexCount();
        for (int i = 0; i < n; i++) {
            double squared = Vec3.squaredDistance(rest.positions(), 3 * i, given.positions(), 3 * i);
            sum += squared;
            if (squared > furthest) {
                furthest = squared;
                vertex = i;
            }
        }
        Turned turned = Turned.of(rest.positions(), given);
        return new RestError(
                percent * Math.sqrt(sum / n),
                turned.mean,
                edges(rest.positions(), given),
                turned.flipped,
                new Located(percent * Math.sqrt(furthest), vertex));
    }

    /** Rotations of triangles; those without area in either pose are not counted. */
    private record Turned(double mean, double flipped) {
        static Turned of(float[] moved, Mesh given) {
            int[] triangles = given.triangles();
            double sum = 0;
            long flipped = 0;
            long count = 0;
            for (int t = 0; t < triangles.length; t += 3) {
                double[] a = Triangles.normal(moved, triangles, t);
                double[] b = Triangles.normal(given.positions(), triangles, t);
                if (Vec3.dot(a, a) > 0 && Vec3.dot(b, b) > 0) {
                    double degrees = Vec3.degrees(a[0], a[1], a[2], b[0], b[1], b[2]);
                    sum += degrees;
                    flipped += degrees > 90 ? 1 : 0;
                    count++;
                }
            }
            return count == 0 ? new Turned(0, 0) : new Turned(sum / count, 100.0 * flipped / count);
        }
    }

    private static Edges edges(float[] moved, Mesh given) {
        // Diagonals of n-gons are edges of the drawn triangles.
        VertexGraph graph = VertexGraph.of(Mesh.ofTriangles(given.positions(), given.triangles()));
        double[] ratios = new double[graph.neighbours().length / 2];
        int count = 0;
        for (int i = 0; i < given.vertexCount(); i++) {
            for (int at = graph.start(i); at < graph.start(i + 1); at++) {
                int k = graph.neighbours()[at];
                double before = Vec3.distance(given.positions(), 3 * i, given.positions(), 3 * k);
                if (k > i && before > 0) {
                    ratios[count++] = Vec3.distance(moved, 3 * i, moved, 3 * k) / before;
                }
            }
        }
        if (count == 0) {
            return new Edges(1, 1);
        }
        Arrays.parallelSort(ratios, 0, count);
        return new Edges(percentile(ratios, count, 0.05), percentile(ratios, count, 0.95));
    }

    /** Interpolated between the two values nearest to the rank, as in numpy. */
    private static double percentile(double[] sorted, int count, double share) {
        double rank = share * (count - 1);
        int low = (int) rank;
        int high = Math.min(count - 1, low + 1);
        return sorted[low] + (rank - low) * (sorted[high] - sorted[low]);
    }
}
