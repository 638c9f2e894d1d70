package dev.sinew.bench.rivals.method;

import dev.sinew.bench.rivals.method.Rival.HandlePoser;
import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.linalg.SparseBuilder;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;

/**
 * After Wang, Jacobson, Barbič and Kim 2015, "Linear Subspace Design for Real-Time Shape Deformation": vertex positions are a
 * fixed matrix times handle positions, X = W·H. W minimises a smoothness wᵀAw whose null space contains all affine functions,
 * with w = 1 at its own handle and 0 at the others (§3). So affine motion of the handles gives affine motion of the mesh.
 *
 * <p>NOTE: the paper treats solids, with a Laplacian corrected at the boundary. On a curved surface the coordinates are not
 * harmonic, so A penalises the deviation of each one-ring from an affine function of space: A = Σ_i (I − Q_iQ_iᵀ)/a_i, with Q_i
 * an orthonormal basis of (1, x, y, z) on the ring and a_i the vertex's area.
 */
public final class LinearSubspace implements HandlePoser {
    /** Directions in which a ring is relatively thinner than this are ignored, because the ring is flat. */
    private static final double MIN_THICKNESS = 1e-6;
    /** Relative to A's mean diagonal: regularises vertices whose rings have too few points for an affine function. */
    private static final double REGULARISATION = 1e-9;

    private final int n;
    private final int[] held;
    /** W, N×H */
    private final double[] w;

    /** @param held the vertex of each handle */
    public LinearSubspace(Mesh mesh, int[] held) {
        this.n = mesh.vertexCount();
        this.held = held.clone();
        this.w = weights(smoothness(mesh));
    }

    @Override
    public double[] pose(double[] targets) {
        double[] out = new double[3 * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < held.length; j++) {
                for (int x = 0; x < 3; x++) {
                    out[3 * i + x] += w[i * held.length + j] * targets[3 * j + x];
                }
            }
        }
        return out;
    }

    /** A_ff·W_f = −A_fh for all free vertices. */
    private double[] weights(SparseMatrix a) {
        int[] free = new int[n];
        for (int h : held) {
            free[h] = -1;
        }
        int count = 0;
        for (int i = 0; i < n; i++) {
            free[i] = free[i] < 0 ? -1 : count++;
        }
        SparseCholesky cholesky = SparseCholesky.of(a.principal(free, count));
        double[] all = new double[n * held.length];
        for (int j = 0; j < held.length; j++) {
            double[] b = new double[count];
            for (int i = 0; i < n; i++) {
                if (free[i] >= 0) {
                    b[free[i]] = -a.get(i, held[j]);
                }
            }
            cholesky.solve(b);
            for (int i = 0; i < n; i++) {
                all[i * held.length + j] = free[i] >= 0 ? b[free[i]] : i == held[j] ? 1 : 0;
            }
        }
        return all;
    }

    static SparseMatrix smoothness(Mesh mesh) {
        int n = mesh.vertexCount();
        VertexGraph graph = VertexGraph.of(mesh);
        MeshLaplacian laplacian = MeshLaplacian.of(mesh, mesh.positions());
        double meanArea = Arrays.stream(laplacian.mass()).average().orElse(1);
        SparseBuilder a = new SparseBuilder(n, n, 50 * n);
        for (int i = 0; i < n; i++) {
            int degree = graph.start(i + 1) - graph.start(i);
            int[] ring = new int[degree + 1];
            ring[0] = i;
            System.arraycopy(graph.neighbours(), graph.start(i), ring, 1, degree);
            addRing(mesh.positions(), ring, meanArea / Math.max(laplacian.mass()[i], 1e-3 * meanArea), a);
        }
        SparseMatrix rings = a.build();
        double little =
                REGULARISATION * Arrays.stream(rings.diagonal()).average().orElse(1);
        double[] same = new double[n];
        Arrays.fill(same, little);
        return rings.plus(1, SparseMatrix.diagonal(same));
    }

    /** weight·(I − QQᵀ) */
    private static void addRing(float[] xyz, int[] ring, double weight, SparseBuilder a) {
        int m = ring.length;
        double[][] q = basis(xyz, ring);
        for (int r = 0; r < m; r++) {
            for (int c = 0; c < m; c++) {
                double value = r == c ? 1 : 0;
                for (double[] column : q) {
                    value -= column == null ? 0 : column[r] * column[c];
                }
                a.add(ring[r], ring[c], weight * value);
            }
        }
    }

    /** (1, x, y, z) on the ring by Gram-Schmidt, the widest direction first; null for directions without remainder. */
    private static double[][] basis(float[] xyz, int[] ring) {
        int m = ring.length;
        double[][] q = new double[4][m];
        Arrays.fill(q[0], 1 / Math.sqrt(m));
        for (int r = 0; r < m; r++) {
            for (int x = 0; x < 3; x++) {
                q[x + 1][r] = xyz[3 * ring[r] + x] - xyz[3 * ring[0] + x];
            }
        }
        double widest = 0;
        for (int k = 1; k < 4; k++) {
            for (int left = k; left < 4; left++) {
                remove(q[k - 1], q[left]);
                if (length(q[left]) > length(q[k])) {
                    double[] swap = q[k];
                    q[k] = q[left];
                    q[left] = swap;
                }
            }
            double length = length(q[k]);
            widest = Math.max(widest, length);
            if (!(length > MIN_THICKNESS * widest)) {
                Arrays.fill(q, k, 4, null);
                return q;
            }
            for (int r = 0; r < m; r++) {
                q[k][r] /= length;
            }
        }
        return q;
    }

    private static void remove(double[] unit, double[] from) {
        double along = 0;
        for (int r = 0; r < unit.length; r++) {
            along += unit[r] * from[r];
        }
        for (int r = 0; r < unit.length; r++) {
            from[r] -= along * unit[r];
        }
    }

    private static double length(double[] column) {
        double sum = 0;
        for (double value : column) {
            sum += value * value;
        }
        return Math.sqrt(sum);
    }
}
