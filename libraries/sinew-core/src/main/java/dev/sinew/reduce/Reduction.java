package dev.sinew.reduce;

import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.solve.DenseWeights;
import dev.sinew.solve.examples.ExamplePoses;
import dev.sinew.solve.examples.ModelWeld;
import java.util.List;

/** A model with fewer influences per vertex. */
public final class Reduction {
    private Reduction() {}

    /** The model with other weights, and how the loop ended where the method has one. */
    public static Fitted<SkinnedModel> of(ModelInput input, ReduceOptions options, Progress progress) {
        if (options.method().needsExamples() && input.examples().isEmpty()) {
            throw new IllegalArgumentException(options.method() + " needs example poses");
        }
        return ModelWeld.solvePerPoint(input, points -> reduced(points, options, progress));
    }

    private static Fitted<SkinnedModel> reduced(ModelInput input, ReduceOptions options, Progress progress) {
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
            return new Fitted<>(
                    model.withWeights(settled.weights),
                    settled.outcome,
                    settled.convergence.length,
                    settled.convergence,
                    List.of());
        }
    }

    /** @param convergence how far the weights moved, a sweep */
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
        // The largest weights' bones follow the poses twice as badly (docs/decisions.md).
        SkinWeights start = GeometryWeights.of(input.model().weights(), poses, influences, workers);
        VertexGraph graph = VertexGraph.of(input.model().rest());
        return new NeighbourSweeps(graph, progress).run(start, new PoissonStep(poses, start, graph, workers));
    }
}
