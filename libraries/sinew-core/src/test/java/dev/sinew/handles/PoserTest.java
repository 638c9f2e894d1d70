package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoserTest {
    private static final Mesh BAR = Shapes.box(new double[] {0, 0, 0}, new double[] {1, 0.2, 0.2}, 8);
    private static final HandleSet HANDLES = HandleSet.of(List.of(
            new Handle.Bone("a", new double[] {0.05, 0.1, 0.1}, new double[] {0.45, 0.1, 0.1}, Optional.empty()),
            new Handle.Bone("b", new double[] {0.55, 0.1, 0.1}, new double[] {0.95, 0.1, 0.1}, Optional.empty())));

    private static Poser poser() {
        HandleWeights weights = new BiharmonicWeights(
                        BAR, HANDLES, WeightsOptions.defaults().withResolution(16), Progress.SILENT)
                .solve()
                .weights();
        return new Poser(BAR, HANDLES, weights);
    }

    @Test
    void withoutTargetsNothingMoves() {
        Poser poser = poser();
        poser.solve();
        assertThat(poser.positions()).containsExactly(BAR.positions(), within(1e-5f));
    }

    @Test
    void aRotationOfAllHandlesIsRigid() {
        Poser poser = poser();
        // A quarter turn about z and a move: (x, y) → (−y + 2, x).
        poser.setTarget("a", new double[] {1.9, 0.05, 0.1}, new double[] {1.9, 0.45, 0.1});
        poser.setTarget("b", new double[] {1.9, 0.55, 0.1}, new double[] {1.9, 0.95, 0.1});
        for (int k = 0; k < 20; k++) {
            poser.solve();
        }
        float[] p = poser.positions();
        double worst = 0;
        for (int i = 0; i < BAR.vertexCount(); i++) {
            worst = Math.max(worst, Math.abs(p[3 * i] - (2 - BAR.positions()[3 * i + 1])));
            worst = Math.max(worst, Math.abs(p[3 * i + 1] - BAR.positions()[3 * i]));
        }
        assertThat(worst).isLessThan(0.01);
    }

    @Test
    void targetsAreMetExactly() {
        Poser poser = poser();
        poser.setTarget("a", new double[] {0.05, 0.1, 0.1}, new double[] {0.45, 0.1, 0.1});
        poser.setTarget("b", new double[] {0.55, 0.2, 0.1}, new double[] {0.8, 0.5, 0.1});
        poser.solve();
        double[] m = poser.matrices();
        double[] tip = {0.95, 0.1, 0.1};
        double[] want = {0.8, 0.5, 0.1};
        for (int d = 0; d < 3; d++) {
            double got = m[12 + 4 * d] * tip[0]
                    + m[12 + 4 * d + 1] * tip[1]
                    + m[12 + 4 * d + 2] * tip[2]
                    + m[12 + 4 * d + 3];
            assertThat(got).isCloseTo(want[d], within(1e-6));
        }
    }

    @Test
    void transformsAreMetExactly() {
        Poser poser = poser();
        double[] matrix = {1, 0, 0, 0.5, 0, 0, -1, 0.1, 0, 1, 0, 0.2};
        poser.setTransform("b", matrix);
        poser.solve();
        double[] got = poser.matrices();
        for (int k = 0; k < 12; k++) {
            assertThat(got[12 + k]).isCloseTo(matrix[k], within(1e-6));
        }
    }

    /** A drag of 30 steps: the error left by each step's bounded iterations is not visible. */
    @Test
    void followsADraggedHandleClosely() {
        Poser poser = poser();
        Poser patient = poser();
        for (int step = 1; step <= 30; step++) {
            double angle = Math.toRadians(2 * step);
            double[] from = {0.5 + 0.05 * Math.cos(angle), 0.1 + 0.05 * Math.sin(angle), 0.1};
            double[] to = {0.5 + 0.45 * Math.cos(angle), 0.1 + 0.45 * Math.sin(angle), 0.1};
            for (Poser each : List.of(poser, patient)) {
                // A transform: held by its ends alone, the square bar could rotate about its axis freely.
                each.setTransform("a", new double[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0});
                each.setTarget("b", from, to);
                each.solve();
            }
        }
        for (int k = 0; k < 300; k++) {
            patient.solve();
        }
        float[] p = poser.positions();
        float[] q = patient.positions();
        double worst = 0;
        for (int k = 0; k < p.length; k++) {
            worst = Math.max(worst, Math.abs(p[k] - q[k]));
        }
        assertThat(worst).isLessThan(1e-5);
    }

    @Test
    void theSameTargetsConvergeAtOnce() {
        Poser poser = poser();
        poser.setTarget("b", new double[] {0.55, 0.2, 0.1}, new double[] {0.8, 0.5, 0.1});
        for (int k = 0; k < 300; k++) {
            poser.solve();
        }
        float[] before = poser.positions();
        assertThat(poser.solve()).isLessThanOrEqualTo(2);
        assertThat(poser.positions()).containsExactly(before, within(1e-5f));
    }

    @Test
    void rejectsInvalidTargetsByName() {
        Poser poser = poser();
        assertThatThrownBy(() -> poser.setTarget("c", new double[3]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("'c'")
                .hasMessageContaining("a, b");
        assertThatThrownBy(() -> poser.setTarget("a", new double[] {0, Double.NaN, 0}))
                .isInstanceOf(InvalidInputException.class);
        assertThatThrownBy(() -> poser.setTransform("a", new double[12]))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("flatten");
    }
}
