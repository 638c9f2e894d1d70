package dev.sinew.io.numpy;

import dev.sinew.io.parts.FrameMemory;
import dev.sinew.run.RefusedException;
import java.util.List;

/** An array of positions, (F, V, 3) or (V, 3), of which frames are taken. */
final class PoseArray {
    /** Three weeks at 30 frames a second: more is damage. */
    private static final long MOST_FRAMES = 50_000_000;

    private static final long MOST_VERTICES = (Integer.MAX_VALUE - 16) / 3;

    private final NpyArray array;
    private final int frames;
    private final int vertices;

    private PoseArray(NpyArray array, int frames, int vertices) {
        this.array = array;
        this.frames = frames;
        this.vertices = vertices;
    }

    /** Frames of a sequence. */
    static PoseArray ofFrames(NpyArray array) {
        List<Long> shape = array.shape();
        requirePositions(array, shape.size() == 3, "(frames, vertices, 3)");
        return within(array, shape.get(0), shape.get(1));
    }

    /** One pose. */
    static PoseArray ofPose(NpyArray array) {
        List<Long> shape = array.shape();
        requirePositions(array, shape.size() == 2, "(vertices, 3)");
        return within(array, 1, shape.get(0));
    }

    private static void requirePositions(NpyArray array, boolean fits, String wanted) {
        List<Long> shape = array.shape();
        if (!fits || shape.get(shape.size() - 1) != 3) {
            throw new RefusedException(
                    array.what() + " has the shape " + array.header().shapeText() + ", it must be " + wanted);
        }
        if (!array.header().isFloating()) {
            throw new RefusedException(array.what() + " holds integers, positions must be float32 or float64");
        }
    }

    private static PoseArray within(NpyArray array, long frames, long vertices) {
        if (frames < 1 || frames > MOST_FRAMES || vertices < 1 || vertices > MOST_VERTICES) {
            throw new RefusedException(array.what() + " has " + frames + " frames of " + vertices
                    + " vertices; it must be 1 to " + MOST_FRAMES + " frames of 1 to " + MOST_VERTICES + " vertices");
        }
        return new PoseArray(array, (int) frames, (int) vertices);
    }

    int frames() {
        return frames;
    }

    int vertices() {
        return vertices;
    }

    /**
     * Positions of frames, 3V each.
     *
     * @param wanted numbers of frames, counted from 0, each at most once
     */
    float[][] read(int[] wanted) {
        float[][] all = FrameMemory.allocate(array.file(), wanted.length, vertices);
        float[][] byFrame = new float[frames][];
        for (int k = 0; k < wanted.length; k++) {
            byFrame[wanted[k]] = all[k];
        }
        array.forEach(array.header().fortran() ? firstIndexFastest(byFrame) : lastIndexFastest(byFrame));
        return all;
    }

    /** The only pose, or the first. */
    float[] readFirst() {
        return read(new int[] {0})[0];
    }

    private NpyArray.Taker lastIndexFastest(float[][] byFrame) {
        int width = 3 * vertices;
        int[] at = {0, 0};
        return (ignored, value) -> {
            if (byFrame[at[0]] != null) {
                byFrame[at[0]][at[1]] = (float) value;
            }
            if (++at[1] == width) {
                at[1] = 0;
                at[0]++;
            }
        };
    }

    private NpyArray.Taker firstIndexFastest(float[][] byFrame) {
        int[] at = {0, 0, 0};
        return (ignored, value) -> {
            if (byFrame[at[0]] != null) {
                byFrame[at[0]][3 * at[1] + at[2]] = (float) value;
            }
            if (++at[0] == frames) {
                at[0] = 0;
                if (++at[1] == vertices) {
                    at[1] = 0;
                    at[2]++;
                }
            }
        };
    }
}
