package dev.sinew.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.sample.creature.Creature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreatureTest {
    @ParameterizedTest
    @ValueSource(ints = {16, 17, 333, 4499, 4500, 8000, 20_000, 50_000})
    void isOneClosedSurface(int vertices) {
        MeshSequence creature = new Creature().make(vertices, 1);
        assertThat(Shells.of(creature.rest()).count()).isEqualTo(1);
        assertThat(MeshChecks.isClosedManifold(creature.rest())).isTrue();
        assertThat(MeshChecks.volume(creature.rest(), creature.rest().positions()))
                .isPositive();
    }

    @Test
    void walkLoops() {
        MeshSequence creature = new Creature().make(2000, 72);
        double typical = MeshChecks.largestStep(creature.frame(10), creature.frame(11));
        double wrap = MeshChecks.largestStep(creature.frame(71), creature.frame(0));
        assertThat(wrap).isLessThan(2 * typical + 0.05);
    }

    @Test
    void volumeIsNearlyConstant() {
        MeshSequence creature = new Creature().make(3000, 36);
        double rest = MeshChecks.volume(creature.rest(), creature.rest().positions());
        for (int f = 0; f < creature.frameCount(); f++) {
            assertThat(MeshChecks.volume(creature.rest(), creature.frame(f)) / rest)
                    .isCloseTo(1, within(0.12));
        }
    }
}
