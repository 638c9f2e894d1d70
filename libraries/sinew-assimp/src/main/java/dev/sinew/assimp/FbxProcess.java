package dev.sinew.assimp;

import dev.sinew.assimp.FbxProcess.FbxBounds;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.math.Affine3;
import dev.sinew.run.RefusedException;
import java.io.File;
import java.io.IOException;
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
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.Library;

/**
 * A process of its own for Assimp, which dies of damaged files and takes whatever they ask for. It gets bytes and gives a
 * scene back, or the other way around; where it breaks, takes more than it may or answers nonsense, that is a sentence.
 */
final class FbxProcess implements AutoCloseable {
    private final FbxBounds bounds;
    private final Process process;
    private final SceneOutput to;
    private final SceneInput from;
    private boolean started;

    private FbxProcess(FbxBounds bounds, Process process) {
        this.bounds = bounds;
        this.process = process;
        this.to = new SceneOutput(process.getOutputStream());
        this.from = new SceneInput(process.getInputStream());
    }

    static FbxProcess start(FbxBounds bounds) {
        List<String> command = FbxCommand.of(bounds);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(Redirect.DISCARD)
                // Not the person's folder: nothing may be left there.
                .directory(new File(System.getProperty("java.home")));
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        // Otherwise every thread takes 64 MB of addresses.
        environment.put("MALLOC_ARENA_MAX", "2");
        try {
            return new FbxProcess(bounds, builder.start());
        } catch (IOException e) {
            throw new RefusedException("FBX is read and written by a process of its own, which cannot be started: "
                    + e.getMessage().replaceAll("\\s+", " "));
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** What Assimp finds in the bytes of a file. */
    Scene read(Path file, byte[] bytes) {
        return exchange(file + " cannot be read as FBX: ", FbxChild.READ, bytes, FbxChild.SCENE, from::scene);
    }

    /** The bytes of a file, as Assimp writes it, of a scene that {@link SceneOutput} made bytes of. */
    byte[] write(Path file, byte[] scene) {
        return exchange("cannot write " + file + ": ", FbxChild.WRITE, scene, FbxChild.FILE, from::bytes);
    }

    /** Takes what an answer holds. */
    private interface Answer<T> {
        T take() throws IOException;
    }

    private <T> T exchange(String beginning, int job, byte[] bytes, int wanted, Answer<T> answer) {
        try (FbxWatch watch = new FbxWatch(process, bounds)) {
            try {
                from.allow(bounds.answerBytes());
                ask(job, bytes);
                int kind = from.number();
                if (kind != wanted) {
                    throw refusal(kind);
                }
                T taken = answer.take();
                requireNumber(FbxChild.DONE);
                return taken;
            } catch (NativeFailure e) {
                throw new RefusedException(beginning + e.getMessage());
            } catch (IOException e) {
                throw new RefusedException(beginning + watch.excess().orElseGet(() -> broken(e)), e);
            }
        }
    }

    private void ask(int kind, byte[] bytes) throws IOException {
        if (!started) {
            requireNumber(FbxChild.READY);
            started = true;
        }
        to.number(kind);
        to.bytes(bytes);
        to.flush();
    }

    private void requireNumber(int wanted) throws IOException {
        if (from.number() != wanted) {
            throw new SceneInput.UnsoundException("a number that does not belong there");
        }
    }

    private NativeFailure refusal(int kind) throws IOException {
        String reason = switch (kind) {
            case FbxChild.REFUSED -> from.text();
            case FbxChild.NO_MEMORY -> bounds.tooMuchMemory();
            case FbxChild.NO_LIBRARY ->
                "Assimp's library for this system (" + System.getProperty("os.name") + ", "
                        + System.getProperty("os.arch") + ") is not part of this build";
            default -> throw new SceneInput.UnsoundException("an answer of kind " + kind);
        };
        requireNumber(FbxChild.DONE);
        return new NativeFailure(reason);
    }

    private String broken(IOException e) {
        if (e instanceof SceneInput.UnsoundException) {
            end();
            return "what Assimp makes of it is unsound, with " + e.getMessage();
        }
        int code = end();
        return started
                ? "Assimp breaks down on it (exit code " + code + " of its process)"
                : "the process that Assimp runs in does not start (exit code " + code + ")";
    }

    /** Ends the process, and says how it ended. */
    private int end() {
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

    /**
     * How much the process that Assimp runs in may take.
     *
     * @param heapMegabytes of its Java heap
     * @param megabytes of memory in all, its library's and its JVM's own
     * @param processorSeconds of work
     * @param answerBytes that may come back
     */
    record FbxBounds(long heapMegabytes, long megabytes, long processorSeconds, long answerBytes) {
        private static final long MEGABYTE = 1L << 20;
        private static final long LEAST_HEAP = 64;
        private static final long LEAST_MEMORY = 320;
        private static final long LEAST_SECONDS = 10;
        /** Assimp keeps a file of text as words, and doubles of whatever is a number: twelve times its size was seen. */
        private static final long MEMORY_TIMES = 24;

        private static final long HEAP_TIMES = 8;
        private static final long ANSWER_TIMES = 8;
        private static final long MEGABYTES_A_SECOND = 2;

        /** What a job is allowed that begins with so many bytes, unpacked. */
        static FbxBounds of(long bytes) {
            long megabytes = bytes / MEGABYTE;
            return new FbxBounds(
                    LEAST_HEAP + HEAP_TIMES * megabytes,
                    LEAST_MEMORY + MEMORY_TIMES * megabytes,
                    LEAST_SECONDS + megabytes / MEGABYTES_A_SECOND,
                    ANSWER_TIMES * (bytes + 4 * MEGABYTE));
        }

        String tooMuchMemory() {
            return "it takes more than " + megabytes + " MB of memory";
        }
    }

    /** The command that starts the process Assimp runs in: this Java, with the classes that this program runs from. */
    static final class FbxCommand {
        /** The library goes down a level of its own stack per joint; a thousand took one of these. */
        private static final int STACK_MEGABYTES = 64;
        /** What a JVM of these options asks for before it does anything, in address space. */
        private static final long START_MEGABYTES = 1024;

        private static final int FIRST_WITH_NATIVE_WARNINGS = 24;

        private FbxCommand() {}

        static List<String> of(FbxBounds bounds) {
            List<String> command = new ArrayList<>();
            if (hasShell()) {
                // Address space, for good: no library can ask for more. And no core files, whatever the JVM thinks.
                command.addAll(List.of("/bin/sh", "-c", limits(bounds), "sh"));
            }
            command.add(java());
            command.addAll(List.of(
                    "-Xmx" + bounds.heapMegabytes() + "m",
                    "-Xms16m",
                    "-Xss" + STACK_MEGABYTES + "m",
                    "-XX:+UseSerialGC",
                    "-XX:TieredStopAtLevel=1",
                    "-Xshare:auto",
                    "-XX:ReservedCodeCacheSize=24m",
                    "-XX:CompressedClassSpaceSize=32m",
                    "-XX:-UsePerfData",
                    // No report of a crash anywhere: what the person hears is our sentence.
                    "-XX:+SuppressFatalErrorMessage",
                    "-XX:-CreateCoredumpOnCrash",
                    "-XX:+DisplayVMOutputToStderr",
                    "-Xlog:disable",
                    "-Djava.awt.headless=true",
                    "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")));
            if (Runtime.version().feature() >= FIRST_WITH_NATIVE_WARNINGS) {
                command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
            }
            command.addAll(librarySettings());
            command.addAll(List.of("-cp", String.join(File.pathSeparator, classPath()), FbxChild.class.getName()));
            return command;
        }

        private static boolean hasShell() {
            return Files.isExecutable(Path.of("/bin/sh"));
        }

        /** A limit that a system does not know is left out; {@link FbxWatch} looks all the same. */
        private static String limits(FbxBounds bounds) {
            long kilobytes = 1024 * (START_MEGABYTES + bounds.heapMegabytes() + bounds.megabytes());
            return "ulimit -c 0; ulimit -v " + kilobytes + " 2>/dev/null; exec \"$@\"";
        }

        private static String java() {
            Path java = Path.of(System.getProperty("java.home"), "bin", "java");
            return java.toString();
        }

        /**
         * Where the classes of this program come from, absolute: the process starts elsewhere. First the places that the classes
         * themselves name, which are right under any class loader; then all of the class path and module path, where the
         * native libraries are.
         */
        static Set<String> classPath() {
            Set<String> places = new LinkedHashSet<>();
            for (Class<?> needed :
                    List.of(FbxChild.class, InputFiles.class, Affine3.class, Library.class, Assimp.class)) {
                addSource(needed, places);
            }
            entries("java.class.path").forEach(entry -> places.add(entry.getPath()));
            for (File entry : entries("jdk.module.path")) {
                places.add(entry.getPath());
                // A folder of modules.
                places.add(new File(entry, "*").getPath());
            }
            return places;
        }

        private static void addSource(Class<?> needed, Set<String> places) {
            CodeSource source = needed.getProtectionDomain().getCodeSource();
            if (source != null && source.getLocation() != null) {
                try {
                    URI place = source.getLocation().toURI();
                    if ("file".equals(place.getScheme())) {
                        places.add(Path.of(place).toString());
                    }
                } catch (URISyntaxException | IllegalArgumentException e) {
                    // A place that is no file: the class path below may name it better.
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

        /** How a person told the library where to look. */
        private static List<String> librarySettings() {
            return System.getProperties().stringPropertyNames().stream()
                    .filter(name -> name.startsWith("org.lwjgl."))
                    .sorted()
                    .map(name -> "-D" + name + "=" + System.getProperty(name))
                    .toList();
        }
    }

    /**
     * Looks at a process while it works, and ends it where it takes more than it may: memory where the system tells (Linux; on
     * others the JVM's heap is bounded, the library's own memory is not), processor time, and in any case the clock.
     */
    private static final class FbxWatch implements AutoCloseable {
        private static final long EVERY_MILLIS = 10;
        /** Other programs may want the processors too. */
        private static final long CLOCK_TIMES = 6;
        /** A process that works gets some time even on a busy machine; a damaged one may wait for itself forever. */
        private static final long IDLE_SECONDS = 6;

        private static final long PAGE_BYTES = 4096;
        private static final long SECOND = 1_000_000_000L;

        private final Process process;
        private final FbxBounds bounds;
        private final Path pages;
        private final Duration spentBefore;
        private final long start = System.nanoTime();
        private final Thread thread;
        private Duration spentLast = Duration.ZERO;
        private long spentLastAt = start;
        private volatile String excess;
        private volatile boolean done;

        FbxWatch(Process process, FbxBounds bounds) {
            this.process = process;
            this.bounds = bounds;
            this.pages = Path.of("/proc", Long.toString(process.pid()), "statm");
            this.spentBefore = spent();
            this.thread = new Thread(this::watch, "sinew-fbx-watch");
            thread.setDaemon(true);
            thread.start();
        }

        /** Why the process was ended, where it was. */
        Optional<String> excess() {
            return Optional.ofNullable(excess);
        }

        private Duration spent() {
            return process.info().totalCpuDuration().orElse(Duration.ZERO);
        }

        private void watch() {
            for (int round = 0; !done && process.isAlive(); round++) {
                String found = memory();
                // What the processor did is dearer to ask for, and changes slowly.
                found = found == null && round % 8 == 7 ? time() : found;
                if (found != null) {
                    excess = found;
                    process.destroyForcibly();
                    return;
                }
                try {
                    Thread.sleep(EVERY_MILLIS);
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
                return bytes > bounds.megabytes() << 20 ? bounds.tooMuchMemory() : null;
            } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
                return null;
            }
        }

        private String time() {
            long now = System.nanoTime();
            Duration spent = spent();
            if (!spent.equals(spentLast)) {
                spentLast = spent;
                spentLastAt = now;
            }
            if (!spent.isZero() && now - spentLastAt >= IDLE_SECONDS * SECOND) {
                return "Assimp got stuck on it";
            }
            long worked = spent.minus(spentBefore).toSeconds();
            return worked >= bounds.processorSeconds()
                            || now - start >= CLOCK_TIMES * bounds.processorSeconds() * SECOND
                    ? "it takes longer than " + bounds.processorSeconds() + " s"
                    : null;
        }

        @Override
        public void close() {
            done = true;
            thread.interrupt();
        }
    }
}
