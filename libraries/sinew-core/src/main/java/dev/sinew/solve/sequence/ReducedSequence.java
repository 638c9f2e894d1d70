package dev.sinew.solve.sequence;

import dev.sinew.linalg.Kernels;
import dev.sinew.linalg.Orthonormal;
import dev.sinew.linalg.Products;
import dev.sinew.platform.Workers;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Optional;

/**
 * A sequence in few coordinates, KSO10 §3: A ≈ P·C with P orthonormal. The loss adds in squares to every error in the reduced space,
 * because ‖TX−A‖² = ‖T_r·X−C‖² + ‖PC−A‖².
 *
 * <p>NOTE: KSO10's Algorithm 1 takes the longest remaining trajectory as the next direction. Here it runs on a sample of the trajectories,
 * and again on the result of one step of block power iteration. This needs almost as few dimensions as a singular value decomposition, in a
 * fraction of the time (docs/decisions/index.md).
 */
public final class ReducedSequence {
    /**
     * RMS per coordinate that a reduction may lose, in units of the ball. NOTE: half of KSO10's ε; the last step, in full coordinates,
     * recovers the loss.
     */
    public static final double DEFAULT_LOSS = 0.25e-3;

    private static final int BLOCK = 64;
    /** More trajectories than this, and than a few per dimension, do not improve the basis. */
    private static final int MIN_SAMPLE = 500;

    private static final int SAMPLES_PER_DIMENSION = 6;
    private static final int OVERSAMPLING = 8;

    private final Projection positions;
    private final Optional<Projection> normals;
    private final double[] basisRows;
    private final double[] importance;

    /** Trajectories in the basis, and the squared norm of what was lost. */
    private record Projection(Trajectories coordinates, double lostSquared) {}

    private ReducedSequence(
            Projection positions, Optional<Projection> normals, double[] basisRows, double[] importance) {
        this.positions = positions;
        this.normals = normals;
        this.basisRows = basisRows;
        this.importance = importance;
    }

    /**
     * @param tolerance RMS per coordinate that may be lost
     * @param maxDimensions bound on d, whatever the loss
     */
    public static ReducedSequence of(
            NormalisedSequence sequence, double tolerance, int maxDimensions, long seed, Workers workers) {
        return of(sequence, new double[0], tolerance, maxDimensions, seed, workers);
    }

    /** @param importance weight of each vertex, empty if all are equal */
    public static ReducedSequence of(
            NormalisedSequence sequence,
            double[] importance,
            double tolerance,
            int maxDimensions,
            long seed,
            Workers workers) {
        return of(sequence, Optional.empty(), importance, Optional.empty(), tolerance, maxDimensions, seed, workers);
    }

    /**
     * @param normals projected to the same basis, because bones transform them by the same numbers
     * @param remote machines that project and keep the trajectories; empty to do it here
     */
    public static ReducedSequence of(
            NormalisedSequence sequence,
            Optional<NormalSequence> normals,
            double[] importance,
            Optional<RemoteVertices> remote,
            double tolerance,
            int maxDimensions,
            long seed,
            Workers workers) {
        int m = sequence.dimensions();
        VertexSample sample = VertexSample.of(
                sequence.vertexCount(), Math.max(MIN_SAMPLE, SAMPLES_PER_DIMENSION * maxDimensions), seed);
        int ns = sample.indices().length;
        int all = normals.isPresent() ? 2 * ns : ns;
        double[] r = Arrays.copyOf(sequence.some(sample.indices()), all * m);
        if (normals.isPresent()) {
            System.arraycopy(normals.get().some(sample.indices()), 0, r, ns * m, ns * m);
        }
        for (int k = 0; k < all; k++) {
            double factor = Math.sqrt(importanceOf(importance, sample.indices()[k % ns]));
            for (int x = 0; x < m; x++) {
                r[k * m + x] *= k < ns ? factor : factor * NormalSequence.FIRST_WEIGHT;
            }
        }
        double[] basis = principalRows(r, all, m, tolerance, Math.min(maxDimensions, Math.min(m, ns)), workers);
        int d = basis.length / m;
        if (remote.isPresent()) {
            int n = sequence.vertexCount();
            RemoteVertices.Lost lost = remote.get().project(basis, d, n);
            return new ReducedSequence(
                    new Projection(new RemoteTrajectories(remote.get(), n, d, false), lost.positions()),
                    normals.map(z -> new Projection(new RemoteTrajectories(remote.get(), n, d, true), lost.normals())),
                    basis,
                    importance);
        }
        return new ReducedSequence(
                project(sequence, importance, basis, d, workers),
                normals.map(n -> project(n, importance, basis, d, workers)),
                basis,
                importance);
    }

    private static double importanceOf(double[] importance, int i) {
        return importance.length == 0 ? 1 : importance[i];
    }

