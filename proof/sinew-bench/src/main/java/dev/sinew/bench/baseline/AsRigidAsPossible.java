package dev.sinew.bench.baseline;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.math.NearestRotation;
import dev.sinew.mesh.Mesh;
import java.util.Arrays;

/**
 * As-rigid-as-possible surface modelling on the full mesh (Sorkine and Alexa 2007): cotangent weights, one rotation per vertex
 * over its spokes, positions by one prefactored Laplacian. Handle vertices are met exactly. Starts from the last result;
 * single-threaded.
 */
public final class AsRigidAsPossible {
    private static final int NONE = -1;

    private final SparseMatrix l;
    private final int n;
    private final int[] held;
    /** Row of each vertex among the free ones, {@link #NONE} for fixed ones. */
    private final int[] unknown;

    private final SparseCholesky factor;
    private final double[] rest;
    private final double[] p;
    private final double[] rotations;
    private final double[] right;
    private final NearestRotation nearest = new NearestRotation();
    private final double[] block = new double[9];

    /** @param held vertices with given positions */
    public AsRigidAsPossible(Mesh mesh, int[] held) {
        this.l = MeshLaplacian.of(mesh, mesh.positions()).stiffness();
        this.n = mesh.vertexCount();
        this.held = held.clone();
        this.rest = new double[3 * n];
        for (int k = 0; k < rest.length; k++) {
            rest[k] = mesh.positions()[k];
        }
        this.p = rest.clone();
        this.rotations = new double[9 * n];
        this.unknown = new int[n];
        for (int i : held) {
            unknown[i] = NONE;
        }
        int free = 0;
        for (int i = 0; i < n; i++) {
            unknown[i] = unknown[i] == NONE ? NONE : free++;
        }
        this.right = new double[3 * free];
        this.factor = SparseCholesky.of(l.principal(unknown, free));
        reset();
    }

    /** Back to the rest pose. */
    public void reset() {
        System.arraycopy(rest, 0, p, 0, p.length);
        Arrays.fill(rotations, 0);
        for (int k = 0; k < rotations.length; k += 9) {
            rotations[k] = 1;
            rotations[k + 4] = 1;
            rotations[k + 8] = 1;
        }
    }

    /**
     * @param targets of the fixed vertices, 3 numbers each
     * @param settled largest change of a rotation's entries that counts as converged
     * @return iterations, at most {@code most}
     */
    public int solve(double[] targets, double settled, int most) {
        for (int k = 0; k < held.length; k++) {
            System.arraycopy(targets, 3 * k, p, 3 * held[k], 3);
        }
        for (int iteration = 1; iteration <= most; iteration++) {
            boolean still = turn() <= settled;
            if (still && iteration > 1) {
                return iteration;
            }
            move();
        }
        return most;
    }

    /** The best-fitting rotation of each vertex over its spokes; returns the largest change of an entry. */
    private double turn() {
        double change = 0;
        for (int i = 0; i < n; i++) {
            Arrays.fill(block, 0);
            for (int e = l.starts()[i]; e < l.starts()[i + 1]; e++) {
                int k = l.indices()[e];
                double c = -l.values()[e];
                for (int r = 0; r < 3 && k != i; r++) {
                    double moved = c * (p[3 * i + r] - p[3 * k + r]);
                    block[3 * r] += moved * (rest[3 * i] - rest[3 * k]);
                    block[3 * r + 1] += moved * (rest[3 * i + 1] - rest[3 * k + 1]);
                    block[3 * r + 2] += moved * (rest[3 * i + 2] - rest[3 * k + 2]);
                }
            }
            nearest.of(block, 0, 3, block, 0, 3);
            for (int k = 0; k < 9; k++) {
                change = Math.max(change, Math.abs(block[k] - rotations[9 * i + k]));
                rotations[9 * i + k] = block[k];
            }
        }
        return change;
    }

    /** L·p = Σ_k c_ik·½(R_i + R_k)(u_i − u_k), with fixed vertices on the right-hand side. */
    private void move() {
        int free = right.length / 3;
        for (int i = 0; i < n; i++) {
            if (unknown[i] == NONE) {
                continue;
            }
            for (int d = 0; d < 3; d++) {
                right[d * free + unknown[i]] = rightHandSide(i, d);
            }
        }
        factor.solveColumns(right, 3);
        for (int i = 0; i < n; i++) {
            for (int d = 0; d < 3 && unknown[i] != NONE; d++) {
                p[3 * i + d] = right[d * free + unknown[i]];
            }
        }
    }

    private double rightHandSide(int i, int d) {
        double sum = 0;
        for (int e = l.starts()[i]; e < l.starts()[i + 1]; e++) {
            int k = l.indices()[e];
            if (k == i) {
                continue;
            }
            double c = -l.values()[e];
            double turned = 0;
            for (int q = 0; q < 3; q++) {
                turned += (rotations[9 * i + 3 * d + q] + rotations[9 * k + 3 * d + q])
                        * (rest[3 * i + q] - rest[3 * k + q]);
            }
            sum += c * (0.5 * turned + (unknown[k] == NONE ? p[3 * k + d] : 0));
        }
        return sum;
    }

    /** 3N, the solver's own array. */
    public double[] positions() {
        return p;
    }
}
