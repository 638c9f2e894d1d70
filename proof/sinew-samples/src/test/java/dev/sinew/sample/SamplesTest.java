package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.catalogue.Samples;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Properties of all samples. */
class SamplesTest {
    static Stream<Sample> all() {
        return Samples.all().stream();
    }

    @Test
    void samplesAreFoundByName() {
        assertThat(Samples.all()).extracting(Sample::name).doesNotHaveDuplicates();
        assertThat(Samples.named("flag")).isPresent();
        assertThat(Samples.named("no such thing")).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("all")
    void vertexCountIsApproximate(Sample sample) {
        for (int wanted : List.of(16, 17, 1000, 20_000)) {
            MeshSequence made = sample.make(wanted, 1);
            assertThat(made.vertexCount()).as("wanted %d", wanted).isCloseTo(wanted, within(Math.max(8, wanted / 50)));
            assertThat(made.frameCount()).isEqualTo(1);
            made.validate();
            checkSound(made);
        }
    }

    private static void checkSound(MeshSequence made) {
        Mesh rest = made.rest();
        boolean[] used = new boolean[rest.vertexCount()];
        for (int corner : rest.corners()) {
            used[corner] = true;
        }
        for (boolean u : used) {
            assertThat(u).isTrue();
        }
        assertThat(rest.surface().materials()).isNotEmpty();
        assertThat(rest.surface().faceMaterials()).hasSize(rest.faceCount());
    }

    @ParameterizedTest
    @MethodSource("all")
    void sameRequestGivesSameBytes(Sample sample) {
        MeshSequence once = sample.make(700, 3);
        MeshSequence again = sample.make(700, 3);
        assertThat(once.rest().positions()).containsExactly(again.rest().positions());
        assertThat(once.rest().corners()).containsExactly(again.rest().corners());
        for (int f = 0; f < 3; f++) {
            assertThat(once.frame(f)).containsExactly(again.frame(f));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void motionIsBounded(Sample sample) {
        MeshSequence made = sample.make(900, sample.defaultFrames()).validate();
        double size = Box.around(made.rest().positions()).diagonal();
        double moved = 0;
        for (int f = 0; f < made.frameCount(); f++) {
            assertThat(Box.around(made.frame(f)).diagonal()).isBetween(0.4 * size, 2 * size);
            if (f > 0) {
                double step = MeshChecks.largestStep(made.frame(f - 1), made.frame(f));
                assertThat(step).isLessThan(0.25 * size);
                moved = Math.max(moved, step);
            }
        }
        assertThat(moved).isGreaterThan(0.002 * size);
    }

    @ParameterizedTest
    @MethodSource("all")
    void rejectsInvalidSizes(Sample sample) {
        assertThatThrownBy(() -> sample.make(15, 1)).hasMessageContaining("15 vertices");
        assertThatThrownBy(() -> sample.make(100, 0)).hasMessageContaining("0 frames");
    }
}
