package dev.sinew.cli;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command line in a separate JVM, as a user starts it. */
final class SinewProcess {
    private static final long TIMEOUT_SECONDS = 240;

    private final Process process;
    private final Path out;
    private final Path err;

    private SinewProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** @param logs a folder for what it prints */
    static SinewProcess start(Path logs, List<String> jvmOptions, Object... arguments) throws IOException {
        return start(logs, Redirect.PIPE, jvmOptions, arguments);
    }

    /** Runs to its end with a file as standard input. */
    static SinewRun runWith(Path input, Path logs, Object... arguments) throws IOException, InterruptedException {
        return start(logs, Redirect.from(input.toFile()), List.of("-Xmx1g", "-XX:TieredStopAtLevel=1"), arguments)
                .await();
    }

    private static SinewProcess start(Path logs, Redirect input, List<String> jvmOptions, Object... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of(SinewRun.strings(arguments)));
        Path out = Files.createTempFile(logs, "stdout", ".txt");
        Path err = Files.createTempFile(logs, "stderr", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(input)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        // The JVM would announce them on standard error.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return new SinewProcess(builder.start(), out, err);
    }

    /** Runs to its end. */
    static SinewRun run(Path logs, Object... arguments) throws IOException, InterruptedException {
        return start(logs, List.of("-Xmx1g", "-XX:TieredStopAtLevel=1"), arguments)
                .await();
    }

    SinewRun await() throws IOException, InterruptedException {
        if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + TIMEOUT_SECONDS + " s\n" + Files.readString(err));
        }
        return new SinewRun(process.exitValue(), Files.readString(out), Files.readString(err));
    }

    /** Waits until standard error says something, or the process has ended. */
    void awaitError(String text) throws IOException, InterruptedException {
        while (process.isAlive() && !Files.readString(err).contains(text)) {
            Thread.sleep(50);
        }
    }

    /** Waits until a file is there, or the process has ended. */
    void awaitFile(Path file) throws InterruptedException {
        while (process.isAlive() && !Files.exists(file)) {
            Thread.sleep(10);
        }
    }

    /** As {@code kill -9}: nothing is heard of it any more. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Ctrl-C. */
    void interrupt() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }
}
