package dev.sinew.io.parts;

import dev.sinew.mesh.FrameSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Positions of a mesh per frame, from a file that may not contain its faces. */
public interface FrameCache {
    Path file();

    /** Vertices per frame. */
    int vertices();

    /** Frames in the file. */
    int frames();

    /** If the file declares it. */
    OptionalDouble framesPerSecond();

    /** Notes about ignored content. */
    List<String> notes();

    /**
     * Reads only these frames into memory.
     *
     * @param wanted indices of frames
     */
    float[][] read(int[] wanted);

    /**
     * The same frames without reading them into memory, for files that are too large; empty if not supported.
     *
     * @param wanted indices of frames; not modified
     */
    default Optional<FrameSource> streamFrames(int[] wanted) {
        return Optional.empty();
    }
}
