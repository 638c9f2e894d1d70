package dev.sinew.io.parts;

import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;

/** Allocates memory for the frames of a sequence; rejects sequences that are too large for this machine. */
public final class FrameMemory {
    /** Frames may use this fraction of memory (1/N), because solvers also need normals and more. */
    private static final int MEMORY_FRACTION = 4;

    /**
     * If set to {@code file}, frames stay in their files even if memory suffices: distributed workers need only some vertices.
     */
    private static final String FRAMES_PROPERTY = "sinew.frames";

    private FrameMemory() {}

    /** Whether the frames fit into memory. */
    public static boolean isEnough(long frames, long vertices) {
        return !"file".equals(System.getProperty(FRAMES_PROPERTY))
                && 12 * frames * vertices <= Runtime.getRuntime().maxMemory() / MEMORY_FRACTION;
    }

    /** F arrays of 3N numbers. */
    public static float[][] allocate(Path file, int frames, int vertices) {
        long bytes = 12L * frames * vertices;
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw tooLarge(file, frames, vertices, null);
        }
        try {
            float[][] all = new float[frames][];
            for (int f = 0; f < frames; f++) {
                all[f] = new float[3 * vertices];
            }
            return all;
        } catch (OutOfMemoryError e) {
            throw tooLarge(file, frames, vertices, e);
        }
    }

    private static InvalidInputException tooLarge(Path file, int frames, int vertices, Throwable cause) {
        return new InvalidInputException(
                file + ": " + frames + " frames of " + vertices + " vertices need "
                        + mebibytes(12L * frames * vertices)
                        + " MiB of memory, but Java may use only "
                        + mebibytes(Runtime.getRuntime().maxMemory())
                        + " MiB. Use fewer frames or start Java with a larger -Xmx",
                cause);
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }
}
