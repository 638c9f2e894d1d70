package dev.sinew.mesh;

import java.util.Optional;

/**
 * Positions of a sequence, frame by frame. A source may hold the frames in memory or fetch them when asked, so a pass
 * asks for each frame once. Safe for several threads.
 */
public interface FrameSource {
    int frameCount();

    /** 3N coordinates of frame f, not to be modified by the caller. */
    float[] frame(int f);

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
