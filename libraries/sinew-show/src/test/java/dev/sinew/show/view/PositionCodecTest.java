package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PositionCodecTest {
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 0",
        "3, 1, 1, 0",
        "3, 2, 1, 0",
        "13, 3, 1, 0",
        "207, 40, 1, 0",
        "50, 9, 1e-3, 0",
        "50, 9, 1e4, 0",
        "50, 9, 1, 100"
    })
    void everyCoordinateIsExactToHalfACell(int vertices, int frames, double scale, double offset) {
        MeshSequence sequence = ViewFixtures.sequence(vertices, frames, scale, offset, 7);
        SceneReader reader = new SceneReader(
                ReportData.titled("t", "").withOriginal(sequence).encode(ViewBudget.PAGE));
        double size = reader.header.get("stage").get("unit").get("size").asDouble();
        double cell = reader.header.get("stage").get("original").get("cell").asDouble();
        double[][] decoded = reader.original(sequence.rest());
        for (int f = 0; f < frames; f++) {
            for (int k = 0; k < 3 * vertices; k++) {
                assertThat(decoded[f][k])
                        .as("frame %d, coordinate %d", f, k)
                        .isCloseTo(sequence.frame(f)[k], within(size * (0.5001 * cell + 1e-6)));
            }
        }
    }

    @Test
    void neighboursAreTheNearestVerticesBefore() {
        Mesh mesh = Mesh.of(new float[21], new int[] {0, 4, 7}, new int[] {0, 3, 4, 1, 4, 6, 3}, Mesh.Surface.bare());
        // 2 and 5 are on no face: their neighbour is the preceding vertex.
        assertThat(PositionCodec.neighbours(mesh)).containsExactly(PositionCodec.NONE, 0, 1, 0, 3, 4, 4);
    }

    @Test
    void sixteenBitsSufficeForAnyError() {
        MeshSequence sequence = ViewFixtures.sequence(100, 5, 1, 0, 3);
        SceneReader reader = new SceneReader(
                ReportData.titled("t", "").withOriginal(sequence).encode(ViewBudget.PAGE));
        assertThat(reader.header.get("stage").get("original").get("cell").asDouble())
                .isLessThan(1e-4);
    }
}
