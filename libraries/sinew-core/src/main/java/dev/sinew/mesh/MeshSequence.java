package dev.sinew.mesh;

import dev.sinew.run.InvalidInputException;
import java.util.Objects;
import java.util.Optional;

/**
 * A mesh that moves: one topology, a rest pose and F ≥ 1 frames of N positions each.
 *
 * <p>Readers guarantee that positions are finite; {@link #validate} verifies it for sequences from elsewhere.
 */
public final class MeshSequence {
    private final String name;
    private final Mesh rest;
    private final FrameSource frames;
    private final double framesPerSecond;

    /**
     * @param name name of a clip made from it
     * @param rest topology, surface and rest pose; the first frame if the format has no rest pose
     * @param frames at least one, each of 3N coordinates
     * @param framesPerSecond positive
     */
    public MeshSequence(String name, Mesh rest, FrameSource frames, double framesPerSecond) {
        this.name = Objects.requireNonNull(name);
        this.rest = Objects.requireNonNull(rest);
        this.frames = Objects.requireNonNull(frames);
        this.framesPerSecond = framesPerSecond;
        if (frames.frameCount() < 1) {
            throw new InvalidInputException("sequence '" + name + "' has no frames; at least 1 is needed");
        }
        if (!(framesPerSecond > 0) || Double.isInfinite(framesPerSecond)) {
            throw new InvalidInputException("sequence '" + name + "' plays at " + framesPerSecond
                    + " frames per second; the rate must be positive");
        }
    }

    /** The same sequence after a pass that rejects wrong vertex counts and non-finite coordinates. */
    public MeshSequence validate() {
        for (int f = 0; f < frameCount(); f++) {
            checkFrame("sequence '" + name + "'", f, frame(f), vertexCount());
        }
        return this;
    }

    /** Rejects a frame of the wrong size or with a non-finite coordinate. */
    public static void checkFrame(String where, int f, float[] xyz, int vertices) {
        if (xyz.length != 3 * vertices) {
            throw new InvalidInputException(
                    where + ", frame " + f + ": " + xyz.length / 3 + " vertices; the mesh has " + vertices);
        }
        for (int k = 0; k < xyz.length; k++) {
            if (!Float.isFinite(xyz[k])) {
                throw new InvalidInputException(where + ", frame " + f + ": vertex " + k / 3 + " has the coordinate "
                        + xyz[k] + "; coordinates must be finite");
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

    /** 3N coordinates of frame f. Do not modify. */
    public float[] frame(int f) {
        return frames.frame(f);
    }

    /** The normals stored with frame f, if there are any; otherwise use {@link TrueNormals}. */
    public Optional<CornerAttribute> normals(int f) {
        return frames.normals(f);
    }

    public double framesPerSecond() {
        return framesPerSecond;
    }

    public MeshSequence withRest(Mesh newRest) {
        return new MeshSequence(name, newRest, frames, framesPerSecond);
    }

    /**
     * The welded point of every vertex: vertices that coincide in the rest pose and in every frame are one point. Numbered by their first
     * vertices.
     */
    public int[] pointOf() {
        return Weld.of(this).pointOf();
    }
}
