package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The encoding of morph targets for the viewer. */
class ShapePartTest {
    @Test
    void encodesShapesInViewerUnitsWithAmountsOfShownFrames() {
        MeshSequence sequence = ViewFixtures.sequence(3, 3, 1, 0, 5);
        SkinnedModel plain = ViewFixtures.model(sequence.rest(), 2, 1, 3, 0, 6);
        Clip clip = plain.clips().get(0).withShapes(new double[] {0.1, 0.2, 0.3, 0.4, 0.5, 0.6});
        float[][] moves = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 0, 0, 0, -1, 0, 0, 0, 0}};
        SkinnedModel shaped = new SkinnedModel(
                plain.rest(),
                plain.weights(),
                plain.skeleton(),
                plain.boneType(),
                List.of(clip),
                new Correctives(List.of("a", "b"), moves, new float[0][]));

        SceneReader reader = new SceneReader(
                ReportData.titled("walk", "fit").withModel("Skin", shaped, clip).encode(ViewBudget.PAGE));

        assertThat(reader.header.at("/stage/models/0/shapes").asInt()).isEqualTo(2);
        float[] seen = reader.floats("model0.shapes");
        assertThat(seen).hasSize(18);
        float unit = seen[0];
        assertThat(unit).isPositive();
        assertThat(seen[8]).isEqualTo(9 * unit, within(1e-5f));
        assertThat(seen[13]).isEqualTo(-unit, within(1e-6f));
        assertThat(ShapePart.amounts(clip, 2, new int[] {2, 0})).containsExactly(0.5f, 0.6f, 0.1f, 0.2f);
        assertThat(ShapePart.amounts(plain.clips().get(0), 2, new int[] {1})).containsExactly(0, 0);
    }
}
