package dev.sinew.reduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.DenseRig;
import dev.sinew.Synthetic;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.solve.DenseWeights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The guarantees of each reduction method. */
class ReductionTest {
    private static final SkinnedModel TUBE = DenseRig.on(Synthetic.tube(40, 16), 8);
    private static final MeshSequence TRUTH = Synthetic.played(TUBE);

    private static SkinnedModel reduce(SkinnedModel model, int influences, ReduceMethod method) {
        ModelInput input = ModelInput.of(model).withExamples(model.clips().get(0), Synthetic.played(model));
        return Reduction.reduce(input, new ReduceOptions(influences, method, 2), Progress.SILENT)
                .model();
    }

    private static double erms(SkinnedModel model) {
        try (Workers workers = new Workers(1)) {
            return Measure.of(model, model.clips().get(0), TRUTH, workers).erms();
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceMethod.class)
    void weightsAreConvexWithinTheMaximumOfInfluences(ReduceMethod method) {
        SkinWeights weights = reduce(TUBE, 3, method).weights();
        assertThat(weights.maxInfluences()).isLessThanOrEqualTo(3);
        for (int i = 0; i < weights.vertexCount(); i++) {
            double sum = 0;
            for (int k = 0; k < weights.influences(); k++) {
                assertThat(weights.weights()[i * weights.influences() + k]).isGreaterThanOrEqualTo(0);
                sum += weights.weights()[i * weights.influences() + k];
            }
            assertThat(sum).isEqualTo(1, within(1e-12));
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceMethod.class)
    void enoughInfluencesKeepTheModel(ReduceMethod method) {
        assertThat(erms(reduce(TUBE, 8, method))).isLessThan(0.05);
    }

    @Test
    void largestKeepsTheLargest() {
        SkinWeights given = SkinWeights.of(4, new int[] {0, 1, 2, 3}, new double[] {0.1, 0.4, 0.2, 0.3});
        SkinWeights kept = given.largest(2);
        assertThat(kept.bones()).containsExactly(1, 3);
        assertThat(kept.weights()[0]).isEqualTo(4.0 / 7, within(1e-12));
    }

    @Test
    void geometryFollowsThePosesBest() {
        double geometry = erms(reduce(TUBE, 4, ReduceMethod.GEOMETRY));
        for (ReduceMethod other : ReduceMethod.values()) {
            assertThat(geometry).as("%s", other).isLessThanOrEqualTo(erms(reduce(TUBE, 4, other)));
        }
    }

    @Test
    void smoothIsSmootherThanLargest() {
        assertThat(roughness(reduce(TUBE, 4, ReduceMethod.SMOOTH)))
                .isLessThan(0.8 * roughness(reduce(TUBE, 4, ReduceMethod.LARGEST)));
    }

    /** Σ over edges of ‖δ_i − δ_j‖², δ the deviation of a vertex. */
    private static double roughness(SkinnedModel model) {
        double[] delta = DenseWeights.of(model.weights(), 8).values();
        double[] wanted = DenseWeights.of(TUBE.weights(), 8).values();
        VertexGraph graph = VertexGraph.of(model.rest());
        double sum = 0;
        for (int i = 0; i < graph.vertexCount(); i++) {
            for (int at = graph.start(i); at < graph.start(i + 1); at++) {
                int other = graph.neighbours()[at];
                for (int j = 0; j < 8; j++) {
                    double d = delta[i * 8 + j] - wanted[i * 8 + j] - delta[other * 8 + j] + wanted[other * 8 + j];
                    sum += d * d;
                }
            }
        }
        return sum;
    }

    @Test
    void rejectsMissingPoses() {
        assertThatThrownBy(() -> Reduction.reduce(
                        ModelInput.of(TUBE), new ReduceOptions(4, ReduceMethod.POISSON, 1), Progress.SILENT))
                .hasMessage("POISSON needs example poses");
    }
}
