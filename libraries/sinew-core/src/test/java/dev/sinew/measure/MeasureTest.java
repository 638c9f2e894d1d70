package dev.sinew.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import org.junit.jupiter.api.Test;

/** Every metric on a case computed by hand. */
class MeasureTest extends QuietTest {
    /** Two points 2 apart: ball of radius 1, box of diagonal 2. */
    private static final float[] FIRST = {-1, 0, 0, 1, 0, 0};

    private static final float[] SECOND = {-1, 0, 0, 1, 0, 4};
    private static final MeshSequence TRUTH = Synthetic.sequence(Mesh.ofTriangles(FIRST, new int[0]), FIRST, SECOND);

    private static SequenceError measure(float[][] played, MeshSequence truth, int threads) {
        try (Workers workers = new Workers(threads)) {
            PoseSource source = (f, from, to, xyz) -> {
                for (int k = 0; k < 3 * (to - from); k++) {
                    xyz[k] = played[f][3 * from + k];
                }
            };
            return Measure.of(source, truth, workers);
        }
    }

    @Test
    void everyMetricByHand() {
        // Vertex 0 is 0.3 off in frame 0, vertex 1 is 0.5 off in frame 1: Σ = 0.09 + 0.25.
        float[][] played = {{-1, 0.3f, 0, 1, 0, 0}, {-1, 0, 0, 1.3f, 0.4f, 4}};
        SequenceError error = measure(played, TRUTH, 1);
        assertThat(error.erms()).isEqualTo(1000 * Math.sqrt(0.34 / 12), within(1e-4));
        assertThat(error.rmsePercent()).isEqualTo(100 * Math.sqrt(0.34 / 4) / 2, within(1e-5));
        // Vertex 1 goes from z 0 to 4: 2 off its mean twice, ‖A − A_mean‖² = 8.
        assertThat(error.distortionPercent()).isEqualTo(100 * Math.sqrt(0.34 / 8), within(1e-5));
        assertThat(error.max().value()).isEqualTo(25, within(1e-5));
        assertThat(error.max().vertex()).isEqualTo(1);
        assertThat(error.max().frame()).isEqualTo(1);
        double[] perFrame = {100 * Math.sqrt(0.09 / 2) / 2, 100 * Math.sqrt(0.25 / 2) / 2};
        assertThat(error.perFrame()).containsExactly(perFrame, within(1e-5));
        double[] perVertex = {100 * Math.sqrt(0.09 / 2) / 2, 100 * Math.sqrt(0.25 / 2) / 2};
        assertThat(error.perVertex()).containsExactly(perVertex, within(1e-5));
    }

    @Test
    void aPerfectModelHasNoError() {
        SequenceError error = measure(new float[][] {FIRST, SECOND}, TRUTH, 1);
        assertThat(error.erms()).isZero();
        assertThat(error.distortionPercent()).isZero();
        assertThat(error.max().value()).isZero();
    }

    @Test
    void distortionIsNaNWithoutMotion() {
        MeshSequence still = Synthetic.sequence(Mesh.ofTriangles(FIRST, new int[0]), FIRST, FIRST);
        SequenceError error = measure(new float[][] {FIRST, SECOND}, still, 1);
        assertThat(error.distortionPercent()).isNaN();
        assertThat(error.erms()).isEqualTo(1000 * Math.sqrt(16.0 / 12), within(1e-6));
    }

    @Test
    void aSinglePointUsesItsOwnUnits() {
        float[] here = {1, 1, 1};
        MeshSequence point = Synthetic.sequence(Mesh.ofTriangles(here, new int[0]), here);
        SequenceError error = measure(new float[][] {{1, 1, 2}}, point, 1);
        assertThat(error.erms()).isEqualTo(1000 * Math.sqrt(1.0 / 3), within(1e-9));
    }

    @Test
    void theRestPoseDoesNotCountInErms() {
        Mesh large = Mesh.ofTriangles(new float[] {-10, 0, 0, 10, 0, 0}, new int[0]);
        MeshSequence sequence = Synthetic.sequence(large, FIRST);
        SequenceError error = measure(new float[][] {{-1, 0, 0, 1, 0, 0.6f}}, sequence, 1);
        assertThat(error.erms()).isEqualTo(1000 * Math.sqrt(0.36 / 6), within(1e-4));
        assertThat(error.rmsePercent()).isEqualTo(100 * Math.sqrt(0.36 / 2) / 20, within(1e-5));
    }

    @Test
    void aModelHasNoErrorOnItsOwnSequence() {
        Mesh grid = Synthetic.grid(70, 70);
        SkinnedModel known = Synthetic.model(grid, new double[] {-0.5, 0, 0, 0.5, 0, 0}, 4, 1);
        MeshSequence truth = Synthetic.played(known);
        SkinnedModel other = Synthetic.model(grid, new double[] {-0.5, 0, 0, 0.4, 0, 0}, 4, 1);
        SequenceError one = ofModel(other, truth, 1);
        SequenceError three = ofModel(other, truth, 3);
        assertThat(ofModel(known, truth, 2).erms()).isLessThan(1e-3);
        assertThat(one.erms()).isGreaterThan(1).isEqualTo(three.erms());
        assertThat(one.max()).isEqualTo(three.max());
        assertThat(one.perVertex()).containsExactly(three.perVertex());
    }

    private static SequenceError ofModel(SkinnedModel model, MeshSequence truth, int threads) {
        try (Workers workers = new Workers(threads)) {
            return Measure.of(model, model.clips().get(0), truth, workers);
        }
    }

    @Test
    void rejectsAnotherNumberOfVertices() {
        SkinnedModel model = Synthetic.model(Synthetic.grid(3, 3), new double[3], 2, 1);
        assertThatThrownBy(() -> ofModel(model, TRUTH, 1)).hasMessage("the model has 9 vertices, the sequence 2");
    }
}
