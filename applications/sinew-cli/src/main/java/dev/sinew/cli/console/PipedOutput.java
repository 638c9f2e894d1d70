package dev.sinew.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/**
 * Standard output as pipes are used: who reads with {@code | head} and goes away has heard enough, which is no failure. A full
 * disk still is one.
 */
final class PipedOutput extends FilterOutputStream {
    private boolean nobodyListens;

    PipedOutput(OutputStream out) {
        super(out);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        if (nobodyListens) {
            return;
        }
        try {
            out.write(bytes, from, count);
        } catch (IOException failure) {
            String why = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
            nobodyListens = why.contains("broken pipe") || why.contains("pipe is being closed");
            if (!nobodyListens) {
                throw failure;
            }
        }
    }
}
