package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.run.RestMode;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Options reject invalid values, and name value and bound. */
class FitOptionsTest {
    private static final FitOptions DEFAULTS = FitOptions.defaults(new FitOptions.Bones(20));

    @Test
    void defaults() {
        assertThat(DEFAULTS.influences()).isEqualTo(4);
        assertThat(DEFAULTS.rest()).isEqualTo(RestMode.SOLVE);
    }

    @Test
    void namesValueAndBound() {
        check(() -> new FitOptions.Bones(0), "bones 0 must be from 1 to 1024");
        check(() -> new FitOptions.Bones(1025), "bones 1025 must be from 1 to 1024");
        check(() -> new FitOptions.Error(0), "error 0.0 must be positive");
        check(() -> new FitOptions.Error(Double.NaN), "error NaN must be positive");
        check(() -> DEFAULTS.withInfluences(17), "influences 17 must be from 1 to 16");
        check(() -> DEFAULTS.withInfluences(0), "influences 0 must be from 1 to 16");
        check(() -> DEFAULTS.withMaxIterations(0), "maxIterations 0 must be from 1 to 100000");
        check(() -> DEFAULTS.withTolerance(Double.NaN), "tolerance NaN must be from 0 to 1");
        check(() -> DEFAULTS.withThreads(0), "threads 0 must be at least 1");
    }

    private static void check(ThrowingCallable rejected, String sentence) {
        assertThatThrownBy(rejected)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }
}
