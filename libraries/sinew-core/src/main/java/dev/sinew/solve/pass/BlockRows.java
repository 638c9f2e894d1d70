package dev.sinew.solve.pass;

import dev.sinew.solve.sequence.Trajectories;

/** Trajectories of a block of vertices, and of their normals where these take part. Working memory of one thread. */
public final class BlockRows {
    /** Most vertices in a block. */
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

    /** Vertex {@code from} stands first, each row as long as there are dimensions. */
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
