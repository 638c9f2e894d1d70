package dev.sinew.io.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.text.TextLines.Decimal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextOutputTest {
    private static String text(float value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TextOutput out = new TextOutput(bytes);
        out.number(value).flush();
        return bytes.toString(StandardCharsets.US_ASCII);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0f, -0",
        "1, 1",
        "-1, -1",
        "0.1f, 0.1",
        "-0.5, -0.5",
        "100, 100",
        "123456, 123456",
        "16777216, 16777216",
        "0.33333334, 0.33333334",
        "1e-5, 0.00001",
        "1.5e-6, 1.5e-6",
        "3e10, 3e10",
        "0.001, 0.001",
        "1234.5, 1234.5",
        "999999.94, 999999.94",
        "1e9, 1e9",
        "123456790, 123456790",
        "9.999999, 9.999999"
    })
    void writesShortestForms(float value, String expected) throws IOException {
        assertThat(text(value)).isEqualTo(expected);
    }

    @Test
    void everyFloatReadsBackTheSame() throws IOException {
        Random random = new Random(17);
        for (int k = 0; k < 60_000; k++) {
            float value = k % 2 == 0
                    ? Float.intBitsToFloat(random.nextInt())
                    : (float) (random.nextGaussian() * Math.pow(10, random.nextInt(12) - 6));
            if (!Float.isFinite(value)) {
                continue;
            }
            String text = text(value);
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            assertThat(Float.floatToRawIntBits((float) Decimal.parse(bytes, 0, bytes.length)))
                    .as(text)
                    .isEqualTo(Float.floatToRawIntBits(value));
            assertThat(Float.parseFloat(text)).as(text).isEqualTo(value);
            assertThat(text.length()).as(text).isLessThanOrEqualTo(16);
        }
    }

    @Test
    void extremesReadBackTheSame() throws IOException {
        for (float value :
                new float[] {Float.MIN_VALUE, Float.MAX_VALUE, Float.MIN_NORMAL, -Float.MAX_VALUE, 1e-13f, 1e16f}) {
            assertThat(Float.parseFloat(text(value))).isEqualTo(value);
        }
    }

    @Test
    void writesIntegersAndLongTexts() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TextOutput out = new TextOutput(bytes);
        String longText = "ä".repeat(100_000);
        out.whole(0)
                .character(' ')
                .whole(-12)
                .character(' ')
                .whole(Long.MAX_VALUE)
                .text(longText)
                .whole(7);
        out.flush();
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("0 -12 9223372036854775807" + longText + "7");
    }
}
