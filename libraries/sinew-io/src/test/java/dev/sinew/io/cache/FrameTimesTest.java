package dev.sinew.io.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.cache.Mdd.FrameTimes;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FrameTimesTest {
    private static FrameTimes every(double step, int frames) {
        float[] times = new float[frames];
        for (int f = 0; f < frames; f++) {
            times[f] = (float) (f * step);
        }
        return new FrameTimes(Path.of("x.mdd"), times);
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                1,
                12,
                24,
                25,
                30,
                48,
                50,
                60,
                120,
                240,
                29.97,
                23.98,
                30000 / 1001.0,
                24000 / 1001.0,
                60000 / 1001.0
            })
    void findsCommonRatesExactly(double rate) {
        for (int frames : new int[] {2, 3, 100, 1000}) {
            assertThat(every(1 / rate, frames).rate()).hasValue(rate);
        }
    }

    @Test
    void findsRateFromSumsOfRoundedSteps() {
        float[] times = new float[500];
        for (int f = 1; f < times.length; f++) {
            times[f] = times[f - 1] + 1 / 24f;
        }
        assertThat(new FrameTimes(Path.of("x.mdd"), times).rate()).hasValue(24);
    }

    @Test
    void findsNoRateInInvalidTimes() {
        assertThat(new FrameTimes(Path.of("x.mdd"), new float[1]).rate()).isEmpty();
        assertThat(new FrameTimes(Path.of("x.mdd"), new float[1]).note()).isEmpty();
        for (float last : new float[] {0, -1, Float.NaN, Float.POSITIVE_INFINITY, 1e-20f}) {
            FrameTimes times = new FrameTimes(Path.of("x.mdd"), new float[] {0, last});
            assertThat(times.rate()).isEmpty();
            assertThat(times.note()).hasValueSatisfying(n -> assertThat(n).contains("its frame rate is unknown"));
        }
    }

    @Test
    void notesFrameNumbersAndUnevenTimes() {
        assertThat(every(1, 10).note()).hasValueSatisfying(n -> assertThat(n).contains("1.0 frames per second"));
        FrameTimes uneven = new FrameTimes(Path.of("x.mdd"), new float[] {0, 0.01f, 0.08f});
        assertThat(uneven.note()).hasValueSatisfying(n -> assertThat(n).contains("unevenly spaced"));
        assertThat(every(1 / 24.0, 100).note()).isEmpty();
    }
}
