package dev.sinew.reduce;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import java.util.Arrays;

/**
 * Weights that keep what the original has between neighbours, the idea of Landreneau and Schaefer (2010): with δ_i what
 * a vertex has too much, Σ_edges ‖δ_i − δ_j‖² + λ·Σ_i ‖δ_i‖² is lowered vertex by vertex, each exactly on its simplex.
 */
final class NeighbourSweeps {
    /** λ: the Laplacian says nothing about a whole shell being off, this does; a fiftieth of an edge. */
    static final double ANCHOR = 0.02;

    private static final int MOST_SWEEPS = 200;
    /** Ends when no weight moves by more than this in a sweep. */
    private static final double STILL = 1e-4;

    private final VertexGraph graph;
    private final Progress progress;

    NeighbourSweeps(VertexGraph graph, Progress progress) {
        this.graph = graph;
        this.progress = progress;
    }

    /** One vertex of a method. */
    interface Step {
        /**
         * The best weights of vertex i over the bones it has, given what its neighbours have too much.
         *
         * @param weights of vertex i, as many as it has bones, modified
         */
        void solve(int i, double[] weights);
    }

    Reduction.Settled run(SkinWeights start, Step step) {
        int places = start.influences();
        double[] all = start.weights().clone();
        double[] weights = new double[places];
        double[] convergence = new double[MOST_SWEEPS];
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
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
            if (largest < STILL) {
                return settled(start, all, Outcome.CONVERGED, convergence, sweep + 1);
            }
            progress.say("smooth", sweep + 1, MOST_SWEEPS);
        }
        return settled(start, all, Outcome.ITERATION_LIMIT, convergence, MOST_SWEEPS);
    }

    private static Reduction.Settled settled(
            SkinWeights start, double[] weights, Outcome outcome, double[] convergence, int sweeps) {
        SkinWeights now = SkinWeights.of(start.influences(), start.bones(), weights);
        return new Reduction.Settled(now, outcome, Arrays.copyOf(convergence, sweeps));
    }
}
