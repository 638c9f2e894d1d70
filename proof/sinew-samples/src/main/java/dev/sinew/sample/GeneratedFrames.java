package dev.sinew.sample;

import dev.sinew.mesh.FrameSource;

/**
 * Frames that a function makes. They are kept while they fit into a modest share of memory and made anew at every
 * request beyond that, so that a million vertices by a hundred frames cost time but no gigabytes.
 */
public final class GeneratedFrames {
    /** Coordinates worth keeping, 256 MiB. */
    private static final long KEPT_COORDINATES = 1L << 26;

    /** Makes the 3N coordinates of frame f; called from several threads. */
    @FunctionalInterface
    public interface Generator {
        float[] frame(int f);
    }

    private GeneratedFrames() {}

    public static FrameSource of(int vertices, int frameCount, Generator generator) {
        if (3L * vertices * frameCount > KEPT_COORDINATES) {
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
