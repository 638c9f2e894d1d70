package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;

/** Shared helpers of the fit tests. */
abstract class FitCases extends QuietTest {
    static FitOptions bones(int count) {
        return FitOptions.defaults(new FitOptions.Bones(count)).withThreads(2);
    }

    static FitResult fit(MeshSequence sequence, FitOptions options) {
        FitResult result = LinearFit.fit(sequence, options, Progress.SILENT);
        checkSound(result, sequence, options);
        return result;
    }

    static SkinnedModel modelOf(FitResult result) {
        return result.fitted().model();
    }

    static double erms(FitResult result, MeshSequence truth) {
        return error(result, truth).erms();
    }

    static SequenceError error(FitResult result, MeshSequence truth) {
        try (Workers workers = new Workers(1)) {
            SkinnedModel model = modelOf(result);
            return Measure.of(model, model.clips().get(0), truth, workers);
        }
    }

    /** Three tubes, five bones, all known. */
    static SkinnedModel knownModel(int frames) {
        Mesh mesh = Synthetic.shells(Synthetic.tube(24, 12), 3, 1.6f);
        double[] pivots = {-1.4, 0, 0, 1.4, 0, 0, 0, 1.6, 0, -1.2, 3.2, 0, 1.2, 3.2, 0};
        return Synthetic.model(mesh, pivots, frames, 5);
    }

    /** A sheet that swirls under a bump that moves over it: a few bones cannot reproduce it exactly. */
    static MeshSequence ripples(int columns, int frameCount) {
        Mesh grid = Synthetic.grid(columns, columns);
        float[][] frames = new float[frameCount][];
        for (int f = 0; f < frameCount; f++) {
            frames[f] = grid.positions().clone();
            for (int i = 0; i < grid.vertexCount(); i++) {
                ripple(frames[f], 3 * i, 2.0 * f / frameCount);
            }
        }
        return Synthetic.sequence(grid.withPositions(frames[0]), frames);
    }

    private static void ripple(float[] xyz, int at, double t) {
        double x = xyz[at];
        double y = xyz[at + 1];
        double dx = x - Math.cos(3 * t);
        double dy = y - 0.7 * Math.sin(4 * t);
        double turn = 1.2 * t * Math.exp(-x * x - y * y);
        xyz[at] = (float) (x * Math.cos(turn) - y * Math.sin(turn));
        xyz[at + 1] = (float) (x * Math.sin(turn) + y * Math.cos(turn));
        xyz[at + 2] = (float) (0.4 * Math.exp(-3 * (dx * dx + dy * dy)));
    }

    private static void checkSound(FitResult result, MeshSequence sequence, FitOptions options) {
        SkinnedModel model = modelOf(result);
        checkWeights(model.weights(), options.influences());
        assertThat(model.vertexCount()).isEqualTo(sequence.vertexCount());
        assertThat(model.clips()).hasSize(1);
        assertThat(model.clips().get(0).motion().frameCount()).isEqualTo(sequence.frameCount());
        for (double number : model.clips().get(0).motion().matrices()) {
            assertThat(number).isFinite();
        }
        for (double pivot : model.skeleton().pivots()) {
            assertThat(pivot).isFinite();
        }
        assertThat(erms(result, sequence)).isFinite();
        double[] history = result.fitted().convergence();
        assertThat(history).hasSize(result.fitted().iterations());
        for (double value : history) {
            assertThat(value).isFinite().isNotNegative();
        }
    }

    private static void checkWeights(SkinWeights weights, int most) {
        assertThat(weights.maxInfluences()).isLessThanOrEqualTo(most);
        int k = weights.influences();
        for (int i = 0; i < weights.vertexCount(); i++) {
            double sum = 0;
            for (int at = i * k; at < (i + 1) * k; at++) {
                assertThat(weights.weights()[at]).isNotNegative();
                sum += weights.weights()[at];
            }
            assertThat(sum).isBetween(1 - 1e-12, 1 + 1e-12);
        }
    }
}
