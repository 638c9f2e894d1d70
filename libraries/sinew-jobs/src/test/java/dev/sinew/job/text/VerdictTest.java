package dev.sinew.job.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {
    @ParameterizedTest
    @CsvSource({
        "0, EXCELLENT",
        "0.1, EXCELLENT",
        "0.11, GOOD",
        "0.3, GOOD",
        "0.31, FAIR",
        "1, FAIR",
        "2.9, COARSE",
        "3.1, POOR",
        "NaN, POOR"
    })
    void thresholdsBelongToTheBetterVerdict(double percent, Verdict verdict) {
        assertThat(Verdict.of(percent)).isEqualTo(verdict);
    }

    @Test
    void namesTheBoneOfTheWorstVertex() {
        Mesh mesh = Mesh.ofTriangles(new float[9], new int[] {0, 1, 2});
        SkinWeights weights = SkinWeights.of(2, new int[] {0, 1, 0, 1, 0, 1}, new double[] {1, 0, 1, 0, 0.2, 0.8});
        Skeleton skeleton = new Skeleton(List.of("hips", "hand_left"), new int[] {Skeleton.NONE, 0}, new double[6]);
        SkinnedModel model = new SkinnedModel(mesh, weights, skeleton, BoneType.RIGID, List.of());
        SequenceError error =
                new SequenceError(1, 0.19, 5, new SequenceError.Located(2.1, 2, 44), new double[0], new double[0]);
        assertThat(Verdict.sentence(error, model))
                .isEqualTo("0.190 % of the size on average (not visible at normal viewing distance), worst 2.10 % at"
                        + " frame 44, hand_left (vertex 2)");
    }
}
