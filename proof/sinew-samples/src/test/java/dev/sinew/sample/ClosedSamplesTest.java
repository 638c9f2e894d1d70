package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.sample.soft.SoftBody;
import dev.sinew.sample.tentacle.Tentacle;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Samples with a closed surface. */
class ClosedSamplesTest {
    static Stream<Sample> solids() {
        return Stream.of(new Tentacle(), new SoftBody());
    }

    @ParameterizedTest
    @MethodSource("solids")
    void isOneClosedSurfaceFacingOutwards(Sample sample) {
        for (int vertices : List.of(16, 500, 5000, 21_000)) {
            MeshSequence made = sample.make(vertices, 1);
            assertThat(Shells.of(made.rest()).count()).isEqualTo(1);
            assertThat(MeshChecks.isClosedManifold(made.rest())).isTrue();
            assertThat(MeshChecks.volume(made.rest(), made.rest().positions())).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("solids")
    void preservesVolume(Sample sample) {
        MeshSequence made = sample.make(2000, sample.defaultFrames());
        double rest = MeshChecks.volume(made.rest(), made.rest().positions());
        for (int f = 0; f < made.frameCount(); f++) {
            assertThat(MeshChecks.volume(made.rest(), made.frame(f)) / rest)
                    .as("frame %d", f)
                    .isCloseTo(1, within(0.1));
        }
    }

    @Test
    void tentacleLoops() {
        MeshSequence tentacle = new Tentacle().make(500, 120);
        double typical = MeshChecks.largestStep(tentacle.frame(10), tentacle.frame(11));
        assertThat(MeshChecks.largestStep(tentacle.frame(119), tentacle.frame(0)))
                .isLessThan(3 * typical);
    }

    @Test
    void bunnySquashesAboveTheFloor() {
        MeshSequence bunny = new SoftBody().make(1500, 90);
        double lowestTop = Double.MAX_VALUE;
        for (int f = 0; f < bunny.frameCount(); f++) {
            double top = 0;
            for (int k = 1; k < bunny.frame(f).length; k += 3) {
                top = Math.max(top, bunny.frame(f)[k]);
                assertThat(bunny.frame(f)[k]).isGreaterThan(-0.03f);
            }
            lowestTop = Math.min(lowestTop, top);
        }
        assertThat(lowestTop).isBetween(0.3, 0.85);
    }

    @Test
    void motionDoesNotDependOnResolution() {
        MeshSequence few = new SoftBody().make(400, 30);
        MeshSequence many = new SoftBody().make(6000, 30);
        for (int f = 0; f < 30; f += 7) {
            assertThat(middleHeight(few.frame(f))).isCloseTo(middleHeight(many.frame(f)), within(0.05));
        }
    }

    private static double middleHeight(float[] p) {
        double low = Double.MAX_VALUE;
        double high = -Double.MAX_VALUE;
        for (int k = 1; k < p.length; k += 3) {
            low = Math.min(low, p[k]);
            high = Math.max(high, p[k]);
        }
        return 0.5 * (low + high);
    }
}
