package dev.sinew;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Base of the library's tests: fails if anything was printed, because a library never prints. */
public abstract class QuietTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private PrintStream out;
    private PrintStream err;

    @BeforeEach
    void capture() {
        out = System.out;
        err = System.err;
        PrintStream ear = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(ear);
        System.setErr(ear);
    }

    @AfterEach
    void printsNothing() {
        System.setOut(out);
        System.setErr(err);
        assertThat(printed.toString(StandardCharsets.UTF_8)).as("printed").isEmpty();
    }
}
