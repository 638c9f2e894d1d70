package dev.sinew.assimp;

import dev.sinew.run.RefusedException;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

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
}
