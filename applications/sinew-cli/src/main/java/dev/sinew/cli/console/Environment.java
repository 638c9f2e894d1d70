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
 * The streams of a run and their properties.
 *
 * @param terminalColumns width of the terminal that {@code err} is; empty for a file or a pipe
 * @param outIsTerminal whether {@code out} is a terminal
 * @param caller the program that started the run and gets values instead of printed text
 */
public record Environment(
        PrintStream out,
        PrintStream err,
        OptionalInt terminalColumns,
        boolean outIsTerminal,
        Interruption interruption,
        Optional<Caller> caller) {
    /** A program that gets the progress and the result of a run as values. */
    public interface Caller {
        /** Values: {@code stage}, {@code text}, {@code fraction}; where known {@code iteration}, {@code iterations}, {@code error}, {@code secondsLeft}. */
        void progress(Map<String, Object> step);

        /** The JSON of {@code --json -}. */
        void result(String json);

        /** Why the run failed. */
        void failed(String message);
    }

    /** Set by the launcher, which can ask the shell what standard error is. */
    private static final String COLUMNS = "sinew.columns";

    /**
     * Set by the launcher where it keeps the JVM's own line about incubating modules away from standard error: the file
     * that really is standard error.
     */
    private static final String STANDARD_ERROR = "sinew.stderr";

    /** Set by the launcher to "terminal" where standard output is one. */
    private static final String STANDARD_OUTPUT = "sinew.stdout";

    private static final int DEFAULT_COLUMNS = 80;
    private static final int MIN_COLUMNS = 40;

    public Environment {
        Objects.requireNonNull(out);
        Objects.requireNonNull(err);
        Objects.requireNonNull(terminalColumns);
        Objects.requireNonNull(interruption);
        Objects.requireNonNull(caller);
    }

    public Environment(PrintStream out, PrintStream err, OptionalInt terminalColumns, Interruption interruption) {
        this(out, err, terminalColumns, false, interruption, Optional.empty());
    }

    /** For a run that a program started. */
    public Environment(PrintStream out, PrintStream err, Caller caller, Interruption interruption) {
        this(out, err, OptionalInt.empty(), false, interruption, Optional.of(caller));
    }

    /** The streams of this process. */
    public static Environment ofProcess() {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        // Elsewhere than on Windows terminals and logs take UTF-8, whatever LANG a build server forgot to set.
        PrintStream out = windows ? System.out : utf8(FileDescriptor.out);
        PrintStream err = windows ? System.err : standardError();
        boolean outIsTerminal = "terminal".equals(System.getProperty(STANDARD_OUTPUT));
        return new Environment(out, err, columns(), outIsTerminal, new Interruption(), Optional.empty());
    }

    /** Whether warnings and errors on standard error are coloured. */
    boolean coloursErrors() {
        return terminalColumns.isPresent() && Colour.allowedBy(System.getenv());
    }

    /** Whether a person types at a terminal and reads the answers there. */
    public boolean typed() {
        return outIsTerminal && consoleIsTerminal();
    }

    /** Whether warnings on standard output are coloured. */
    boolean coloursOutput() {
        return outIsTerminal && Colour.allowedBy(System.getenv());
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
                // Then the usual stream, even if nobody sees it.
            }
        }
        return utf8(FileDescriptor.err);
    }

    private static OptionalInt columns() {
        String said = System.getProperty(COLUMNS);
        if (said == null) {
            return consoleIsTerminal() ? OptionalInt.of(DEFAULT_COLUMNS) : OptionalInt.empty();
        }
        int columns = said.matches("\\d{1,4}") ? Integer.parseInt(said) : 0;
        return columns >= MIN_COLUMNS ? OptionalInt.of(columns) : OptionalInt.empty();
    }

    /** JDK 22 and later have a console for pipes, too, and a method to tell them apart. */
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
     * Standard output that ignores a closed pipe, as in {@code sinew … | head}. A full disk is still an error.
     */
    private static final class PipedOutput extends FilterOutputStream {
        private boolean pipeClosed;

        PipedOutput(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            if (pipeClosed) {
                return;
            }
            try {
                out.write(bytes, from, count);
            } catch (IOException failure) {
                String why = String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
                pipeClosed = why.contains("broken pipe") || why.contains("pipe is being closed");
                if (!pipeClosed) {
                    throw failure;
                }
            }
        }
    }
}
