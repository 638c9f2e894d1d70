package dev.sinew.io;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The files of a sequence and the options for reading them.
 *
 * @param paths one file or folder, a glob, or the frame files (a shell may have expanded the glob)
 * @param frames a {@code .pc2} or {@code .mdd} for a mesh; found automatically if it has the mesh's name and folder
 * @param range the frames to read
 * @param framesPerSecond overrides the file's rate; 30 if neither is given. A step in {@code range} divides it, so that the
 *     motion keeps its speed
 * @param up the axis that points up in the file; glTF's is y
 * @param scale multiplies every coordinate
 * @param choice the objects and clip to read from a file with several
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
     * Selects from a file with several meshes or clips.
     *
     * @param objects paths or names of meshes or of their parents; empty selects all
     * @param clip name of the animation; required if there are several
     * @param bind whether the rest pose of a skinned mesh is the shape that its bones were bound to, or the pose without animation
     */
    public record Choice(List<String> objects, Optional<String> clip, boolean bind) {
        public static final Choice ALL = new Choice(List.of(), Optional.empty());

        /** The rest pose is the one without animation. */
        public Choice(List<String> objects, Optional<String> clip) {
            this(objects, clip, false);
        }

        public Choice {
            objects = List.copyOf(objects);
            Objects.requireNonNull(clip);
        }
    }

    /** A sequence that reads everything in the file. */
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
        /** Rotated to y up: (x, y, z) becomes (x, z, −y). */
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
            throw new IllegalArgumentException("no input given");
        }
        if (!(scale > 0) || Double.isInfinite(scale)) {
            throw new IllegalArgumentException("scale " + scale + " must be positive");
        }
    }

    /** The same input, in which the rest pose of a skinned mesh is the shape that its bones were bound to. */
    public SequenceInput inBindPose() {
        return with(new Choice(choice.objects, choice.clip, true));
    }

    /** The same input with another selection. */
    public SequenceInput with(Choice other) {
        return new SequenceInput(paths, frames, range, framesPerSecond, up, scale, other);
    }

    /** All frames of a file or folder, unchanged. */
    public static SequenceInput of(Path path) {
        return new SequenceInput(List.of(path), Optional.empty(), FrameRange.ALL, OptionalDouble.empty(), UpAxis.Y, 1);
    }
}
