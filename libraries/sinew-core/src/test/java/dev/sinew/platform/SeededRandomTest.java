package dev.sinew.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeededRandomTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 1000, 1 << 30, (1 << 30) + 1, Integer.MAX_VALUE})
    void drawsWhatTheJdkDraws(int bound) {
        for (long seed : new long[] {0, 1, 9, -5, Long.MIN_VALUE}) {
            SplittableRandom expected = new SplittableRandom(seed);
            SeededRandom random = new SeededRandom(seed);
            for (int k = 0; k < 200; k++) {
                assertThat(random.nextInt(bound)).isEqualTo(expected.nextInt(bound));
            }
        }
    }

    @Test
    void rejectsBoundsBelowOne() {
        assertThatThrownBy(() -> new SeededRandom(1).nextInt(0)).isInstanceOf(IllegalArgumentException.class);
    }
}
