package dev.sinew.mesh;

import java.util.Optional;

/**
 * Positions of a sequence, frame by frame. A source may hold the frames in memory or fetch them when asked, so a pass
 * asks for each frame once. Safe for several threads.
 *
 * <p>One that reads a file and is {@link java.io.Serializable} goes to other machines as the file's name, which the sender must know how to send; it opens the file again there.
 */
public interface FrameSource {
    int frameCount();

    /** 3N coordinates of frame f, not to be modified by the caller. */
    float[] frame(int f);

    /**
     * Whether the frames are more than memory is to hold: then nobody keeps them all, a pass takes them frame by frame or, with all frames at once, in
     * ranges of vertices. Such a source has no normals of its own.
     */
    default boolean isStreamed() {
        return false;
    }

    /**
     * Copies the coordinates of vertices {@code from ≤ i < to} in frame f.
     *
     * @param out modified from {@code at} on
     */
    default void positions(int f, int from, int to, float[] out, int at) {
        System.arraycopy(frame(f), 3 * from, out, at, 3 * (to - from));
    }

    /**
     * The normals frame f has of its own, for the corners of the sequence's mesh; not to be modified. A source has them in every frame or in none.
     */
    default Optional<CornerAttribute> normals(int f) {
        return Optional.empty();
    }

    /** Frames that are in memory already. */
    static FrameSource of(float[][] frames) {
        return new FrameSource() {
            @Override
            public int frameCount() {
                return frames.length;
            }

            @Override
            public float[] frame(int f) {
                return frames[f];
            }
        };
    }
}
