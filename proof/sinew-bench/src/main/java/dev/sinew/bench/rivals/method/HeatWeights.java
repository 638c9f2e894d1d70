package dev.sinew.bench.rivals.method;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.mesh.Mesh;

/**
 * Weights by inverse squares of geodesic distances (Shepard 1968), with distances by the heat method (Crane, Weischedel and
 * Wardetzky 2013): the gradient of briefly diffused heat points away from the source, and the distance is the function with that
 * gradient, normalised.
 */
public final class HeatWeights {
    private final Mesh mesh;
    private final int[] triangles;

    public HeatWeights(Mesh mesh) {
        this.mesh = mesh;
        this.triangles = mesh.triangles();
    }

    /**
     * @param held the vertex of each handle
     * @return N×H, rows sum to one
     */
    public double[] of(int[] held) {
        double[][] distances = distances(held);
        double[] w = new double[mesh.vertexCount() * held.length];
        for (int i = 0; i < mesh.vertexCount(); i++) {
            double sum = 0;
            for (int j = 0; j < held.length; j++) {
                double d = Math.max(distances[j][i], 0);
                w[i * held.length + j] = i == held[j] ? 1e12 : Math.min(1e9, 1 / Math.max(1e-12, d * d));
                sum += w[i * held.length + j];
            }
            for (int j = 0; j < held.length; j++) {
                w[i * held.length + j] /= sum;
            }
        }
        return w;
    }

    /** From every vertex to each handle, in units of the mean edge. */
    double[][] distances(int[] held) {
        int n = mesh.vertexCount();
        MeshLaplacian laplacian = MeshLaplacian.of(mesh, mesh.positions());
        double edge = meanEdge();
        SparseMatrix mass = SparseMatrix.diagonal(laplacian.mass());
        // t = h², the paper's choice.
        SparseCholesky heat = SparseCholesky.of(laplacian.stiffness().plus(edge * edge, mass));
        SparseCholesky distance = SparseCholesky.of(mass.plus(1e-9 / (edge * edge), laplacian.stiffness()));
        double[][] out = new double[held.length][];
        for (int j = 0; j < held.length; j++) {
            double[] u = new double[n];
            u[held[j]] = 1;
            heat.solve(u);
            out[j] = divergence(u);
            distance.solve(out[j]);
            double zero = out[j][held[j]];
            for (int i = 0; i < n; i++) {
                out[j][i] = (out[j][i] - zero) / edge;
            }
        }
        return out;
    }

    private double meanEdge() {
        double sum = 0;
        for (int k = 0; k < triangles.length; k++) {
            double[] e = edge(triangles[k], triangles[k % 3 == 2 ? k - 2 : k + 1]);
            sum += Math.sqrt(dot(e, e));
        }
        return sum / triangles.length;
    }

    /** ∫∇φ_i·X with X = −∇u/|∇u|, φ_i the hat function of each vertex. */
    private double[] divergence(double[] u) {
        double[] out = new double[mesh.vertexCount()];
        for (int t = 0; t < triangles.length; t += 3) {
            double[] normal = cross(edge(triangles[t], triangles[t + 1]), edge(triangles[t], triangles[t + 2]));
            double twice = Math.sqrt(dot(normal, normal));
            if (!(twice > 0)) {
                continue;
            }
            double[] gradient = new double[3];
            double[][] hats = new double[3][];
            for (int c = 0; c < 3; c++) {
                // ∇φ = n × e/(2A)², e the edge against the corner.
                hats[c] = cross(normal, edge(triangles[t + (c + 1) % 3], triangles[t + (c + 2) % 3]));
                for (int k = 0; k < 3; k++) {
                    hats[c][k] /= twice * twice;
                    gradient[k] += u[triangles[t + c]] * hats[c][k];
                }
            }
            double length = Math.sqrt(dot(gradient, gradient));
            for (int c = 0; c < 3 && length > 0; c++) {
                out[triangles[t + c]] -= 0.5 * twice * dot(hats[c], gradient) / length;
            }
        }
        return out;
    }

    private double[] edge(int i, int k) {
        float[] p = mesh.positions();
        return new double[] {p[3 * k] - p[3 * i], p[3 * k + 1] - p[3 * i + 1], p[3 * k + 2] - p[3 * i + 2]};
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    private static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }
}
