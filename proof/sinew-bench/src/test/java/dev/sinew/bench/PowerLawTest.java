package dev.sinew.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.bench.Scaling.PowerLaw;
import dev.sinew.bench.Scaling.PowerLaw.Point;
import java.util.List;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class PowerLawTest {
    @Test
    void recoversTheExponent() {
        List<Point> points = DoubleStream.of(10, 31.6, 100, 1000)
                .mapToObj(x -> new Point(x, 0.02 * Math.pow(x, 1.07)))
                .toList();

        PowerLaw law = PowerLaw.through(points);

        assertThat(law.exponent()).isCloseTo(1.07, within(1e-12));
        assertThat(law.factor()).isCloseTo(0.02, within(1e-12));
    }

    @Test
    void fitsScatteredPoints() {
        PowerLaw law = PowerLaw.through(List.of(new Point(1, 2), new Point(1, 0.5), new Point(100, 100)));

        assertThat(law.exponent()).isCloseTo(1, within(1e-12));
        assertThat(law.factor()).isCloseTo(1, within(1e-12));
    }

    @Test
    void rejectsASingleSize() {
        assertThatThrownBy(() -> PowerLaw.through(List.of(new Point(5, 1), new Point(5, 2))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two different sizes");
    }
}
