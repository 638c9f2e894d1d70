package dev.sinew.io.parts;

import dev.sinew.mesh.Mesh;
import java.util.List;
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

    /** Sentences about what was left aside. */
    List<String> notes();
}
