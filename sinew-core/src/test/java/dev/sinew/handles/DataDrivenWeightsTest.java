package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import java.util.List;
import org.junit.jupiter.api.Test;

class DataDrivenWeightsTest {
    private static final int N = 50;

    /** YLWXG19 Fig. 2–4: 2500 vertices, two handles, one example folded in the middle. */
    @Test
    void aFoldedCardGetsTwoStiffHalves() {
        Mesh card = Shapes.card(N);
        HandleSet handles =
                HandleSet.of(List.of(Shapes.point("left", -0.5, 0.01, 0), Shapes.point("right", 0.5, 0.01, 0)));
        HandleModels.Result result = HandleModels.of(
                new HandleModels.Input(card, handles, java.util.Optional.of(folded(card))),
                HandleModels.Options.defaults(),
                Progress.SILENT);
        assertThat(wrong(card, result.biharmonic().weights())).isGreaterThan(500);
        assertThat(wrong(card, result.weights())).isZero();
        HandleModels.Errors errors = result.errors().orElseThrow();
        assertThat(errors.after()).isLessThan(0.05 * errors.before());
        List<DataDrivenWeights.Energy> energies = result.learnt().orElseThrow().energies();
        for (int k = result.learnt().orElseThrow().groupsFixed() + 1; k < energies.size(); k++) {
            assertThat(energies.get(k).total())
                    .isLessThanOrEqualTo(energies.get(k - 1).total() * (1 + 1e-9));
        }
        for (int i = 0; i < card.vertexCount(); i++) {
            assertThat(result.weights().get(i, 0) + result.weights().get(i, 1)).isCloseTo(1, within(1e-9));
        }
    }

    private static MeshSequence folded(Mesh card) {
        float[] q = card.positions().clone();
        double angle = Math.toRadians(60);
        for (int i = 0; i < card.vertexCount(); i++) {
            float u = q[3 * i];
            if (u > 0) {
                q[3 * i] = (float) (u * Math.cos(angle));
                q[3 * i + 2] = (float) (u * Math.sin(angle));
            }
        }
        return new MeshSequence("card", card, FrameSource.of(new float[][] {q}), 30);
    }

    /** Vertices outside of a band of 5 % at the fold whose weight is not nearly one or zero. */
    private static int wrong(Mesh card, HandleWeights weights) {
        int wrong = 0;
        for (int i = 0; i < card.vertexCount(); i++) {
            double u = card.positions()[3 * i];
            boolean left = u < -0.025 && !(weights.get(i, 0) > 0.95);
            boolean right = u > 0.025 && !(weights.get(i, 0) < 0.05);
            wrong += left || right ? 1 : 0;
        }
        return wrong;
    }
}