    /** Pᵀ, d×m: close to the leading principal directions of the rows of r, most important first. */
    private static double[] principalRows(
            double[] r, int ns, int m, double tolerance, int maxDimensions, Workers workers) {
        int s = Math.min(Math.min(m, ns), maxDimensions + OVERSAMPLING);
        double[] start = new double[s * m];
        for (int k = 0; k < s; k++) {
            System.arraycopy(r, (int) ((long) k * ns / s) * m, start, k * m, m);
        }
        double[] q = Orthonormal.basisOf(start, s, m);
        double[] image = project(r, ns, m, q, workers);
        double[] power =
                Products.multiply(Products.transpose(image, ns, q.length / m), q.length / m, ns, r, m, workers);
        double[] basis = Orthonormal.basisOf(power, q.length / m, m);
        double[] coordinates = project(r, ns, m, basis, workers);
        int rank = basis.length / m;
        int d = cut(columnSquares(coordinates, rank), squared(r), tolerance * tolerance * ns * m);
        return Arrays.copyOf(basis, Math.min(d, maxDimensions) * m);
    }

    /** R·Qᵀ, ns×(rows of q) */
    private static double[] project(double[] r, int ns, int m, double[] q, Workers workers) {
        int s = q.length / m;
        return Products.multiply(r, ns, m, Products.transpose(q, s, m), s, workers);
    }

    private static double[] columnSquares(double[] a, int columns) {
        double[] sums = new double[columns];
        for (int k = 0; k < a.length; k++) {
            sums[k % columns] += a[k] * a[k];
        }
        return sums;
    }

    /** The fewest dimensions with an allowed loss, at least one. */
    private static int cut(double[] energies, double total, double allowed) {
        double left = total;
        for (int d = 0; d < energies.length; d++) {
            if (left <= allowed && d > 0) {
                return d;
            }
            left -= energies[d];
        }
        return energies.length;
    }

    private static double squared(double[] values) {
        double sum = 0;
        for (double v : values) {
            sum += v * v;
        }
        return sum;
    }

    /** Projects the trajectories of some vertices on the machine that has them. */
    public static Part project(SequencePart part, double[] basisRows, int d) {
        Projection positions = project(part.positions(), part.importance(), basisRows, d, Workers.CALLER);
        Optional<Projection> normals =
                part.normals().map(z -> project(z, part.importance(), basisRows, d, Workers.CALLER));
        return new Part(
                positions.coordinates,
                normals.map(Projection::coordinates).orElse(null),
                new RemoteVertices.Lost(
                        positions.lostSquared,
                        normals.map(Projection::lostSquared).orElse(0.0)));
    }

    /** The data a chunk keeps; rows start at 0. */
    public record Part(Trajectories positions, Trajectories normalsOrNull, RemoteVertices.Lost lost)
            implements Serializable {
        public Optional<Trajectories> normals() {
            return Optional.ofNullable(normalsOrNull);
        }
    }

    private static Projection project(Trajectories a, double[] importance, double[] basisRows, int d, Workers workers) {
        int m = a.dimensions();
        double[][] p = Kernels.padColumns(Products.transpose(basisRows, d, m), m, d);
        int wide = Kernels.padded(d, Kernels.COLUMN_TILE);
        RowBlocks c = new RowBlocks(a.vertexCount(), d);
        double[] lost = new double[Workers.chunks(a.vertexCount(), BLOCK)];
        Kernels kernels = Kernels.best();
        // Chunks of as many vertices as are fetched at once.
        int size = Math.max(1, a.span() / BLOCK) * BLOCK;
        workers.forChunks(a.vertexCount(), size, (chunk, first, end) -> {
            double[] rows = new double[BLOCK * m];
            double[] reduced = new double[BLOCK * wide];
            double[] norms = new double[BLOCK];
            for (int from = first; from < end; from += BLOCK) {
                int to = Math.min(end, from + BLOCK);
                a.rows(from, to, rows, norms);
                kernels.multiplyTiles(rows, 0, BLOCK, m, p, wide, reduced);
                for (int i = from; i < to; i++) {
                    c.setRow(i, reduced, (i - from) * wide);
                    lost[from / BLOCK] += importanceOf(importance, i) * Math.max(0, norms[i - from] - c.squaredNorm(i));
                }
            }
        });
        double sum = 0;
        for (double part : lost) {
            sum += part;
        }
        return new Projection(c, sum);
    }

    /** Weight of each vertex; empty if all are equal. Do not modify. */
    public double[] importance() {
        return importance;
    }

    /** C, vertex by vertex. */
    public Trajectories coordinates() {
        return positions.coordinates;
    }

    /** The same for normals, if there are any. */
    public Optional<Trajectories> normalCoordinates() {
        return normals.map(Projection::coordinates);
    }

    public int dimensions() {
        return positions.coordinates.dimensions();
    }

    /** Pᵀ, d×3F. Do not modify. */
    public double[] basisRows() {
        return basisRows;
    }

    /** ‖PC − A‖² */
    public double lostSquared() {
        return positions.lostSquared;
    }

    /** The same for normals, 0 without. */
    public double lostNormals() {
        return normals.map(Projection::lostSquared).orElse(0.0);
    }

    /** Projected trajectories kept by other machines. */
    public record RemoteTrajectories(RemoteVertices machines, int vertexCount, int dimensions, boolean normals)
            implements Trajectories {
        @Override
        public void rows(int from, int to, double[] rows, double[] squaredNorms) {
            throw new IllegalStateException("remote trajectories cannot be read here");
        }

        @Override
        public Optional<RemoteVertices> remote() {
            return Optional.of(machines);
        }

        @Override
        public double[] some(int[] vertices) {
            return machines.rows(vertices, normals);
        }
    }
}
