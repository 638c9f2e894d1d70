package dev.sinew.io.text;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * The lines of a text file with a cursor over the tokens of the current one. Lines end with LF, CRLF or CR. A backslash at
 * the end joins a line with the next one, except in comments, which often end with a Windows path. Keeps only one line in
 * memory, so a file may be larger than memory.
 */
public final class TextLines implements AutoCloseable {
    private static final int FIRST_BUFFER = 1 << 18;
    private static final int MAX_LINE_BYTES = 1 << 27;
    private static final int MAX_QUOTE_CHARS = 40;

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

    /** @param linesBefore number of lines that were already read from the stream */
    public TextLines(Path file, InputStream in, long linesBefore) {
        this.file = file;
        this.in = in;
        this.line = linesBefore;
    }

    /** Moves to the next line; false after the last. */
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

    /** Moves {@code scan} to the next line terminator; false if the file ends first. */
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

    /** Discards everything before the current line and reads more bytes. */
    private boolean fill() throws IOException {
        if (lineStart > 0) {
            System.arraycopy(buffer, lineStart, buffer, 0, filled - lineStart);
            filled -= lineStart;
            scan -= lineStart;
            lineStart = 0;
        }
        if (filled == buffer.length) {
            if (buffer.length >= MAX_LINE_BYTES) {
                throw rejection("the line is longer than " + MAX_LINE_BYTES + " bytes");
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

    /** Moves to the next token of the line; false at the end or at a comment. */
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

    /** The token as a number, possibly NaN or infinite; rejects anything else. */
    public double number() {
        double value = Decimal.parse(buffer, tokenStart, tokenEnd);
        if (Double.isNaN(value) && !Decimal.spellsNonFinite(buffer, tokenStart, tokenEnd)) {
            throw rejection(quoted() + " is not a number");
        }
        return value;
    }

    public String token() {
        return decode(tokenStart, tokenEnd);
    }

    /** The token in quotes, shortened if it is long, for messages. */
    public String quoted() {
        int end = Math.min(tokenEnd, tokenStart + MAX_QUOTE_CHARS);
        return "'" + Names.printable(decode(tokenStart, end)) + (end < tokenEnd ? "…'" : "'");
    }

    /** The rest of the line after the token, including comment signs: names such as {@code Material #25} are common. */
    public String rest() {
        return decode(tokenEnd, lineEnd).strip();
    }

    /** Decodes UTF-8, or Latin-1 if the bytes are not UTF-8, so that different names stay different. */
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

    /** The bytes that {@link #tokenStart} and {@link #tokenEnd} refer to, until the next line; do not modify. */
    public byte[] bytes() {
        return buffer;
    }

    public int tokenStart() {
        return tokenStart;
    }

    public int tokenEnd() {
        return tokenEnd;
    }

    /** Number of the current line, starting at 1. */
    public long line() {
        return line;
    }

    public Path file() {
        return file;
    }

    /** An error about the current line. */
    public InvalidInputException rejection(String what) {
        return new InvalidInputException(file + ", line " + line + ": " + what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Parses decimal numbers from bytes without creating strings. */
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

        /** The double nearest to the number in bytes {@code from} to {@code to}, NaN if they are not a number. */
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

        /**
         * Whether a character may occur in a number. Java also accepts hexadecimal digits, names and suffixes such as {@code
         * 1f}, which files do not use.
         */
        private static boolean isPart(byte letter) {
            return letter >= '0' && letter <= '9'
                    || letter == '.'
                    || letter == '-'
                    || letter == '+'
                    || letter == 'e'
                    || letter == 'E';
        }

        /** Whether the bytes spell "not a number" or "infinite" in one of the forms that C programs write. */
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
