package dev.sinew.sample;

import dev.sinew.mesh.MeshSequence;

/** A procedural sequence: the same name and size give the same numbers on every machine. */
public interface Sample {
    /** What {@code sinew sample} calls it. */
    String name();

    /** One line for a person. */
    String summary();

    /** Vertices where none are asked for. */
    int defaultVertices();

    int defaultFrames();

    /**
     * @param vertices wanted; what is made comes as near as its topology allows, at least {@code 16}
     * @param frames at least 1
     */
    MeshSequence make(int vertices, int frames);
}
