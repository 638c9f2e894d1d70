package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import java.util.List;
import org.junit.jupiter.api.Test;

class DataDrivenWeightsTest {
    private static final int N = 50;

    /** YLWXG19 Fig. 2–4: 2500 vertices, two handles, one example folded in the middle. */
    @Test
    void aFoldedCardGetsTwoRigidHalves() {
        Mesh card = Shapes.card(N);
        HandleSet handles =
                HandleSet.of(List.of(Shapes.point("left", -0.5, 0.01, 0), Shapes.point("right", 0.5, 0.01, 0)));
        HandleModels.Result result = HandleModels.solve(
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

    /** Two handles cannot bend a card to an arc; the remaining error is shared between positions and normals. */
    @Test
    void fittedNormalsReduceTheShadingError() {
        Mesh card = Shapes.card(16);
        HandleSet handles =
                HandleSet.of(List.of(Shapes.point("left", -0.5, 0.01, 0), Shapes.point("right", 0.5, 0.01, 0)));
        MeshSequence poses = bent(card);
        double[] off = new double[2];
        double[] far = new double[2];
        for (int shading = 0; shading < 2; shading++) {
            HandleModels.Options options = new HandleModels.Options(
                    WeightsOptions.defaults(),
                    LearningOptions.defaults().withShading(shading),
                    java.util.Optional.empty());
            HandleModels.Result result = HandleModels.solve(
                    new HandleModels.Input(card, handles, java.util.Optional.of(poses)), options, Progress.SILENT);
            DataDrivenWeights.Result learnt = result.learnt().orElseThrow();
            off[shading] = normalError(poses, learnt);
            far[shading] = result.errors().orElseThrow().after();
        }
        assertThat(off[1]).isLessThan(0.3 * off[0]);
        // A ten-thousandth of the size is not visible.
        assertThat(far[1]).isLessThan(Math.max(1.05 * far[0], 1e-4));
    }

    /** Mean squared distance of Σ w·L·n from the normals of the first pose. */
    private static double normalError(MeshSequence poses, DataDrivenWeights.Result learnt) {
        float[] truth = Normals.ofVertices(poses.rest(), poses.frame(0));
        float[] rest = Normals.ofVertices(poses.rest(), poses.rest().positions());
        HandleWeights w = learnt.weights();
        double sum = 0;
        for (int i = 0; i < w.vertexCount(); i++) {
            for (int d = 0; d < 3; d++) {
                double turned = 0;
                for (int j = 0; j < w.handleCount(); j++) {
                    for (int c = 0; c < 3; c++) {
                        turned += w.get(i, j) * learnt.transforms()[0][12 * j + 4 * d + c] * rest[3 * i + c];
                    }
                }
                sum += Math.pow(turned - truth[3 * i + d], 2);
            }
        }
        return sum / w.vertexCount();
    }

    private static MeshSequence bent(Mesh card) {
        float[] q = card.positions().clone();
        for (int i = 0; i < card.vertexCount(); i++) {
            double angle = 2 * q[3 * i];
            q[3 * i] = (float) (Math.sin(angle) / 2);
            q[3 * i + 2] = (float) ((1 - Math.cos(angle)) / 2);
        }
        return new MeshSequence("arc", card, FrameSource.of(new float[][] {q}), 30);
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

    /** Vertices outside a band of 5 % at the fold whose weight is neither almost one nor almost zero. */
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
