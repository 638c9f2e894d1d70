package dev.sinew.sample;

import dev.sinew.mesh.MeshSequence;
import java.util.List;

/** A sample that can be had as a mesh with sliders, too. */
public interface MorphedSample extends Sample {
    /**
     * A mesh, what each slider does to it, and how they move.
     *
     * @param examples K + 1 frames: none of the sliders, then each at one
     * @param names of the sliders
     * @param weights F·K, frame by frame
     */
    record Shapes(MeshSequence examples, List<String> names, double framesPerSecond, double[] weights) {}

    /** Parameters as in {@link #make}. */
    Shapes shapes(int vertices, int frames);
}
