package dev.sinew.mesh;

import dev.sinew.run.RefusedException;
import java.util.Objects;
import java.util.Optional;

/**
 * A mesh that moves: one topology, a rest pose and F ≥ 1 frames of N positions each.
 *
 * <p>Readers guarantee that positions are finite; {@link #checked} verifies it for sequences from elsewhere.
 */
public final class MeshSequence {
    private final String name;
    private final Mesh rest;
    private final FrameSource frames;
    private final double framesPerSecond;

    /**
     * @param name what a clip made from it is called
     * @param rest topology, surface and rest pose; where a format has no rest pose of its own, the first frame
     * @param frames at least one, each of 3N coordinates
     * @param framesPerSecond positive
     */
    public MeshSequence(String name, Mesh rest, FrameSource frames, double framesPerSecond) {
        this.name = Objects.requireNonNull(name);
        this.rest = Objects.requireNonNull(rest);
        this.frames = Objects.requireNonNull(frames);
        this.framesPerSecond = framesPerSecond;
        if (frames.frameCount() < 1) {
            throw new RefusedException("sequence '" + name + "' has no frames, at least 1 is needed");
        }
        if (!(framesPerSecond > 0) || Double.isInfinite(framesPerSecond)) {
            throw new RefusedException(
                    "sequence '" + name + "' plays at " + framesPerSecond + " frames per second, it must be positive");
        }
    }

    /** The same sequence after a pass that refuses wrong vertex counts and numbers that are not finite. */
    public MeshSequence checked() {
        for (int f = 0; f < frameCount(); f++) {
            checkFrame("sequence '" + name + "'", f, frame(f), vertexCount());
        }
        return this;
    }

    /** Refuses a frame of the wrong size or with a coordinate that is not finite. */
    public static void checkFrame(String where, int f, float[] xyz, int vertices) {
        if (xyz.length != 3 * vertices) {
            throw new RefusedException(
                    where + ", frame " + f + ": " + xyz.length / 3 + " vertices where the mesh has " + vertices);
        }
        for (int k = 0; k < xyz.length; k++) {
            if (!Float.isFinite(xyz[k])) {
                throw new RefusedException(where + ", frame " + f + ": vertex " + k / 3 + " has the coordinate "
                        + xyz[k] + ", only finite numbers can be worked with");
            }
        }
    }

    public String name() {
        return name;
    }

    /** Topology, surface and rest pose. */
    public Mesh rest() {
        return rest;
    }

    public int vertexCount() {
        return rest.vertexCount();
    }

    public int frameCount() {
        return frames.frameCount();
    }

    public FrameSource frames() {
        return frames;
    }

    /** 3N coordinates of frame f, not to be modified. */
    public float[] frame(int f) {
        return frames.frame(f);
    }

    /** Normals of frame f where the source has its own; {@link TrueNormals} knows what to do where not. */
    public Optional<CornerAttribute> normals(int f) {
        return frames.normals(f);
    }

    public double framesPerSecond() {
        return framesPerSecond;
    }

    public MeshSequence withRest(Mesh newRest) {
        return new MeshSequence(name, newRest, frames, framesPerSecond);
    }

    /** The point of every vertex: vertices that coincide in the rest pose and in every frame are one point. Numbered by their first vertices. */
    public int[] pointOf() {
        return Weld.of(this).pointOf();
    }
}
