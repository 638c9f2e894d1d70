package dev.sinew.reduce;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import dev.sinew.solve.DenseWeights;
import dev.sinew.solve.examples.ExamplePoses;
import dev.sinew.solve.examples.ModelWeld;
import java.util.Arrays;
import java.util.List;

/** Reduces the number of influences per vertex. */
public final class Reduction {
    private Reduction() {}

    /** Returns the model with reduced weights, and the outcome of the loop if the method has one. */
    public static SolveResult<SkinnedModel> reduce(ModelInput input, ReduceOptions options, Progress progress) {
        if (options.method().needsExamples() && input.examples().isEmpty()) {
            throw new IllegalArgumentException(options.method() + " needs example poses");
        }
        return ModelWeld.solvePerPoint(input, points -> reduceWelded(points, options, progress));
    }

    private static SolveResult<SkinnedModel> reduceWelded(ModelInput input, ReduceOptions options, Progress progress) {
        SkinnedModel model = input.model();
        try (Workers workers = new Workers(options.threads())) {
            Settled settled = switch (options.method()) {
                case LARGEST -> Settled.atOnce(model.weights().largest(options.influences()));
                case SMOOTH -> smooth(model, options.influences(), progress);
                case GEOMETRY ->
                    Settled.atOnce(
                            GeometryWeights.of(model.weights(), poses(input, workers), options.influences(), workers));
                case POISSON -> poisson(input, options.influences(), progress, workers);
            };
            return new SolveResult<>(
                    model.withWeights(settled.weights),
                    settled.outcome,
                    settled.convergence.length,
                    settled.convergence,
                    List.of());
        }
    }

    /** @param convergence maximum weight change per sweep */
    record Settled(SkinWeights weights, Outcome outcome, double[] convergence) {
        static Settled atOnce(SkinWeights weights) {
            return new Settled(weights, Outcome.CONVERGED, new double[0]);
        }
    }

    private static ExamplePoses poses(ModelInput input, Workers workers) {
        ModelInput.Examples examples = input.examples().orElseThrow();
        return ExamplePoses.of(input.model().rest(), examples.clip().motion(), examples.poses(), workers);
    }

    private static Settled smooth(SkinnedModel model, int influences, Progress progress) {
        SkinWeights start = model.weights().largest(influences);
        DenseWeights wanted = DenseWeights.of(model.weights(), model.boneCount());
        return new NeighbourSweeps(VertexGraph.of(model.rest()), progress)
                .run(start, new SmoothStep(wanted, start, VertexGraph.of(model.rest())));
    }

    private static Settled poisson(ModelInput input, int influences, Progress progress, Workers workers) {
        ExamplePoses poses = poses(input, workers);
        // The bones of the largest weights have twice the error in the poses (docs/decisions/index.md).
        SkinWeights start = GeometryWeights.of(input.model().weights(), poses, influences, workers);
        VertexGraph graph = VertexGraph.of(input.model().rest());
        return new NeighbourSweeps(graph, progress).run(start, new PoissonStep(poses, start, graph, workers));
    }

    /**
     * δ_i = w′_i − w_i, the weights themselves. For one vertex the sum over its edges is (deg + λ)·‖w′ − (w_i + Σ_j δ_j/(deg + λ))‖² plus a
     * constant, so the best w′ is the nearest point of its simplex.
     */
    private static final class SmoothStep implements NeighbourSweeps.Step {
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
            double degree = graph.start(i + 1) - graph.start(i) + NeighbourSweeps.ANCHOR_WEIGHT;
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

        /** Projects to the nearest point with x ≥ 0, Σx = 1: subtracts a constant and clamps at zero. */
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
}
