package dev.sinew.io.text;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * The lines of a text file with a cursor over the tokens of the current one. Lines end with LF, CRLF or CR; a backslash at
 * the end joins a line with the next one, except in comments (they like to end with a Windows path). Only one line is
 * held at a time, so a file may be larger than memory.
 */
public final class TextLines implements AutoCloseable {
    private static final int FIRST_BUFFER = 1 << 18;
    private static final int LONGEST_LINE = 1 << 27;
    private static final int LONGEST_QUOTE = 40;

    private final Path file;
    private final InputStream in;
    private byte[] buffer = new byte[FIRST_BUFFER];
    private int filled;
    private int lineStart;
    private int scan;
    private boolean afterCarriageReturn;
    private long line;
    private long linesJoined;
    private int lineEnd;
    private int tokenStart;
    private int tokenEnd;

    public TextLines(Path file, InputStream in) {
        this(file, in, 0);
    }

    /** @param linesBefore how many lines of the file the stream has already given away */
    public TextLines(Path file, InputStream in, long linesBefore) {
        this.file = file;
        this.in = in;
        this.line = linesBefore;
    }

    /** Goes to the next line; false where there is none. */
    public boolean nextLine() throws IOException {
        lineStart = scan;
        if (afterCarriageReturn && peek() == '\n') {
            scan++;
            lineStart = scan;
        }
        line += 1 + linesJoined;
        linesJoined = 0;
        boolean terminated = findEnd();
        while (terminated && joinsWithNext()) {
            terminated = findEnd();
        }
        lineEnd = scan;
        tokenStart = lineStart;
        tokenEnd = lineStart;
        if (line == 1) {
            skipByteOrderMark();
        }
        if (!terminated) {
            afterCarriageReturn = false;
            return lineEnd > lineStart;
        }
        afterCarriageReturn = buffer[scan] == '\r';
        scan++;
        return true;
    }

    /** Moves {@code scan} to the next line terminator; false where the file ends first. */
    private boolean findEnd() throws IOException {
        do {
            byte[] bytes = buffer;
            int at = scan;
            int end = filled;
            while (at < end && bytes[at] != '\n' && bytes[at] != '\r') {
                at++;
            }
            scan = at;
        } while (scan == filled && fill());
        return scan < filled;
    }

    private boolean joinsWithNext() throws IOException {
        if (scan == lineStart || buffer[scan - 1] != '\\' || isComment()) {
            return false;
        }
        boolean carriageReturn = buffer[scan] == '\r';
        buffer[scan - 1] = ' ';
        buffer[scan++] = ' ';
        linesJoined++;
        if (carriageReturn && peek() == '\n') {
            buffer[scan++] = ' ';
        }
        return true;
    }

    private boolean isComment() {
        int at = lineStart;
        while (at < scan && buffer[at] <= ' ' && buffer[at] >= 0) {
            at++;
        }
        return buffer[at] == '#';
    }

    private int peek() throws IOException {
        return scan < filled || fill() ? buffer[scan] : -1;
    }

    /** Makes room by dropping what lies before the current line, and reads on. */
    private boolean fill() throws IOException {
        if (lineStart > 0) {
            System.arraycopy(buffer, lineStart, buffer, 0, filled - lineStart);
            filled -= lineStart;
            scan -= lineStart;
            lineStart = 0;
        }
        if (filled == buffer.length) {
            if (buffer.length >= LONGEST_LINE) {
                throw refusal("the line is longer than " + LONGEST_LINE + " bytes");
            }
            buffer = Arrays.copyOf(buffer, 2 * buffer.length);
        }
        int count = in.read(buffer, filled, buffer.length - filled);
        filled += Math.max(count, 0);
        return count > 0;
    }

    private void skipByteOrderMark() {
        if (lineEnd - lineStart >= 3
                && buffer[lineStart] == (byte) 0xEF
                && buffer[lineStart + 1] == (byte) 0xBB
                && buffer[lineStart + 2] == (byte) 0xBF) {
            tokenStart += 3;
            tokenEnd += 3;
        }
    }

