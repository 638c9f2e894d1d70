package dev.sinew.io.parts;

import dev.sinew.run.RefusedException;
import java.nio.file.Path;

/** Room for the frames of a sequence, refused with a sentence where the machine has not enough. */
public final class FrameMemory {
    /** Solvers hold the normals of the frames too, and much else beside: frames may take this part of memory. */
    private static final int PART = 4;

    /** Set to {@code file}, frames stay there whatever memory there is: machines that work on some vertices only need no more. */
    private static final String WHERE = "sinew.frames";

    private FrameMemory() {}

    /** Whether frames are few enough to be held. */
    public static boolean isEnough(long frames, long vertices) {
        return !"file".equals(System.getProperty(WHERE))
                && 12 * frames * vertices <= Runtime.getRuntime().maxMemory() / PART;
    }

    /** F arrays of 3N numbers. */
    public static float[][] allocate(Path file, int frames, int vertices) {
        long bytes = 12L * frames * vertices;
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw tooMuch(file, frames, vertices, null);
        }
        try {
            float[][] all = new float[frames][];
            for (int f = 0; f < frames; f++) {
                all[f] = new float[3 * vertices];
            }
            return all;
        } catch (OutOfMemoryError e) {
            throw tooMuch(file, frames, vertices, e);
        }
    }

    private static RefusedException tooMuch(Path file, int frames, int vertices, Throwable cause) {
        return new RefusedException(
                file + ": " + frames + " frames of " + vertices + " vertices need "
                        + mebibytes(12L * frames * vertices)
                        + " MiB of memory where Java may use "
                        + mebibytes(Runtime.getRuntime().maxMemory())
                        + " MiB in all; take fewer frames or start Java with a larger -Xmx",
                cause);
    }

    private static long mebibytes(long bytes) {
        return bytes >> 20;
    }
}
