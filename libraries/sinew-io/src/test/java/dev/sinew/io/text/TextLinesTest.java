package dev.sinew.io.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextLinesTest {
    /** Returns a few bytes at a time, like a network. */
    private static final class Trickle extends InputStream {
        private final InputStream in;
        private final int atOnce;

        Trickle(InputStream in, int atOnce) {
            this.in = in;
            this.atOnce = atOnce;
        }

        @Override
        public int read() throws IOException {
            return in.read();
        }

        @Override
        public int read(byte[] buffer, int from, int count) throws IOException {
            return in.read(buffer, from, Math.min(count, atOnce));
        }
    }

    /** Each line as "number: token|token". */
    private static List<String> lines(String text, int atOnce) throws IOException {
        InputStream bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        List<String> all = new ArrayList<>();
        try (TextLines lines = new TextLines(Path.of("x"), new Trickle(bytes, atOnce))) {
            while (lines.nextLine()) {
                List<String> tokens = new ArrayList<>();
                while (lines.nextToken()) {
                    tokens.add(lines.token());
                }
                all.add(lines.line() + ": " + String.join("|", tokens));
            }
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void readsAllLineEndings(int atOnce) throws IOException {
        assertThat(lines("a b\nc\r\n\r\nd\re", atOnce)).containsExactly("1: a|b", "2: c", "3: ", "4: d", "5: e");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 1000})
    void joinsLinesAtBackslashAndCountsThem(int atOnce) throws IOException {
        assertThat(lines("f 1 \\\n2 \\\r\n 3\nv 1\n", atOnce)).containsExactly("1: f|1|2|3", "4: v|1");
    }

    @Test
    void endsTokensAtComments() throws IOException {
        assertThat(lines("# from C:\\out\\\nv 1 # two\n", 100)).containsExactly("1: ", "2: v|1");
    }

    @Test
    void skipsByteOrderMark() throws IOException {
        assertThat(lines("\uFEFFv 1\n\uFEFFv", 100)).containsExactly("1: v|1", "2: \uFEFFv");
    }

    @Test
    void readsBackslashAtTheEnd() throws IOException {
        assertThat(lines("v 1\\", 1)).containsExactly("1: v|1\\");
        assertThat(lines("v 1\\\n", 1)).containsExactly("1: v|1");
    }

    @Test
    void readsLinesLongerThanTheBuffer() throws IOException {
        String longToken = "x".repeat(700_000);
        assertThat(lines("a\n" + longToken + " b\nc", 60_000))
                .containsExactly("1: a", "2: " + longToken + "|b", "3: c");
    }

    @Test
    void readsNoLinesFromEmptyFile() throws IOException {
        assertThat(lines("", 1)).isEmpty();
    }
}
