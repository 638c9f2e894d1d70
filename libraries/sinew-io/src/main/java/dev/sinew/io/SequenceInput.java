package dev.sinew.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where a sequence comes from and how it is to be taken.
 *
 * @param paths one file or folder, a glob, or the frame files themselves (a shell may have expanded the glob)
 * @param frames a {@code .pc2} or {@code .mdd} beside a mesh; found by itself when it has the mesh's name
 * @param range which frames to take
 * @param framesPerSecond overrides the file's own rate; 30 where neither says. A step in {@code range} divides it, so that the
 *     motion keeps its speed
 * @param up the axis that points up in the file; glTF's is y
 * @param scale multiplies every coordinate
 * @param choice what to take of a file that holds several things
 */
public record SequenceInput(
        List<Path> paths,
        Optional<Path> frames,
        FrameRange range,
        OptionalDouble framesPerSecond,
        UpAxis up,
        double scale,
        Choice choice) {
    /**
     * What to take of a file that holds several meshes or clips.
     *
     * @param objects paths or names of meshes, or of what they hang from; all where there is none
     * @param clip name of the animation, needed where there are several
     */
    public record Choice(List<String> objects, Optional<String> clip) {
        public static final Choice ALL = new Choice(List.of(), Optional.empty());

        public Choice {
            objects = List.copyOf(objects);
            Objects.requireNonNull(clip);
        }
    }

    /** A sequence that is all a file holds. */
    public SequenceInput(
            List<Path> paths,
            Optional<Path> frames,
            FrameRange range,
            OptionalDouble framesPerSecond,
            UpAxis up,
            double scale) {
        this(paths, frames, range, framesPerSecond, up, scale, Choice.ALL);
    }

    /** The axis that points up. */
    public enum UpAxis {
        Y,
        /** Turned to y up: (x, y, z) becomes (x, z, −y). */
        Z
    }

    public SequenceInput {
        paths = List.copyOf(paths);
        Objects.requireNonNull(frames);
        Objects.requireNonNull(range);
        Objects.requireNonNull(framesPerSecond);
        Objects.requireNonNull(up);
        Objects.requireNonNull(choice);
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("no input named");
        }
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("scale " + scale + " must be positive");
        }
    }

    /** The same, but other things of the file. */
    public SequenceInput with(Choice other) {
        return new SequenceInput(paths, frames, range, framesPerSecond, up, scale, other);
    }

    /** All frames of a file or folder, as it is. */
    public static SequenceInput of(Path path) {
        return new SequenceInput(List.of(path), Optional.empty(), FrameRange.ALL, OptionalDouble.empty(), UpAxis.Y, 1);
    }
}
