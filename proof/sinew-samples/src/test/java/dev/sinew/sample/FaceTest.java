package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.sample.face.Face;
import org.junit.jupiter.api.Test;

class FaceTest {
    private final MeshSequence face = new Face().make(6000, 150);

    @Test
    void eyesLidsAndTeethAreSeparateShells() {
        assertThat(Shells.of(face.rest()).count()).isEqualTo(9);
        assertThat(Shells.of(new Face().make(600, 1).rest()).count()).isEqualTo(1);
    }

    @Test
    void headIsClosedAtEveryResolution() {
        for (int vertices : new int[] {16, 700, 1400}) {
            MeshSequence bare = new Face().make(vertices, 1);
            assertThat(MeshChecks.isClosedManifold(bare.rest())).isTrue();
            assertThat(MeshChecks.volume(bare.rest(), bare.rest().positions())).isPositive();
        }
    }

    @Test
    void expressionsMoveTheFaceAndLoop() {
        double size = Box.around(face.rest().positions()).diagonal();
        // The mouth is open at 55 % of the sequence.
        assertThat(MeshChecks.largestStep(face.frame(82), face.frame(0))).isGreaterThan(0.05 * size);
        assertThat(MeshChecks.largestStep(face.frame(149), face.frame(0))).isLessThan(0.02 * size);
    }
}
