package dev.sinew.io.cache;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.FrameSource;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/** Frames that stay in their file, mapped: what is asked for is copied, the system decides what it keeps in memory. */
final class MappedFrames implements FrameSource {
    /** A map holds less than 2 GiB, so whole frames share one. */
    private static final long MOST_BYTES = 1L << 30;

    private static final int BYTES_OF_VERTEX = 12;

    private final Path file;
    private final int vertices;
    private final int[] wanted;
    private final int framesOfMap;
    private final FloatBuffer[] maps;

    /** @param wanted numbers of frames, counted from 0; kept */
    MappedFrames(PointCache cache, int[] wanted) {
        this.file = cache.file();
        this.vertices = cache.vertices();
        this.wanted = wanted;
        long frame = (long) BYTES_OF_VERTEX * vertices;
        this.framesOfMap = (int) Math.max(1, Math.min(cache.frames(), MOST_BYTES / frame));
        this.maps = new FloatBuffer[(cache.frames() + framesOfMap - 1) / framesOfMap];
        if (frame > Integer.MAX_VALUE) {
            throw new RefusedException(file + ": frames of " + vertices + " vertices are larger than 2 GiB, which is"
                    + " the most a frame may be where they do not fit into memory together");
        }
        try (FileChannel channel = FileChannel.open(file)) {
            for (int k = 0; k < maps.length; k++) {
                int first = k * framesOfMap;
                long length = frame * Math.min(framesOfMap, cache.frames() - first);
                maps[k] = channel.map(MapMode.READ_ONLY, cache.dataStart() + frame * first, length)
                        .order(cache.order())
                        .asFloatBuffer();
            }
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
    }

    @Override
    public int frameCount() {
        return wanted.length;
    }

    @Override
    public boolean isStreamed() {
        return true;
    }

    @Override
    public float[] frame(int f) {
        float[] out = new float[3 * vertices];
        positions(f, 0, vertices, out, 0);
        return out;
    }

    @Override
    public void positions(int f, int from, int to, float[] out, int at) {
        int number = wanted[f];
        try {
            maps[number / framesOfMap].get(number % framesOfMap * 3 * vertices + 3 * from, out, at, 3 * (to - from));
        } catch (InternalError unmapped) {
            // What the JVM makes of a page that is not there any more.
            throw new RefusedException(file + " became shorter while it was read", unmapped);
        }
    }
}
