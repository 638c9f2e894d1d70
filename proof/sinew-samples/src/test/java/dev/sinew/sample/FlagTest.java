package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.sample.cloth.Flag;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class FlagTest {
    private static MeshSequence flag;

    @BeforeAll
    static void simulate() {
        flag = new Flag().make(5000, 60);
    }

    @Test
    void clothHardlyStretches() {
        assertThat(MeshChecks.largestStretch(flag)).isLessThan(1.15);
    }

    @Test
    void eyeletsStayOnThePole() {
        float[] rest = flag.rest().positions();
        for (int i = 0; i < flag.vertexCount(); i++) {
            if (rest[3 * i] == 0) {
                assertThat(MeshChecks.distance(flag.frame(59), i, rest, i)).isLessThan(0.1);
            }
        }
        assertThat(MeshChecks.distance(flag.frame(59), 0, flag.frame(0), 0)).isLessThan(1e-6);
    }

    @Test
    void hasUvsAndOneShell() {
        assertThat(flag.rest().surface().uvs()).isPresent();
        assertThat(Shells.of(flag.rest()).count()).isEqualTo(1);
    }

    @Test
    void motionDoesNotDependOnResolution() {
        MeshSequence coarse = new Flag().make(100, 2);
        // The last corner is a vertex of every grid.
        int last = coarse.vertexCount() - 1;
        assertThat(MeshChecks.distance(coarse.frame(1), last, flag.frame(1), flag.vertexCount() - 1))
                .isLessThan(1e-5);
    }
}
