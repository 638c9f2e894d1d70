package dev.sinew.reduce;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.solve.DenseWeights;
import java.util.Arrays;

/**
 * δ_i = w′_i − w_i, the weights themselves. For one vertex the sum over its edges is (deg + λ)·‖w′ − (w_i + Σ_j δ_j/(deg +
 * λ))‖² and a constant, so the best w′ is the nearest point of its simplex.
 */
final class SmoothStep implements NeighbourSweeps.Step {
    private final DenseWeights wanted;
    private final SkinWeights start;
    private final VertexGraph graph;
    /** N·B */
    private final double[] delta;

    private final double[] sorted;

    SmoothStep(DenseWeights wanted, SkinWeights start, VertexGraph graph) {
        this.wanted = wanted;
        this.start = start;
        this.graph = graph;
        this.sorted = new double[start.influences()];
        this.delta = DenseWeights.of(start, wanted.boneCount()).values();
        for (int k = 0; k < delta.length; k++) {
            delta[k] -= wanted.values()[k];
        }
    }

    @Override
    public void solve(int i, double[] weights) {
        int b = wanted.boneCount();
        int own = start.influencesOf(i);
        double degree = graph.start(i + 1) - graph.start(i) + NeighbourSweeps.ANCHOR;
        for (int k = 0; k < own; k++) {
            int bone = start.bones()[i * start.influences() + k];
            double sum = 0;
            for (int at = graph.start(i); at < graph.start(i + 1); at++) {
                sum += delta[graph.neighbours()[at] * b + bone];
            }
            weights[k] = wanted.values()[i * b + bone] + sum / degree;
        }
        project(weights, own);
        for (int k = 0; k < own; k++) {
            int at = i * b + start.bones()[i * start.influences() + k];
            delta[at] = weights[k] - wanted.values()[at];
        }
    }

    /** The nearest point with x ≥ 0, Σx = 1: all lowered alike, those below zero cut. */
    private void project(double[] x, int count) {
        System.arraycopy(x, 0, sorted, 0, count);
        Arrays.sort(sorted, 0, count);
        double sum = 0;
        double shift = 0;
        for (int used = 1; used <= count; used++) {
            sum += sorted[count - used];
            double candidate = (sum - 1) / used;
            shift = sorted[count - used] > candidate ? candidate : shift;
        }
        for (int k = 0; k < count; k++) {
            x[k] = Math.max(0, x[k] - shift);
        }
    }
}
