package dev.sinew.io.child;

import dev.sinew.run.InvalidInputException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A second JVM for libraries that hang, crash or allocate any amount of memory when a file is damaged. The caller exchanges bytes with
 * it over its standard streams, each time under a {@link Watch} that ends the process when it exceeds its limits.
 */
public final class ChildProcess implements AutoCloseable {
    /** Some libraries recurse once per joint; a thousand joints overflowed the default stack. */
    private static final int STACK_MEGABYTES = 64;
    /** Address space that a JVM with these options reserves before it does anything. */
    private static final long START_MEGABYTES = 1024;

    private static final int FIRST_JAVA_WITH_NATIVE_WARNINGS = 24;

    private final Process process;
    private final Limits limits;

    private ChildProcess(Process process, Limits limits) {
        this.process = process;
        this.limits = limits;
    }

    /**
     * What the process may use.
     *
     * @param heapMegabytes Java heap
     * @param megabytes memory in all, including native libraries and the JVM itself
     * @param processorSeconds processor time
     */
    public record Limits(long heapMegabytes, long megabytes, long processorSeconds) {
        public String memoryExceeded() {
            return "it needs more than " + megabytes + " MB of memory";
        }
    }

    /**
     * Starts this Java with the class path of this program.
     *
     * @param main its main class
     * @param needed classes whose jars must be on its class path, whatever class loader they came from here
     * @param javaOptions more options for the JVM
     * @throws InvalidInputException if the process cannot be started
     */
    public static ChildProcess start(Class<?> main, List<Class<?>> needed, List<String> javaOptions, Limits limits) {
        ProcessBuilder builder = new ProcessBuilder(command(main, needed, javaOptions, limits))
                .redirectError(Redirect.DISCARD)
                // Not the user's folder: a crash must not leave files there.
                .directory(new File(System.getProperty("java.home")));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        // Otherwise each thread reserves 64 MB of address space.
        environment.put("MALLOC_ARENA_MAX", "2");
        try {
            return new ChildProcess(builder.start(), limits);
        } catch (IOException e) {
            throw new InvalidInputException("cannot start the process that decodes this file: "
                    + e.getMessage().replaceAll("\\s+", " "));
        }
    }

    public InputStream answers() {
        return process.getInputStream();
    }

    public OutputStream requests() {
        return process.getOutputStream();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public long pid() {
        return process.pid();
    }

    /** Starts to watch the process; limits apply to what it uses until the watch is closed. */
    public Watch watch() {
        return new Watch(process, limits);
    }

    /** Ends the process and returns its exit code. */
    public int end() {
        process.destroyForcibly();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public void close() {
        end();
    }

    private static List<String> command(Class<?> main, List<Class<?>> needed, List<String> javaOptions, Limits limits) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(Path.of("/bin/sh"))) {
            long kilobytes = 1024 * (START_MEGABYTES + limits.heapMegabytes() + limits.megabytes());
            // A limit that the system does not know is left out; the watch applies anyway. No core files.
            command.addAll(List.of(
                    "/bin/sh", "-c", "ulimit -c 0; ulimit -v " + kilobytes + " 2>/dev/null; exec \"$@\"", "sh"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx" + limits.heapMegabytes() + "m",
                "-Xms16m",
                "-Xss" + STACK_MEGABYTES + "m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-XX:ReservedCodeCacheSize=24m",
                "-XX:CompressedClassSpaceSize=32m",
                "-XX:-UsePerfData",
                // No crash reports: the user sees our message instead.
                "-XX:+SuppressFatalErrorMessage",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:+DisplayVMOutputToStderr",
                "-Xlog:disable",
                "-Djava.awt.headless=true",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")));
        if (Runtime.version().feature() >= FIRST_JAVA_WITH_NATIVE_WARNINGS) {
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        command.addAll(javaOptions);
        command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath(needed)), main.getName()));
        return command;
    }

    /**
     * Absolute locations of this program's classes. The jars of the needed classes come first, which is right under any class loader; the
     * class path and module path follow, where native libraries are.
     */
    public static Set<String> classPath(List<Class<?>> needed) {
        Set<String> locations = new LinkedHashSet<>();
        needed.forEach(type -> addSource(type, locations));
        entries("java.class.path").forEach(entry -> locations.add(entry.getPath()));
        for (File entry : entries("jdk.module.path")) {
            locations.add(entry.getPath());
            // The entry may be a folder of modules.
            locations.add(new File(entry, "*").getPath());
        }
        return locations;
    }

    private static void addSource(Class<?> type, Set<String> locations) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        if (source != null && source.getLocation() != null) {
            try {
                URI location = source.getLocation().toURI();
                if ("file".equals(location.getScheme())) {
                    locations.add(Path.of(location).toString());
                }
            } catch (URISyntaxException | IllegalArgumentException e) {
                // Not a file; the class path may still name it.
                return;
            }
        }
    }

