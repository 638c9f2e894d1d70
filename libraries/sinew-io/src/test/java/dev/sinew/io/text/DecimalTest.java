package dev.sinew.io.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.text.TextLines.Decimal;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {
    private static double parse(String text) {
        byte[] bytes = ("<" + text + ">").getBytes(StandardCharsets.UTF_8);
        return Decimal.parse(bytes, 1, bytes.length - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "1",
                "+1",
                "-1.5",
                ".5",
                "5.",
                "00012.50",
                "1e3",
                "1E+3",
                "1e-3",
                "-2.5e-7",
                "123456789012345678",
                "0.1234567890123456789",
                "12345678901234567890123",
                "1e22",
                "1e23",
                "9007199254740993",
                "4.9e-324",
                "1e400",
                "3.4028235e38",
                "0.000000000000000000000000000000000000012",
                "16777217",
                "0e999999999999",
                "1e-999999999999"
            })
    void parsesLikeJava(String text) {
        assertThat(parse(text)).isEqualTo(Double.parseDouble(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "+",
                ".",
                "-.",
                "e5",
                "1e",
                "1e+",
                "1e5x",
                "1.2.3",
                "1,5",
                "0x10",
                "abc",
                "1-2",
                "--1",
                "nan",
                "inf",
                "1f",
                "1d",
                "NaN",
                "Infinity",
                "1 "
            })
    void rejectsAnythingElse(String text) {
        assertThat(parse(text)).isNaN();
    }

    @Test
    void keepsSignOfZero() {
        assertThat(Double.doubleToRawLongBits(parse("-0.000"))).isEqualTo(Double.doubleToRawLongBits(-0.0));
    }

    @Test
    void roundsLikeJava() {
        Random random = new Random(5);
        for (int k = 0; k < 200_000; k++) {
            double value = random.nextGaussian() * Math.pow(10, random.nextInt(60) - 30);
            String doubles = Double.toString(value);
            String floats = Float.toString((float) value);
            assertThat(parse(doubles)).as(doubles).isEqualTo(value);
            assertThat((float) parse(floats)).as(floats).isEqualTo((float) value);
        }
    }

    @Test
    void roundsHalfwayNumbersByTheirLastDigit() {
        // 1 + 2^-24 lies between two floats; a slight difference must decide the rounding.
        assertThat((float) parse("1.000000059604644775390625")).isEqualTo(1f);
        assertThat((float) parse("1.00000005960464477")).isEqualTo(1f);
        assertThat((float) parse("1.00000005960464500")).isEqualTo(Math.nextUp(1f));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nan", "NaN", "-nan(ind)", "inf", "-Infinity", "1.#QNAN", "-1.#IND", "+inf"})
    void parsesNonFiniteNumbers(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(Decimal.spellsNonFinite(bytes, 0, bytes.length)).isTrue();
    }
}
