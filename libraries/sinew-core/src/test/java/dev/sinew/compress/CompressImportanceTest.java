package dev.sinew.compress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.DenseRig;
import dev.sinew.Synthetic;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.skin.TwoLayerSkinning;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One half of a tube is more important than the other: two layers have a smaller error there, in weights and in poses. */
class CompressImportanceTest {
    private static final SkinnedModel TUBE = DenseRig.on(Synthetic.tube(40, 18), 9);
    private static final MeshSequence POSES = Synthetic.played(TUBE);

    private static boolean isImportant(int i) {
        return TUBE.rest().positions()[3 * i] > 0;
    }

    private static TwoLayerModel compressed(boolean examples, Optional<Importance> importance) {
        ModelInput input = ModelInput.of(TUBE);
        CompressOptions options =
                CompressOptions.defaults(new CompressOptions.VirtualBones(30)).withImportance(importance);
        return Compression.compress(
                        examples ? input.withExamples(TUBE.clips().get(0), POSES) : input, options, Progress.SILENT)
                .fitted()
                .model();
    }

    private static Optional<Importance> importance(double there, double elsewhere) {
        double[] values = new double[TUBE.vertexCount()];
        Arrays.setAll(values, i -> isImportant(i) ? there : elsewhere);
        return Optional.of(Importance.of(values));
    }

    /** Squared distance of the important vertices from their targets. */
    private static double squaredError(TwoLayerModel model) {
        double[] x = new double[3 * TUBE.vertexCount()];
        double sum = 0;
        for (int f = 0; f < POSES.frameCount(); f++) {
            BoneMotion motion = model.fallback().clips().get(0).motion();
            TwoLayerSkinning skinning = new TwoLayerSkinning(model);
            skinning.positions(skinning.virtualBones(motion.matrices(), motion.offset(f, 0)), 0, x.length / 3, x);
            for (int k = 0; k < x.length; k++) {
                double d = x[k] - POSES.frame(f)[k];
                sum += isImportant(k / 3) ? d * d : 0;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void importantVerticesHaveSmallerErrors(boolean examples) {
        double alike = squaredError(compressed(examples, Optional.empty()));
        assertThat(squaredError(compressed(examples, importance(100, 1)))).isLessThan(0.8 * alike);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void verticesWithoutImportanceHaveWeightsThatSumToOne(boolean examples) {
        TwoLayerModel model = compressed(examples, importance(1, 0));
        double[] w = new double[TUBE.boneCount()];
        for (int i = 0; i < TUBE.vertexCount(); i++) {
            model.layers().weightsOf(i, w);
            assertThat(Arrays.stream(w).sum()).as("vertex %d", i).isBetween(1 - 1e-4, 1 + 1e-4);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void equalImportanceChangesNothing(boolean examples) {
        TwoLayerModel without = compressed(examples, Optional.empty());
        TwoLayerModel alike = compressed(examples, importance(7, 7));
        assertThat(squaredError(alike)).isEqualTo(squaredError(without));
    }

    @Test
    void rejectsAnotherNumberOfVertices() {
        Optional<Importance> wrong = Optional.of(Importance.of(new double[] {1, 2}));
        assertThatThrownBy(() -> compressed(false, wrong))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("2 importance values for " + TUBE.vertexCount() + " vertices");
    }
}
