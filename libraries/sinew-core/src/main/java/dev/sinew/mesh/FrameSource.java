package dev.sinew.mesh;

import java.util.Optional;

/**
 * Positions of a sequence, frame by frame. A source may keep the frames in memory or read them on demand, so a pass requests each frame
 * once. Thread-safe.
 *
 * <p>A {@link java.io.Serializable} source that reads a file is sent to other machines as the file's name and opens the file again there.
 * The sender must be able to serialize the name.
 */
public interface FrameSource {
    int frameCount();

    /** 3N coordinates of frame f. Do not modify. */
    float[] frame(int f);

    /**
     * Whether the frames do not fit in memory. Then callers read them frame by frame or in ranges of vertices, and keep only some. Such a
     * source has no normals.
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
     * The normals stored with frame f, for the corners of the sequence's mesh. Do not modify. A source has them in every frame or in none.
     */
    default Optional<CornerAttribute> normals(int f) {
        return Optional.empty();
    }

    /** Frames in memory. */
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
