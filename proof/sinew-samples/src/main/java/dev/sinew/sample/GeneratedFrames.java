package dev.sinew.sample;

import dev.sinew.mesh.FrameSource;

/**
 * Frames computed by a function. They are cached up to a limit and recomputed on each request beyond it, so that large sequences
 * cost time but not gigabytes.
 */
public final class GeneratedFrames {
    /** Cache limit in coordinates, 256 MiB. */
    private static final long MAX_CACHED_COORDINATES = 1L << 26;

    /** Computes the 3N coordinates of frame f; called from several threads. */
    @FunctionalInterface
    public interface Generator {
        float[] frame(int f);
    }

    private GeneratedFrames() {}

    public static FrameSource of(int vertices, int frameCount, Generator generator) {
        if (3L * vertices * frameCount > MAX_CACHED_COORDINATES) {
            return new OnDemand(frameCount, generator);
        }
        float[][] frames = new float[frameCount][];
        for (int f = 0; f < frameCount; f++) {
            frames[f] = generator.frame(f);
        }
        return FrameSource.of(frames);
    }

    private record OnDemand(int frameCount, Generator generator) implements FrameSource {
        @Override
        public float[] frame(int f) {
            return generator.frame(f);
        }
    }
}
