package dev.sinew.cli.console;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Where a run prints, and what kind of place that is.
 *
 * @param terminalColumns width of the terminal behind {@code err}; empty where it is a file or a pipe
 * @param caller the program that asked for the run, where it is told more than what is printed
 */
public record Environment(
        PrintStream out,
        PrintStream err,
        OptionalInt terminalColumns,
        Interruption interruption,
        Optional<Caller> caller) {
    /** A program that hears of a run by values, not by what is printed. */
    public interface Caller {
        /** How far the run is: {@code stage}, {@code text}, and where it counts {@code iteration}, {@code iterations}, {@code error}. */
        void progress(Map<String, Object> step);

        /** The tree that {@code --json -} asks for. */
        void result(String json);

        /** Why the run failed. */
        void failed(String sentence);
    }

    /** Set by the launcher, which can ask the shell what standard error is. */
    private static final String COLUMNS = "sinew.columns";

    /**
     * Set by the launcher where it keeps the JVM's own line about incubating modules away from standard error: the file
     * that really is standard error.
     */
    private static final String STANDARD_ERROR = "sinew.stderr";

    private static final int USUAL_COLUMNS = 80;
    private static final int LEAST_COLUMNS = 40;

    public Environment {
        Objects.requireNonNull(out);
        Objects.requireNonNull(err);
        Objects.requireNonNull(terminalColumns);
        Objects.requireNonNull(interruption);
        Objects.requireNonNull(caller);
    }

    public Environment(PrintStream out, PrintStream err, OptionalInt terminalColumns, Interruption interruption) {
        this(out, err, terminalColumns, interruption, Optional.empty());
    }

    /** For a run that a program asked for. */
    public Environment(PrintStream out, PrintStream err, Caller caller, Interruption interruption) {
        this(out, err, OptionalInt.empty(), interruption, Optional.of(caller));
    }

    /** The streams of this process. */
    public static Environment ofProcess() {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        // Elsewhere than on Windows terminals and logs take UTF-8, whatever LANG a build server forgot to set.
        PrintStream out = windows ? System.out : utf8(FileDescriptor.out);
        PrintStream err = windows ? System.err : standardError();
        return new Environment(out, err, columns(), new Interruption());
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new PipedOutput(new FileOutputStream(descriptor)), true, StandardCharsets.UTF_8);
    }

    private static PrintStream standardError() {
        String said = System.getProperty(STANDARD_ERROR);
        if (said != null) {
            try {
                PrintStream real = new PrintStream(new FileOutputStream(said, true), true, StandardCharsets.UTF_8);
                System.setErr(real);
                return real;
            } catch (FileNotFoundException notHere) {
                // Then the usual one, even if nobody sees it.
            }
        }
        return utf8(FileDescriptor.err);
    }

    private static OptionalInt columns() {
        String said = System.getProperty(COLUMNS);
        if (said == null) {
            return consoleIsTerminal() ? OptionalInt.of(USUAL_COLUMNS) : OptionalInt.empty();
        }
        int columns = said.matches("\\d{1,4}") ? Integer.parseInt(said) : 0;
        return columns >= LEAST_COLUMNS ? OptionalInt.of(columns) : OptionalInt.empty();
    }

    /** JDK 22 and later hand out a console for pipes too, and have a method that tells. */
    private static boolean consoleIsTerminal() {
        Object console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) console.getClass().getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException | RuntimeException olderJdk) {
            return Runtime.version().feature() < 22;
        }
    }

    /**
     * Standard output as pipes are used: who reads with {@code | head} and goes away has heard enough, which is no failure. A full
     * disk still is one.
     */
    private static final class PipedOutput extends FilterOutputStream {
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
}
