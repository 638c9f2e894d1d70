package dev.sinew.reduce;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import java.util.Arrays;

/**
 * Weights that preserve the original's differences between neighbours, after Landreneau and Schaefer (2010). With δ_i the deviation of a
 * vertex, Σ_edges ‖δ_i − δ_j‖² + λ·Σ_i ‖δ_i‖² is minimised vertex by vertex, each exactly on its simplex.
 */
final class NeighbourSweeps {
    /** λ: the Laplacian does not penalise a constant offset of a whole shell; this term does, with a fiftieth of an edge's weight. */
    static final double ANCHOR_WEIGHT = 0.02;

    private static final int MAX_SWEEPS = 200;
    /** Stops when no weight changes by more than this in a sweep. */
    private static final double MAX_FINAL_CHANGE = 1e-4;

    private final VertexGraph graph;
    private final Progress progress;

    NeighbourSweeps(VertexGraph graph, Progress progress) {
        this.graph = graph;
        this.progress = progress;
    }

    /** The update of one vertex. */
    interface Step {
        /**
         * Computes the best weights of vertex i over its bones, given the deviations of its neighbours.
         *
         * @param weights of vertex i, one per bone of the vertex, modified
         */
        void solve(int i, double[] weights);
    }

    Reduction.Settled run(SkinWeights start, Step step) {
        int places = start.influences();
        double[] all = start.weights().clone();
        double[] weights = new double[places];
        double[] convergence = new double[MAX_SWEEPS];
        for (int sweep = 0; sweep < MAX_SWEEPS; sweep++) {
            double largest = 0;
            for (int i = 0; i < graph.vertexCount(); i++) {
                step.solve(i, weights);
                int own = start.influencesOf(i);
                for (int k = 0; k < own; k++) {
                    largest = Math.max(largest, Math.abs(weights[k] - all[i * places + k]));
                    all[i * places + k] = weights[k];
                }
            }
            convergence[sweep] = largest;
            if (largest < MAX_FINAL_CHANGE) {
                return settled(start, all, Outcome.CONVERGED, convergence, sweep + 1);
            }
            progress.update("smooth", sweep + 1, MAX_SWEEPS);
        }
        return settled(start, all, Outcome.ITERATION_LIMIT, convergence, MAX_SWEEPS);
    }

    private static Reduction.Settled settled(
            SkinWeights start, double[] weights, Outcome outcome, double[] convergence, int sweeps) {
        SkinWeights now = SkinWeights.of(start.influences(), start.bones(), weights);
        return new Reduction.Settled(now, outcome, Arrays.copyOf(convergence, sweeps));
    }
}
