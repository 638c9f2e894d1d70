package dev.sinew.io.parts;

import dev.sinew.mesh.FrameSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Positions of a mesh frame by frame, from a file that need not know its faces. */
public interface FrameCache {
    Path file();

    /** Vertices a frame. */
    int vertices();

    /** Frames in the file. */
    int frames();

    /** Where the file says. */
    OptionalDouble framesPerSecond();

    /** Sentences about what was left aside. */
    List<String> notes();

    /**
     * Reads frames into memory, and no more than them.
     *
     * @param wanted numbers of frames, counted from 0
     */
    float[][] read(int[] wanted);

    /**
     * The same frames without reading them into memory, for files that are too large for it; nothing where that cannot be done.
     *
     * @param wanted numbers of frames, counted from 0; not modified
     */
    default Optional<FrameSource> streamed(int[] wanted) {
        return Optional.empty();
    }
}
