package dev.sinew.io.parts;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** An open file with a mesh and its frames: an Alembic archive, a glTF with animations. */
public interface AnimatedMesh {
    /** The name of the sequence. */
    String name();

    int frameCount();

    /** Frames per second, if the file declares it. */
    OptionalDouble framesPerSecond();

    /**
     * Topology, surface and rest pose, in arrays that are not shared.
     *
     * @param frame the frame to use as rest pose if the file has none
     */
    Mesh rest(int frame);

    /**
     * The same in the shape that the bones of a skinned mesh were bound to, at the size and in the place of the rest pose; nothing if the file does not say
     * or if it is not the same shape moved by rigid bones.
     */
    default Optional<Mesh> bind() {
        return Optional.empty();
    }

    /**
     * Positions of frames, 3N each; equal frames may share an array.
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

    /** Whether the file has normals for every frame. */
    default boolean hasNormals() {
        return false;
    }

    /** The normals of a frame for the corners of the rest pose's faces, if {@link #hasNormals}; thread-safe. */
    default CornerAttribute normals(int frame) {
        throw new UnsupportedOperationException("this file has no normals");
    }

    /** Notes about ignored content. */
    List<String> notes();
}
