package dev.sinew.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs the real launcher as users do, each time in a new JVM: for tables whose subject is what users wait for and how much memory
 * their process takes. Everything else calls jobs ({@link BenchJob}).
 */
final class Launcher {
    private static final long POLL_MILLIS = 20;

    private final Path root;
    private final String jvmOptions;

    /** @param jvmOptions for {@code SINEW_OPTS}, may be empty */
    Launcher(Path root, String jvmOptions) {
        this.root = root.toAbsolutePath().normalize();
        this.jvmOptions = jvmOptions;
    }

    /** Builds what is not built yet, so that no measured run does. */
    void prepare() {
        run(List.of("--version"));
    }

    /**
     * What a run left behind.
     *
     * @param output what it wrote to standard output
     * @param peakBytes the most memory the process had at once, where the system tells (Linux)
     */
    record Finished(String output, OptionalLong peakBytes) {
        JsonNode json() {
            return JsonMapper.shared().readTree(output);
        }
    }

    Finished run(List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(root.resolve("sinew").toString());
        command.addAll(arguments);
        try (Scratch scratch = new Scratch()) {
            return run(command, scratch.file("output"), scratch.file("errors"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Finished run(List<String> command, Path output, Path errors) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().put("SINEW_OPTS", jvmOptions);
        Process process = builder.start();
        OptionalLong peak = OptionalLong.empty();
        try {
            do {
                OptionalLong now = peakOf(process.pid());
                peak = now.isPresent() ? now : peak;
            } while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while '" + String.join(" ", command) + "' was running", e);
        } finally {
            process.destroy();
        }
        if (process.exitValue() != 0) {
            throw new IllegalStateException("'" + String.join(" ", command) + "' ended with " + process.exitValue()
                    + ": " + Files.readString(errors).strip());
        }
        return new Finished(Files.readString(output), peak);
    }

    /** The launcher becomes the JVM (exec), so its process number is the JVM's. */
    private static OptionalLong peakOf(long pid) {
        Path status = Path.of("/proc", String.valueOf(pid), "status");
        try (InputStream in = Files.newInputStream(status)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst();
        } catch (IOException gone) {
            return OptionalLong.empty();
        }
    }
}
