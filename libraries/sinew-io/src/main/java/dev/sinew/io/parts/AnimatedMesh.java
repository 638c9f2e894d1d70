package dev.sinew.io.parts;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** A file that holds a mesh together with its frames, opened: an Alembic archive, a glTF with animations. */
public interface AnimatedMesh {
    /** What the sequence is called. */
    String name();

    int frameCount();

    /** Frames a second, where the file says. */
    OptionalDouble framesPerSecond();

    /**
     * Topology, surface and rest pose, in arrays of its own.
     *
     * @param frame which frame stands for the rest pose where the file has none
     */
    Mesh rest(int frame);

    /**
     * Positions of frames, 3N each; frames that are alike may be one array.
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

    /** Whether the file says the normals of every frame. */
    default boolean hasNormals() {
        return false;
    }

    /** The normals of a frame for the corners of the rest pose's faces, where {@link #hasNormals}; safe for several threads. */
    default CornerAttribute normals(int frame) {
        throw new UnsupportedOperationException("there are none");
    }

    /** Sentences about what was left aside. */
    List<String> notes();
}