    private static List<File> entries(String property) {
        return Arrays.stream(System.getProperty(property, "").split(File.pathSeparator))
                .filter(entry -> !entry.isBlank())
                .map(entry -> new File(entry).getAbsoluteFile())
                .toList();
    }

    /**
     * Ends the process when it exceeds its limits: memory where the system reports it (Linux; elsewhere only the heap is bounded),
     * processor time, and wall time in any case.
     */
    public static final class Watch implements AutoCloseable {
        private static final long INTERVAL_MILLIS = 10;
        /** Wall time allowed per second of processor time: other programs may use the processors too. */
        private static final long WALL_TIMES = 6;
        /** A process that does nothing for this long waits for itself. */
        private static final long IDLE_SECONDS = 6;

        private static final long PAGE_BYTES = 4096;
        private static final long SECOND = 1_000_000_000L;

        private final Process process;
        private final Limits limits;
        private final Path pages;
        private final Duration spentBefore;
        private final long start = System.nanoTime();
        private final Thread thread;
        private Duration lastSpent = Duration.ZERO;
        private long lastSpentAt = start;
        private volatile String exceeded;
        private volatile boolean stopped;

        private Watch(Process process, Limits limits) {
            this.process = process;
            this.limits = limits;
            this.pages = Path.of("/proc", Long.toString(process.pid()), "statm");
            this.spentBefore = spent();
            this.thread = new Thread(this::watch, "sinew-child-watch");
            thread.setDaemon(true);
            thread.start();
        }

        /** Why the process was ended; empty if it was not. */
        public Optional<String> exceeded() {
            return Optional.ofNullable(exceeded);
        }

        private Duration spent() {
            return process.info().totalCpuDuration().orElse(Duration.ZERO);
        }

        private void watch() {
            for (int round = 0; !stopped && process.isAlive(); round++) {
                String found = memory();
                // Processor time costs more to read and changes slowly.
                found = found == null && round % 8 == 7 ? time() : found;
                if (found != null) {
                    exceeded = found;
                    process.destroyForcibly();
                    return;
                }
                try {
                    Thread.sleep(INTERVAL_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        }

        private String memory() {
            try {
                String[] counts =
                        Files.readString(pages, StandardCharsets.US_ASCII).split(" ");
                long bytes = PAGE_BYTES * Long.parseLong(counts[1]);
                return bytes > limits.megabytes() << 20 ? limits.memoryExceeded() : null;
            } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
                return null;
            }
        }

        private String time() {
            long now = System.nanoTime();
            Duration spent = spent();
            if (!spent.equals(lastSpent)) {
                lastSpent = spent;
                lastSpentAt = now;
            }
            if (!spent.isZero() && now - lastSpentAt >= IDLE_SECONDS * SECOND) {
                return "its decoder stopped responding";
            }
            return spent.minus(spentBefore).toSeconds() >= limits.processorSeconds()
                            || now - start >= WALL_TIMES * limits.processorSeconds() * SECOND
                    ? "it takes longer than " + limits.processorSeconds() + " s"
                    : null;
        }

        @Override
        public void close() {
            stopped = true;
            thread.interrupt();
        }
    }
}
