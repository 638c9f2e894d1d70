package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The encoding of a two-layer model for the viewer. */
class TwoLayerPartTest {
    @Test
    void encodesLayersAndFallback() {
        MeshSequence sequence = ViewFixtures.sequence(3, 2, 1, 0, 5);
        SkinnedModel fallback = ViewFixtures.model(sequence.rest(), 2, 1, 2, 0, 6);
        TwoLayerWeights layers = TwoLayerWeights.of(
                2,
                2,
                new int[] {0, 1, 1, 0},
                new double[] {0.25, 0.75, 1, 0},
                new int[] {0, 1, 1, 0, 1, 1},
                new double[] {0.5, 0.5, 1.25, -0.25, 1, 0});
        SceneReader reader = new SceneReader(ReportData.titled("walk", "compress")
                .withModel(
                        "Two layers",
                        new TwoLayerModel(fallback, layers),
                        fallback.clips().get(0))
                .withModel("Fallback", fallback, fallback.clips().get(0))
                .encode(ViewBudget.PAGE));

        JsonNode models = reader.header.at("/stage/models");
        assertThat(models.at("/0/kind").asString()).isEqualTo("twoLayer");
        assertThat(models.at("/0/virtualBones").asInt()).isEqualTo(2);
        assertThat(models.at("/0/atomInfluences").asInt()).isEqualTo(2);
        assertThat(models.at("/1/kind").asString()).isEqualTo("linear");
        assertThat(reader.integers("model0.atomBones")).containsExactly(0, 1, 1, 0);
        assertThat(reader.floats("model0.atomWeights")).containsExactly(0.25f, 0.75f, 1, 0);
        assertThat(reader.integers("model0.virtual")).containsExactly(0, 1, 1, 1, 0, 0);
        assertThat(reader.floats("model0.coefficients")).containsExactly(0.5f, 1.25f, 1);
    }
}
