package dev.sinew.solve;

import dev.sinew.linalg.Kernels;
import dev.sinew.linalg.Orthonormal;
import dev.sinew.linalg.Products;
import dev.sinew.linalg.SymmetricEigen;
import dev.sinew.math.Workers;
import java.util.Arrays;

/**
 * A sequence in few coordinates, KSO10 §3: A ≈ P·C with P orthonormal. What is lost adds in squares to every error found
 * in the reduced space, since ‖TX−A‖² = ‖T_r·X−C‖² + ‖PC−A‖².
 *
 * <p>NOTE: instead of KSO10's Algorithm 1 the basis comes from the principal directions of a sample of trajectories, by
 * one step of block power iteration from trajectories themselves. It needs fewer dimensions for the same loss and a
 * fraction of the time (docs/decisions.md). With few frames the directions are exact.
 */
public final class ReducedSequence {
    private static final int BLOCK = 64;
    /** More trajectories than this, and than a few a dimension, add nothing to the basis. */
    private static final int MIN_SAMPLE = Integer.getInteger("x.rmin", 500);

    private static final int SAMPLE_A_DIMENSION = Integer.getInteger("x.rper", 6);

    private final Trajectories coordinates;
    private final double[] basisRows;
    private final double lostSquared;

    private ReducedSequence(Trajectories coordinates, double[] basisRows, double lostSquared) {
        this.coordinates = coordinates;
        this.basisRows = basisRows;
        this.lostSquared = lostSquared;
    }

    /**
     * @param tolerance root mean square a coordinate that may be lost
     * @param maxDimensions bound on d, whatever is lost
     */
    public static ReducedSequence of(
            NormalisedSequence sequence, double tolerance, int maxDimensions, long seed, Workers workers) {
        int m = sequence.dimensions();
        VertexSample sample =
                VertexSample.of(sequence.vertexCount(), Math.max(MIN_SAMPLE, SAMPLE_A_DIMENSION * maxDimensions), seed);
        int ns = sample.indices().length;
        double[] r = new double[ns * m];
        double[] row = new double[m];
        for (int k = 0; k < ns; k++) {
            sequence.rows(sample.indices()[k], sample.indices()[k] + 1, row, new double[1]);
            System.arraycopy(row, 0, r, k * m, m);
        }
        double[] basis = principalRows(r, ns, m, tolerance, Math.min(maxDimensions, Math.min(m, ns)), workers);
        return project(sequence, basis, basis.length / m, workers);
    }

    /** Pᵀ, d×m: the leading principal directions of the rows of r. */
    private static double[] principalRows(
            double[] r, int ns, int m, double tolerance, int maxDimensions, Workers workers) {
        double[] rT = Products.transpose(r, ns, m);
        int s = Math.min(Math.min(m, ns), maxDimensions + 8);
        double[] q;
        double[] gram;
        if (s == m) {
            q = null;
            gram = Products.multiply(rT, m, ns, r, m, workers);
        } else {
            q = rangeRows(r, rT, ns, m, s, workers);
            s = q.length / m;
            double[] rq = Products.multiply(r, ns, m, Products.transpose(q, s, m), s, workers);
            gram = Products.multiply(Products.transpose(rq, ns, s), s, ns, rq, s, workers);
        }
        SymmetricEigen eigen = SymmetricEigen.of(gram, s);
        int d = cut(eigen.values(), squared(r), tolerance * tolerance * ns * m, Math.min(maxDimensions, s));
        double[] leading = Arrays.copyOf(eigen.vectors(), d * s);
        return q == null ? leading : Products.multiply(leading, d, s, q, m, workers);
    }

    /** Qᵀ, s×m: an orthonormal basis near the dominant directions, from s trajectories and one power step. */
    private static double[] rangeRows(double[] r, double[] rT, int ns, int m, int s, Workers workers) {
        double[] start = new double[s * m];
        for (int k = 0; k < s; k++) {
            System.arraycopy(r, (int) ((long) k * ns / s) * m, start, k * m, m);
        }
        int kept = Orthonormal.rows(start, s, m);
        double[] q = Arrays.copyOf(start, kept * m);
        double[] rq = Products.multiply(r, ns, m, Products.transpose(q, kept, m), kept, workers);
        double[] y = Products.transpose(Products.multiply(rT, m, ns, rq, kept, workers), m, kept);
        int rank = Orthonormal.rows(y, kept, m);
        return Arrays.copyOf(y, rank * m);
    }

    /** The fewest dimensions whose loss is allowed, at least one. */
    private static int cut(double[] values, double total, double allowed, int most) {
        double left = total;
        for (int d = 0; d < most; d++) {
            if (left <= allowed && d > 0) {
                return d;
            }
            left -= values[d];
        }
        return most;
    }

    private static double squared(double[] values) {
        double sum = 0;
        for (double v : values) {
            sum += v * v;
        }
        return sum;
    }

    private static ReducedSequence project(NormalisedSequence a, double[] basisRows, int d, Workers workers) {
        int m = a.dimensions();
        double[] p = Products.transpose(basisRows, d, m);
        RowBlocks c = new RowBlocks(a.vertexCount(), d);
        double[] lost = new double[Workers.chunks(a.vertexCount(), BLOCK)];
        Kernels kernels = Kernels.best();
        workers.forChunks(a.vertexCount(), BLOCK, (chunk, from, to) -> {
            double[] rows = new double[BLOCK * m];
            double[] reduced = new double[BLOCK * d];
            double[] norms = new double[BLOCK];
            a.rows(from, to, rows, norms);
            kernels.multiply(rows, 0, to - from, m, p, d, reduced);
            for (int i = from; i < to; i++) {
                c.setRow(i, reduced, (i - from) * d);
                lost[chunk] += Math.max(0, norms[i - from] - c.squaredNorm(i));
            }
        });
        double sum = 0;
        for (double part : lost) {
            sum += part;
        }
        return new ReducedSequence(c, basisRows, sum);
    }

    /** C, vertex by vertex. */
    public Trajectories coordinates() {
        return coordinates;
    }

    public int dimensions() {
        return coordinates.dimensions();
    }

    /** Pᵀ, d×3F, not to be modified. */
    public double[] basisRows() {
        return basisRows;
    }

    /** ‖PC − A‖² */
    public double lostSquared() {
        return lostSquared;
    }
}
