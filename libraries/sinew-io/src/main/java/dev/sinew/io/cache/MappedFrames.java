package dev.sinew.io.cache;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.FrameSource;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;

/** Frames that stay in their file, mapped: what is asked for is copied, the system decides what it keeps in memory. */
final class MappedFrames implements FrameSource, Serializable {
    /** A map holds less than 2 GiB, so whole frames share one. */
    private static final long MOST_BYTES = 1L << 30;

    private static final int BYTES_OF_VERTEX = 12;

    private final Path file;
    private final int vertices;
    private final int[] wanted;
    private final int frames;
    private final long dataStart;
    private final boolean bigEndian;
    private final int framesOfMap;
    private transient FloatBuffer[] maps;

    /** @param wanted numbers of frames, counted from 0; kept */
    MappedFrames(PointCache cache, int[] wanted) {
        this.file = cache.file();
        this.vertices = cache.vertices();
        this.wanted = wanted;
        this.frames = cache.frames();
        this.dataStart = cache.dataStart();
        this.bigEndian = cache.order() == ByteOrder.BIG_ENDIAN;
        long frame = (long) BYTES_OF_VERTEX * vertices;
        this.framesOfMap = (int) Math.max(1, Math.min(frames, MOST_BYTES / frame));
        if (frame > Integer.MAX_VALUE) {
            throw new RefusedException(file + ": frames of " + vertices + " vertices are larger than 2 GiB, which is"
                    + " the most a frame may be where they do not fit into memory together");
        }
        maps = mapped();
    }

    private FloatBuffer[] mapped() {
        long frame = (long) BYTES_OF_VERTEX * vertices;
        FloatBuffer[] all = new FloatBuffer[(frames + framesOfMap - 1) / framesOfMap];
        try (FileChannel channel = FileChannel.open(file)) {
            if (channel.size() < dataStart + frame * frames) {
                throw new RefusedException(file + " is " + channel.size() + " bytes long where " + frames
                        + " frames of " + vertices + " vertices were found");
            }
            for (int k = 0; k < all.length; k++) {
                int first = k * framesOfMap;
                long length = frame * Math.min(framesOfMap, frames - first);
                all[k] = channel.map(MapMode.READ_ONLY, dataStart + frame * first, length)
                        .order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer();
            }
            return all;
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
    }

    /** On another machine, where the file has the same name. */
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        maps = mapped();
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
