package dev.sinew.solve.pass;

import dev.sinew.solve.sequence.Trajectories;

/** Trajectories of a block of vertices, and of their normals if these are fitted. Working memory of one thread. */
public final class BlockRows {
    /** Maximum vertices per block. */
    static final int BLOCK = 32;

    /** λ², 0 without normals. */
    final double lambda;

    final double[] y;
    final double[] z;
    final double[] yNorms = new double[BLOCK];
    private final double[] zNorms = new double[BLOCK];
    private final Trajectories positions;
    private final PassTerms terms;

    BlockRows(Trajectories positions, PassTerms terms) {
        this.positions = positions;
        this.terms = terms;
        lambda = terms.lambda();
        y = new double[BLOCK * positions.dimensions()];
        z = new double[lambda > 0 ? y.length : 0];
    }

    /** Row 0 belongs to vertex {@code from}; each row has one entry per dimension. */
    void fetch(int from, int to) {
        positions.rows(from, to, y, yNorms);
        if (lambda > 0) {
            terms.shading().orElseThrow().z().rows(from, to, z, zNorms);
        }
    }

    int dimensions() {
        return positions.dimensions();
    }

    /** ‖y‖² + λ²·‖z‖² of a row. */
    double norm(int k) {
        return lambda > 0 ? yNorms[k] + lambda * zNorms[k] : yNorms[k];
    }
}
