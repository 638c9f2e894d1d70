package dev.sinew.job.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1.0849, 1.08",
        "12.345, 12.3",
        "1234.5, 1230",
        "0.09412, 0.0941",
        "-3.14159, -3.14",
        "0.0000123, 1.23e-05",
        "123456789, 1.23e+08",
        "NaN, –"
    })
    void numbersHaveThreeDigits(double value, String text) {
        assertThat(Text.number(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"30, 30", "23.976, 23.976", "0.5, 0.5", "100, 100"})
    void ratesAreNotRounded(double value, String text) {
        assertThat(Text.plain(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1 byte",
        "999, 999 bytes",
        "1000, 1.00 kB",
        "1234567, 1.23 MB",
        "999999, 1.00 MB",
        "5000000000, 5.00 GB"
    })
    void bytes(long bytes, String text) {
        assertThat(Text.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0.851, 0.85 s", "3.14, 3.1 s", "9.99, 10 s", "59.4, 59 s", "185, 3 min 5 s"})
    void seconds(double seconds, String text) {
        assertThat(Text.seconds(seconds)).isEqualTo(text);
    }

    @Test
    void sparklineRunsFromNothingToTheLargest() {
        assertThat(Text.sparkline(new double[] {0, 1, 2, 7}, 10)).isEqualTo("▁▂▃█");
        assertThat(Text.sparkline(new double[] {0, 0, 7, 0, 0, 0}, 3)).isEqualTo("▁█▁");
        assertThat(Text.sparkline(new double[] {0, 0}, 3)).isEqualTo("▁▁");
    }

    @Test
    void longListsAreCut() {
        assertThat(Text.names(List.of("a", "b"))).isEqualTo("a, b");
        assertThat(Text.names(List.of("a", "b", "c", "d", "e", "f", "g"))).isEqualTo("a, b, c, d, e, f, … (7 in all)");
        assertThat(Text.paths(List.of(Path.of("a.obj"), Path.of("b.obj"), Path.of("c.obj"))))
                .isEqualTo("a.obj … c.obj");
        assertThat(Text.count(1, "bone")).isEqualTo("1 bone");
        assertThat(Text.count(12345, "bone")).isEqualTo("12,345 bones");
    }
}
