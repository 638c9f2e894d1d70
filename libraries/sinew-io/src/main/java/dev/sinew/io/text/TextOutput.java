package dev.sinew.io.text;

import dev.sinew.io.text.TextLines.Decimal;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes text to a stream: numbers with the fewest digits that read back exactly, without creating strings. */
public final class TextOutput {
    private static final int MAX_NUMBER_CHARS = 32;

    /** Six digits always survive a round trip through a float; nine always suffice. */
    private static final int MIN_DIGITS = 6;

    private static final int MAX_DIGITS = 9;

    /** Decimal exponents for which every step below is exact or rounded once. */
    private static final int MIN_EXPONENT = -13;

    private static final int MAX_EXPONENT = 15;

    /** Outside these bounds numbers are written with an exponent. */
    private static final int MIN_PLAIN_EXPONENT = -5;

    private static final int MAX_PLAIN_EXPONENT = 8;

    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private final byte[] digits = new byte[20];
    private int filled;

    public TextOutput(OutputStream out) {
        this.out = out;
    }

    public TextOutput text(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        room(bytes.length);
        if (bytes.length > buffer.length) {
            out.write(bytes);
            return this;
        }
        System.arraycopy(bytes, 0, buffer, filled, bytes.length);
        filled += bytes.length;
        return this;
    }

    public TextOutput character(char ascii) throws IOException {
        room(1);
        buffer[filled++] = (byte) ascii;
        return this;
    }

    public TextOutput whole(long value) throws IOException {
        room(MAX_NUMBER_CHARS);
        if (value < 0) {
            buffer[filled++] = '-';
        }
        int count = digitsOf(Math.abs(value));
        copyDigits(0, count);
        return this;
    }

    /** Writes a finite number; {@link TextLines} reads back the same float, including the sign of zero. */
    public TextOutput number(float value) throws IOException {
        room(MAX_NUMBER_CHARS);
        if (Float.floatToRawIntBits(value) < 0) {
            buffer[filled++] = '-';
        }
        float magnitude = Math.abs(value);
        if (magnitude == 0) {
            buffer[filled++] = '0';
            return this;
        }
        int exponent = (int) Math.floor(Math.log10(magnitude));
        if (exponent < MIN_EXPONENT || exponent > MAX_EXPONENT || !shortest(magnitude, exponent)) {
            return text(Float.toString(magnitude));
        }
        return this;
    }

    /** Writes a finite number with all digits of a double, not only those of the nearest float. */
    public TextOutput number(double value) throws IOException {
        return text(Double.toString(value));
    }

    /** Writes the fewest digits that give the same float; false if no attempt succeeded. */
    private boolean shortest(float magnitude, int exponent) {
        for (int count = MIN_DIGITS; count <= MAX_DIGITS; count++) {
            int shift = count - 1 - exponent;
            long scaled = Math.round(shift < 0 ? magnitude / Decimal.power(-shift) : magnitude * Decimal.power(shift));
            double back = shift < 0 ? scaled * Decimal.power(-shift) : scaled / Decimal.power(shift);
            if ((float) back == magnitude) {
                digits(scaled, shift);
                return true;
            }
        }
        return false;
    }

    /** Writes {@code whole}·10^−shift. */
    private void digits(long whole, int shift) {
        long kept = whole;
        int point = shift;
        while (kept % 10 == 0) {
            kept /= 10;
            point--;
        }
        int count = digitsOf(kept);
        int exponent = count - 1 - point;
        if (exponent < MIN_PLAIN_EXPONENT || exponent > MAX_PLAIN_EXPONENT) {
            withExponent(count, exponent);
        } else if (exponent < 0) {
            buffer[filled++] = '0';
            buffer[filled++] = '.';
            zeros(-exponent - 1);
            copyDigits(0, count);
        } else if (point <= 0) {
            copyDigits(0, count);
            zeros(-point);
        } else {
            copyDigits(0, exponent + 1);
            buffer[filled++] = '.';
            copyDigits(exponent + 1, count);
        }
    }

    private void withExponent(int count, int exponent) {
        copyDigits(0, 1);
        if (count > 1) {
            buffer[filled++] = '.';
            copyDigits(1, count);
        }
        buffer[filled++] = 'e';
        if (exponent < 0) {
            buffer[filled++] = '-';
        }
        copyDigits(0, digitsOf(Math.abs(exponent)));
    }

    private void zeros(int count) {
        for (int k = 0; k < count; k++) {
            buffer[filled++] = '0';
        }
    }

    /** Stores the digits of a number in {@code digits} and returns their count. */
    private int digitsOf(long value) {
        int at = digits.length;
        long rest = value;
        do {
            digits[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        int count = digits.length - at;
        System.arraycopy(digits, at, digits, 0, count);
        return count;
    }

    private void copyDigits(int from, int to) {
        System.arraycopy(digits, from, buffer, filled, to - from);
        filled += to - from;
    }

    private void room(int bytes) throws IOException {
        if (filled + bytes > buffer.length) {
            flush();
        }
    }

    /** Passes everything to the stream without flushing it. */
    public void flush() throws IOException {
        out.write(buffer, 0, filled);
        filled = 0;
    }
}