    /** Goes to the next token of the line; false where none is left or a comment begins. */
    public boolean nextToken() {
        int at = tokenEnd;
        while (at < lineEnd && buffer[at] <= ' ' && buffer[at] >= 0) {
            at++;
        }
        if (at == lineEnd || buffer[at] == '#') {
            tokenStart = lineEnd;
            tokenEnd = lineEnd;
            return false;
        }
        tokenStart = at;
        while (at < lineEnd && (buffer[at] > ' ' || buffer[at] < 0)) {
            at++;
        }
        tokenEnd = at;
        return true;
    }

    public boolean tokenIs(String ascii) {
        if (tokenEnd - tokenStart != ascii.length()) {
            return false;
        }
        for (int k = 0; k < ascii.length(); k++) {
            if (buffer[tokenStart + k] != ascii.charAt(k)) {
                return false;
            }
        }
        return true;
    }

    /** The token as a number; NaN or infinite where it says so; refused where it is no number. */
    public double number() {
        double value = Decimal.parse(buffer, tokenStart, tokenEnd);
        if (Double.isNaN(value) && !Decimal.spellsNonFinite(buffer, tokenStart, tokenEnd)) {
            throw refusal(quoted() + " is not a number");
        }
        return value;
    }

    public String token() {
        return decode(tokenStart, tokenEnd);
    }

    /** The token between quotes, shortened where it is long: for sentences. */
    public String quoted() {
        int end = Math.min(tokenEnd, tokenStart + LONGEST_QUOTE);
        return "'" + Names.printable(decode(tokenStart, end)) + (end < tokenEnd ? "…'" : "'");
    }

    /** What follows the token on its line, comment signs included: names such as {@code Material #25} are common. */
    public String rest() {
        return decode(tokenEnd, lineEnd).strip();
    }

    /** UTF-8, or Latin-1 where the bytes are not UTF-8, so that different names stay different. */
    private String decode(int from, int to) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(buffer, from, to - from))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(buffer, from, to - from, StandardCharsets.ISO_8859_1);
        }
    }

    /** The bytes that {@link #tokenStart} and {@link #tokenEnd} point into, until the next line; not to be modified. */
    public byte[] bytes() {
        return buffer;
    }

    public int tokenStart() {
        return tokenStart;
    }

    public int tokenEnd() {
        return tokenEnd;
    }

    /** Number of the current line, the first being 1. */
    public long line() {
        return line;
    }

    public Path file() {
        return file;
    }

    /** A sentence about the current line. */
    public RefusedException refusal(String what) {
        return new RefusedException(file + ", line " + line + ": " + what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Decimal numbers in bytes, read without making strings. */
    static final class Decimal {
        /** Largest exponent whose power of ten is an exact double. */
        private static final int MAX_EXACT_POWER = 22;

        private static final double[] POWERS = powers();

        private Decimal() {}

        private static double[] powers() {
            double[] powers = new double[MAX_EXACT_POWER + 1];
            for (int k = 0; k < powers.length; k++) {
                powers[k] = Double.parseDouble("1e" + k);
            }
            return powers;
        }

        /** 10 to the power of k, exact; k from 0 to 22. */
        static double power(int k) {
            return POWERS[k];
        }

        /** The double nearest to what bytes {@code from} to {@code to} spell, NaN where they spell no number. */
        static double parse(byte[] text, int from, int to) {
            for (int at = from; at < to; at++) {
                if (!isPart(text[at])) {
                    return Double.NaN;
                }
            }
            try {
                return JavaDoubleParser.parseDouble(text, from, to - from);
            } catch (NumberFormatException none) {
                return Double.NaN;
            }
        }

        /** Java's own spellings go further: hexadecimal digits, names, endings such as {@code 1f}. No file means those. */
        private static boolean isPart(byte letter) {
            return letter >= '0' && letter <= '9'
                    || letter == '.'
                    || letter == '-'
                    || letter == '+'
                    || letter == 'e'
                    || letter == 'E';
        }

        /** Whether the bytes are one of the spellings of "not a number" or "infinite" that C programs write. */
        static boolean spellsNonFinite(byte[] text, int from, int to) {
            int at = from < to && (text[from] == '-' || text[from] == '+') ? from + 1 : from;
            if (to - at < 3) {
                return false;
            }
            String head = new String(text, at, 3, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            return head.equals("nan") || head.equals("inf") || head.equals("1.#");
        }
    }
}
