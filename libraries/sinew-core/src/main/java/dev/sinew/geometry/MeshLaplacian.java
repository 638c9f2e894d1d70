package dev.sinew.geometry;

import dev.sinew.linalg.SparseBuilder;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;

/**
 * The Laplacian of a surface with linear elements: cotangent stiffness (N×N, positive semidefinite) and lumped mass. It is summed over
 * triangles, so boundaries and non-manifold edges need no special treatment. For slivers, all edge lengths are increased slightly so that
 * every triangle is non-degenerate (Sharp and Crane 2020, intrinsic mollification).
 *
 * @param stiffness L with L_ik = −(cot α + cot β)/2 for an edge and rows that sum to 0
 * @param mass a third of the area around each vertex; 0 if no face uses it
 */
public record MeshLaplacian(SparseMatrix stiffness, double[] mass) {
    /** The sum of two sides of a triangle must exceed the third by this fraction of the mean edge. */
    private static final double MIN_EXCESS_FRACTION = 1e-4;

    /** @param positions 3N, of the mesh or of another pose; not modified */
    public static MeshLaplacian of(Mesh mesh, float[] positions) {
        int[] triangles = mesh.triangles();
        double[] lengths = sideLengths(triangles, positions);
        lengthen(lengths);
        int n = mesh.vertexCount();
        SparseBuilder stiffness = new SparseBuilder(n, n, 12 * triangles.length / 3 + n);
        double[] mass = new double[n];
        for (int i = 0; i < n; i++) {
            stiffness.add(i, i, 0);
        }
        for (int t = 0; t < triangles.length; t += 3) {
            addTriangle(triangles, t, lengths, stiffness, mass);
        }
        return new MeshLaplacian(stiffness.build(), mass);
    }

    /** lengths[t + c] is the side opposite corner c. */
    private static double[] sideLengths(int[] triangles, float[] p) {
        double[] lengths = new double[triangles.length];
        for (int t = 0; t < triangles.length; t += 3) {
            for (int c = 0; c < 3; c++) {
                int a = 3 * triangles[t + (c + 1) % 3];
                int b = 3 * triangles[t + (c + 2) % 3];
                lengths[t + c] = Vec3.distance(p, a, p, b);
            }
        }
        return lengths;
    }

    private static void lengthen(double[] lengths) {
        double sum = 0;
        for (double length : lengths) {
            sum += length;
        }
        double mean = lengths.length == 0 ? 0 : sum / lengths.length;
        double least = MIN_EXCESS_FRACTION * (mean > 0 ? mean : 1);
        double extra = 0;
        for (int t = 0; t < lengths.length; t += 3) {
            double all = lengths[t] + lengths[t + 1] + lengths[t + 2];
            for (int c = 0; c < 3; c++) {
                extra = Math.max(extra, least - (all - 2 * lengths[t + c]));
            }
        }
        for (int k = 0; k < lengths.length; k++) {
            lengths[k] += extra;
        }
    }

    private static void addTriangle(int[] triangles, int t, double[] lengths, SparseBuilder stiffness, double[] mass) {
        double a = lengths[t];
        double b = lengths[t + 1];
        double c = lengths[t + 2];
        double s = (a + b + c) / 2;
        double area = Math.sqrt(Math.max(0, s * (s - a) * (s - b) * (s - c)));
        double[] squares = {a * a, b * b, c * c};
        double all = squares[0] + squares[1] + squares[2];
        for (int corner = 0; corner < 3; corner++) {
            mass[triangles[t + corner]] += area / 3;
            // cot of the angle = (b² + c² − a²)/(4·area), half of it for the side opposite
            double w = area > 0 ? (all - 2 * squares[corner]) / (8 * area) : 0;
            int i = triangles[t + (corner + 1) % 3];
            int k = triangles[t + (corner + 2) % 3];
            if (i != k) {
                stiffness.add(i, i, w);
                stiffness.add(k, k, w);
                stiffness.add(i, k, -w);
                stiffness.add(k, i, -w);
            }
        }
    }
}
