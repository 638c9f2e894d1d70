package dev.sinew.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class TrackTest {
    private static Track track(double tolerance, double... xs) {
        double[] frames = new double[xs.length];
        double[] values = new double[3 * xs.length];
        for (int k = 0; k < xs.length; k++) {
            frames[k] = k;
            values[3 * k] = xs[k];
        }
        return new Track(0, Property.TRANSLATION, frames, values, new double[3], tolerance);
    }

    @Test
    void dropsKeysThatInterpolationReproduces() {
        assertThat(track(1e-9, 0, 1, 2, 3, 2, 1, 0).reduce().frames()).containsExactly(0, 3, 6);
        assertThat(track(1e-9, 5, 5, 5, 5).reduce().frames()).containsExactly(0);
        assertThat(track(1e-9, 5, 5, 5, 6).reduce().frames()).containsExactly(0, 2, 3);
        assertThat(track(1e-9, 4).reduce().frames()).containsExactly(0);
        assertThat(track(0.1, 0, 1.05, 2, 2.95, 4).reduce().frames()).containsExactly(0, 4);
    }

    @Test
    void recognisesStillTracks() {
        assertThat(track(1e-9, 0, 0, 0).reduce().isStill()).isTrue();
        assertThat(track(1e-9, 1, 1, 1).reduce().isStill()).isFalse();
        assertThat(track(1e-9, 1, 1, 1).reduce().heldUntil(2).frames()).containsExactly(0, 2);
    }

    @Test
    void noDroppedKeyIsOffByMoreThanTheTolerance() {
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            double[] xs = new double[1 + random.nextInt(120)];
            for (int k = 1; k < xs.length; k++) {
                xs[k] = xs[k - 1] + (random.nextInt(4) == 0 ? random.nextGaussian() : 0.1);
            }
            double tolerance = random.nextDouble() * 0.3;
            Track full = track(tolerance, xs);
            Track reduced = full.reduce();
            double[] value = new double[3];
            for (int f = 0; f < xs.length; f++) {
                int after = 0;
                while (after < reduced.keys() - 1 && reduced.frames()[after] < f) {
                    after++;
                }
                int before = Math.max(0, after - 1);
                double span = Math.max(1e-9, reduced.frames()[after] - reduced.frames()[before]);
                double t = after == before ? 0 : (f - reduced.frames()[before]) / span;
                Property.TRANSLATION.interpolate(reduced.values(), 3 * before, reduced.values(), 3 * after, t, value);
                assertThat(Math.abs(value[0] - xs[f])).isLessThanOrEqualTo(tolerance + 1e-12);
            }
        }
    }

    @Test
    void rotationsDoNotChangeSign() {
        double[] q = Track.continuous(new double[] {0, 0, 0, 1, 0, 0, -0.1, -0.99, 0, 0, 0.2, 0.98});
        assertThat(q).containsExactly(new double[] {0, 0, 0, 1, 0, 0, 0.1, 0.99, 0, 0, 0.2, 0.98}, within(1e-15));
    }
}
