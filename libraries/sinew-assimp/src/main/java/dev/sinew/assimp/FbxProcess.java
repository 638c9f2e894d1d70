package dev.sinew.assimp;

import dev.sinew.assimp.FbxProcess.FbxBounds;
import dev.sinew.io.child.ChildProcess;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.math.Affine3;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.lwjgl.assimp.Assimp;
import org.lwjgl.system.Library;

/**
 * A separate process for Assimp, which crashes on damaged files and allocates whatever they claim. It exchanges bytes for a
 * scene, or a scene for bytes. If it crashes, exceeds its limits or sends an invalid answer, the caller gets an {@link
 * InvalidInputException}.
 */
final class FbxProcess implements AutoCloseable {
    private static final List<Class<?>> NEEDED =
            List.of(FbxChild.class, InputFiles.class, Affine3.class, Library.class, Assimp.class);

    private final FbxBounds bounds;
    private final ChildProcess process;
    private final SceneOutput to;
    private final SceneInput from;
    private boolean started;

    private FbxProcess(FbxBounds bounds, ChildProcess process) {
        this.bounds = bounds;
        this.process = process;
        this.to = new SceneOutput(process.requests());
        this.from = new SceneInput(process.answers());
    }

    static FbxProcess start(FbxBounds bounds) {
        return new FbxProcess(
                bounds, ChildProcess.start(FbxChild.class, NEEDED, librarySettings(), bounds.processLimits()));
    }

    static Set<String> classPath() {
        return ChildProcess.classPath(NEEDED);
    }

    /** System properties that configure where LWJGL looks for its libraries. */
    private static List<String> librarySettings() {
        return System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith("org.lwjgl."))
                .sorted()
                .map(name -> "-D" + name + "=" + System.getProperty(name))
                .toList();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The scene that Assimp reads from the bytes of a file. */
    Scene read(Path file, byte[] bytes) {
        return exchange(file + " cannot be read as FBX: ", FbxChild.READ, bytes, FbxChild.SCENE, from::scene);
    }

    /** The bytes of the file that Assimp writes for a scene encoded by {@link SceneOutput}. */
    byte[] write(Path file, byte[] scene) {
        return exchange("cannot write " + file + ": ", FbxChild.WRITE, scene, FbxChild.FILE, from::bytes);
    }

    /** Reads the payload of an answer. */
    private interface Answer<T> {
        T take() throws IOException;
    }

    private <T> T exchange(String beginning, int job, byte[] bytes, int wanted, Answer<T> answer) {
        try (ChildProcess.Watch watch = process.watch()) {
            try {
                from.allow(bounds.answerBytes());
                send(job, bytes);
                int kind = from.number();
                if (kind != wanted) {
                    throw rejection(kind);
                }
                T taken = answer.take();
                requireNumber(FbxChild.DONE);
                return taken;
            } catch (NativeFailure e) {
                throw new InvalidInputException(beginning + e.getMessage());
            } catch (IOException e) {
                throw new InvalidInputException(beginning + watch.exceeded().orElseGet(() -> describeFailure(e)), e);
            }
        }
    }

    private void send(int kind, byte[] bytes) throws IOException {
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
            throw new SceneInput.InvalidSceneException("an unexpected number");
        }
    }

    private NativeFailure rejection(int kind) throws IOException {
        String reason = switch (kind) {
            case FbxChild.REJECTED -> from.text();
            case FbxChild.NO_MEMORY -> bounds.processLimits().memoryExceeded();
            case FbxChild.NO_LIBRARY ->
                "this build does not include Assimp's library for this system (" + System.getProperty("os.name") + ", "
                        + System.getProperty("os.arch") + ")";
            default -> throw new SceneInput.InvalidSceneException("an answer of kind " + kind);
        };
        requireNumber(FbxChild.DONE);
        return new NativeFailure(reason);
    }

    private String describeFailure(IOException e) {
        if (e instanceof SceneInput.InvalidSceneException) {
            process.end();
            return "Assimp returned invalid data: " + e.getMessage();
        }
        int code = process.end();
        return started
                ? "Assimp crashed while processing it (exit code " + code + ")"
                : "the process for Assimp did not start (exit code " + code + ")";
    }

    @Override
    public void close() {
        process.close();
    }

    /**
     * Resource limits of the process that runs Assimp.
     *
     * @param heapMegabytes Java heap
     * @param megabytes total memory, including the native library and the JVM
     * @param processorSeconds processor time
     * @param answerBytes largest answer
     */
    record FbxBounds(long heapMegabytes, long megabytes, long processorSeconds, long answerBytes) {
        private static final long MEGABYTE = 1L << 20;
        private static final long MIN_HEAP = 64;
        private static final long MIN_MEMORY = 320;
        private static final long MIN_SECONDS = 10;
        /** Assimp keeps text files as tokens and numbers as doubles: up to twelve times the file's size was measured. */
        private static final long MEMORY_FACTOR = 24;

        private static final long HEAP_FACTOR = 8;
        private static final long ANSWER_FACTOR = 8;
        private static final long MEGABYTES_PER_SECOND = 2;

        /** The limits for a job whose input has this many bytes, unpacked. */
        static FbxBounds of(long bytes) {
            long megabytes = bytes / MEGABYTE;
            return new FbxBounds(
                    MIN_HEAP + HEAP_FACTOR * megabytes,
                    MIN_MEMORY + MEMORY_FACTOR * megabytes,
                    MIN_SECONDS + megabytes / MEGABYTES_PER_SECOND,
                    ANSWER_FACTOR * (bytes + 4 * MEGABYTE));
        }

        ChildProcess.Limits processLimits() {
            return new ChildProcess.Limits(heapMegabytes, megabytes, processorSeconds);
        }
    }
}
